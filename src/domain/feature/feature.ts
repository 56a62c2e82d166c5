// A feature as every phase knows it.

export interface Feature {
  /** `007-rate-limit` */
  readonly key: string;
  readonly slug: string;
  /** Relative to the repository root. */
  readonly folder: string;
  /** The person's own sentence. */
  readonly description: string;
  readonly branch: string;
}
