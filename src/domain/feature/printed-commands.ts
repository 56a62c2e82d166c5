// Commands in iflow's own texts are written as `iflow continue`. Before they are printed, they get the word that iflow was
// started with and, where it is needed, the name of the feature, so that they work when they are pasted.

/** Those that take a feature as their first word; `answer` also takes the id of a question. */
export const FEATURE_COMMANDS = [
  ...["specify", "design", "create-plan", "create-tasks", "implement", "finish-feature", "retrospect"],
  ...["continue", "answer", "show", "history", "cost", "tasks", "validate", "verify", "abandon", "stop"],
  ...["watch", "submit", "cancel"],
] as const;

/** The others. */
export const OTHER_COMMANDS = [
  ...["run", "quick", "brainstorm", "create-feature", "status", "list", "stats", "gc", "kb", "memory"],
  ...["init", "doctor", "config", "trust", "team", "mcp", "ui", "plugin", "complete", "demo", "version"],
  ...["workers", "worker"],
] as const;

export interface PrintedAs {
  /** What is typed instead of `iflow`. */
  readonly program: string;
  /** The name for a command that has none yet; left out where the branch says which one is meant. */
  readonly feature?: string | undefined;
}

export function printCommands(text: string, { program, feature }: PrintedAs): string {
  const named = feature === undefined ? text : outsideQuotes(text, WITHOUT_FEATURE, (found) => `${found} ${feature}`);
  if (program === "iflow") return named;
  const printed = `${program.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")} `; // once is enough: a text may come by twice
  return outsideQuotes(named, `${printed}|${COMMAND}`, (found) => (found === "iflow " ? `${program} ` : found));
}

/** What is quoted is a person's own sentence, whatever it is about. */
function outsideQuotes(text: string, pattern: string, replace: (found: string) => string): string {
  return text.replace(new RegExp(`${QUOTED}|${pattern}`, "g"), (found) =>
    found.startsWith("iflow ") ? replace(found) : found,
  );
}

const words = (names: readonly string[]): string => `(?:${names.join("|")})(?![\\w-])`;

/** Not a path or a part of another word, such as `/iflow:continue`; a colour that begins here is none of these. */
const IFLOW = String.raw`(?:(?<=\u001b\[[\d;]*m)|(?<![\w./:@-]))iflow `;
const COMMAND = `${IFLOW}(?=${words([...FEATURE_COMMANDS, ...OTHER_COMMANDS])}|--)`;

/** Names in our texts are numbers or keys; `implement continues with the tasks` has none. */
const WITHOUT_FEATURE = `${IFLOW}${words(FEATURE_COMMANDS)}(?! (?:\\d|b\\d|<|--feature))`;

/** As shellWord quotes; an apostrophe alone is none. */
const QUOTED = String.raw`"[^"\n]*"|(?<=\s)'(?:[^'\n]|'\\'')*'(?=\s|$)`;
