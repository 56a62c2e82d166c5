// What every reader of a repository's files takes and gives.
import type { CheckName } from "../config/check-names.ts";

export interface ProposedCheck {
  readonly name: CheckName;
  readonly command: string;
  /** `script "test" in package.json` */
  readonly from: string;
}

export interface CheckSources {
  /** Names in the root folder. */
  readonly names: readonly string[];
  /** The text of those of them that a reader asked for. */
  readonly files: Readonly<Record<string, string>>;
}
