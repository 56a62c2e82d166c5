// Records of features that are being created, below the git directory that all working trees share.
import type { Creation } from "../../domain/run/creation.ts";

export interface Creations {
  /** Sorted by key. Only reads. A damaged record is an IflowError that names the file. */
  all(): Promise<Creation[]>;
  /** On disk before it resolves; replaces an earlier one of the same key. */
  keep(creation: Creation): Promise<void>;
  /** Also when there is none. */
  forget(key: string): Promise<void>;
}
