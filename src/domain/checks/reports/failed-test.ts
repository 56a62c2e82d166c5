export interface FailedTest {
  readonly name: string;
  readonly message?: string;
}
