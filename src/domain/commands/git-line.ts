// A look at git as a whole line. What an agent writes is never run as it is: git would start whatever its settings name. So
// the line says itself that all of that is off, and only such a line may an agent run on its own.
import { quoteWords } from "./command-words.ts";
import { judgeLook, type LookRules, startsWith } from "./git-look.ts";

export interface GitRules extends LookRules {
  /** The program `git`; not there without it. */
  readonly git: string | undefined;
  /** Some files are closed by the person, also where git tracks them. */
  readonly denies: boolean;
}

export type GitLine =
  | {
      readonly line: string;
      readonly reads: readonly string[];
      readonly changes: readonly [];
      readonly asWritten: boolean;
      /** Not there where closed files would be shown. */
      readonly plain?: string;
    }
  | { readonly refused: string };

/** Undefined for another program. */
export function judgeGitLine(words: readonly string[], rules: GitRules): GitLine | undefined {
  const begin = ["env", ...QUIET_GIT, rules.git ?? ""];
  const isWhole = rules.git !== undefined && startsWith(words, begin);
  if (!isWhole && words[0] !== "git") return undefined;
  if (rules.git === undefined) return { refused: "there is no git on the path" };
  const look = judgeLook(words.slice(isWhole ? begin.length : 1), rules);
  if ("refused" in look) return look;
  const plain = [...begin, ...look.words];
  const line = quoteWords([...plain, ...look.without]);
  const common = { line, reads: look.paths, changes: [] } as const;
  if (look.showsFiles && rules.denies) return { ...common, asWritten: false };
  return { ...common, asWritten: quoteWords(words) === quoteWords(plain), plain: quoteWords(plain) };
}

/** Nothing is fetched that is missing, nobody is asked for a password. */
const QUIET_GIT = ["GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0"];
