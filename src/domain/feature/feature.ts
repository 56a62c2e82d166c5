// A feature as every phase knows it.

export interface Feature {
  /** `007-rate-limit` */
  readonly key: string;
  readonly slug: string;
  /** Relative to the repository root. */
  readonly folder: string;
  /** The sentence the person wrote. */
  readonly description: string;
  readonly branch: string;
}
