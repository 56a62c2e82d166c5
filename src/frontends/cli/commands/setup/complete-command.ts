// `iflow complete <shell>`: prints a script to source or to put where the shell looks for such scripts.
import { settingPaths } from "../../../../domain/config/config-origins.ts";
import { PHASES } from "../../../../domain/feature/phase.ts";
import type { CommandContext } from "../../command.ts";
import { bashScript, type CompletedProgram, fishScript, zshScript } from "./completion-scripts.ts";
import type { ProgramWords, Shell, Value } from "./program-words.ts";

const PRINTERS: Record<Shell, (program: CompletedProgram) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export async function completeCommand(_: CommandContext, shell: Shell, words: ProgramWords) {
  const script = PRINTERS[shell]({ ...words, wordsOf });
  // a shell reads it: no line of it is respelled or moved
  return { data: { shell, script }, text: script.trimEnd(), verbatim: true as const };
}

/** The words of a value that are the same everywhere. */
function wordsOf(value: Value): readonly string[] {
  if (value.kind === "words") return value.words;
  if (value.kind === "phases") return PHASES;
  return value.kind === "settings" ? settingPaths().map((path) => path.join(".")) : [];
}
