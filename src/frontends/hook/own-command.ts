// Does a shell line move a run of iflow, or speak for its user? Every word of the line is checked, wherever it is:
// after `timeout 5`, inside `bash -c "…"`, in a Python list. This cannot see a name or a word that the line only
// assembles, or a script file that contains the line. In those cases the command itself refuses what it can tell was
// not typed at a terminal (answer, continue), and the engine notices changes to files when it looks.

export const LOOKS = new Set(
  (
    "status watch workers list show history tasks cost stats validate verify doctor config complete plugin version help kb " +
    "--help --version"
  ).split(" "),
);
export const MOVES = new Set(
  (
    "answer continue run quick stop submit cancel worker brainstorm create-feature specify design create-plan create-tasks implement " +
    "finish-feature retrospect abandon init trust team gc demo memory mcp ui hook"
  ).split(" "),
);
const LOOKS_AT_MEMORIES = new Set(["list", "search", "export"]);
/** The value of these flags is not a command, whatever it is called. */
const WITH_VALUE = new Set(["--cwd", "--events"]);

const SEPARATOR = /[;&|\n]+/;
const BETWEEN_WORDS = /[\s;&|()<>`"'=,[\]{}\\]+/;
/** `iflow`, `/usr/bin/iflow-engine`, `iflow-engine@1.0.0`, and the program file itself. */
const PROGRAM = /(?:^|\/)(?:iflow(?:-engine)?(?:@[\w.^~-]+)?|main\.[jt]s)$/;
/** In these commands the name is a folder or a search term. */
const ONLY_NAMES_IT = /^\s*(?:cd|ls|cat|grep|rg|git (?:grep|add|commit|log|diff|show|status))\b[^`$]*$/;

/** `questions`: ids of the user's open questions, which must not be passed to another session of the host. */
export function movesRun(command: string, questions: readonly string[]): boolean {
  const joined = command.replaceAll(/["'\\]/g, ""); // a shell joins ifl"o"w
  return [command, joined].some((line) => isMove(line, questions));
}

function isMove(line: string, questions: readonly string[]): boolean {
  const parts = line.split(SEPARATOR).filter((part) => !ONLY_NAMES_IT.test(part));
  const words = parts.join(" ").split(BETWEEN_WORDS).filter(Boolean);
  const moves = words.some((word, index) => PROGRAM.test(word) && isMoving(words.slice(index + 1)));
  return moves || (words.some((word) => /(?:^|\/)claude$/.test(word)) && speaksForUser(words, questions));
}

/** The first word that is a command of ours decides; a word held by a variable could be any command. */
function isMoving(words: readonly string[]): boolean {
  for (const [index, word] of words.entries()) {
    if (WITH_VALUE.has(words[index - 1] ?? "")) continue;
    if (LOOKS.has(word) || (word === "memory" && LOOKS_AT_MEMORIES.has(words[index + 1] ?? ""))) return false;
    if (MOVES.has(word) || (index === 0 && word.startsWith("$") && word !== "$")) return true;
  }
  return false;
}

/** Starts another session, in which the words of this line would count as typed. */
function speaksForUser(words: readonly string[], questions: readonly string[]): boolean {
  return words.some((word) => word.startsWith("/iflow:") || questions.some((id) => word.startsWith(id)));
}
