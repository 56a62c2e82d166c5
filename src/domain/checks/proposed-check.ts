// What every reader of a repository's files takes and gives.
import type { CheckName } from "../config/check-names.ts";

export interface ProposedCheck {
  readonly name: CheckName;
  readonly command: string;
  /** `script "test" in package.json` */
  readonly from: string;
}

export interface CheckSources {
  /** Names in the root folder, and those in its folders of tests, such as `tests/test_login.py`. */
  readonly names: readonly string[];
  /** The text of those of them that a reader asked for. */
  readonly files: Readonly<Record<string, string>>;
}

type Commands = Partial<Record<CheckName, string | undefined>>;

/** What a language's tools do by default; undefined where nothing shows that the language is used. */
export type Reader = (sources: CheckSources) => readonly [from: string, commands: Commands] | undefined;
