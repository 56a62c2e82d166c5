// A line that begins like one of the families: which words of it may be added to the stored command, and how it is run.
import { quoteWords } from "./command-words.ts";
import type { Family } from "./families.ts";
import type { Place } from "./judge-word.ts";
import { judgeAdded } from "./runner.ts";

export type Chosen =
  | {
      readonly words: readonly string[];
      readonly paths: readonly string[];
      /** How an agent writes it to run it by itself, and whether it did. */
      readonly plain: string;
      readonly asWritten: boolean;
    }
  | { readonly refused: string };

/** The words to run for a line that belongs to the family; undefined when it does not begin like it. */
export function chooseTests(family: Family, line: readonly string[], tree: Place): Chosen | undefined {
  const { runner, stored, dashes, run, variables } = family;
  const begin = line.findIndex((word) => !variables.includes(word));
  const words = line.slice(Math.max(0, begin));
  const head = family.heads.find((one) => one.every((word, place) => words[place] === word));
  if (!head) return undefined;
  const rest = words.slice(head.length);
  const cut = dashes === "none" ? -1 : rest.indexOf("--");
  const early = dashes === "needed" ? rest.slice(0, cut < 0 ? undefined : cut) : [];
  const option = early.find((word) => word.startsWith("-"));
  if (option !== undefined) return { refused: `${option} must stand behind --, or it is meant for ${head[0]} itself` };
  const added = rest.filter((_, place) => place !== cut);
  const odd = dashes === "none" ? undefined : added.find((word) => /["$`\\]/.test(word));
  if (odd !== undefined) return { refused: `${odd} holds a sign that the shell of a script may understand` };
  const judged = judgeAdded(runner, stored, added, tree);
  if ("refused" in judged) return judged;
  const last = runner.optionsFirst ? judged.plain : [];
  const ordered = [...added.filter((_, place) => !last.includes(place)), ...last.map((place) => added[place] ?? "")];
  const separator = added.length > 0 && (dashes === "needed" || cut >= 0) ? ["--"] : [];
  const chosen = [...run, ...separator, ...ordered];
  const own = variables.length > 0 ? ["env", ...variables] : [];
  const plain = [...variables.map(quoteVariable), quoteWords(chosen)].join(" ");
  const asWritten = quoteWords(line) === quoteWords([...variables, ...chosen]);
  return { words: [...own, ...chosen], paths: judged.paths, plain, asWritten };
}

function quoteVariable(variable: string): string {
  const end = variable.indexOf("=") + 1;
  return variable.slice(0, end) + quoteWords([variable.slice(end)]);
}
