// The commands that an output shows, as a person would copy them; and a place to try each one in.
import { cp } from "node:fs/promises";
import { FEATURE_COMMANDS, OTHER_COMMANDS } from "../../src/domain/feature/printed-commands.ts";
import type { Ended, Workplace } from "./iflow.ts";
import { workplaceIn } from "./iflow.ts";
import { repoAt, tempFolder } from "./temp-repo.ts";

const COMMAND = new RegExp(
  String.raw`(?<![\w./:-])iflow (?:--json )?(?:${[...FEATURE_COMMANDS, ...OTHER_COMMANDS].join("|")})(?![\w-])(?: (?:"[^"\n]*"|'[^'\n]*'|-[\w-]+(?:=\S+)?|[\w./-]*\w))*`,
  "g",
);

/** In backquotes, at the beginning of a line, in a column of its own, or behind the words that announce a command. */
const ANNOUNCED =
  /^\s*$| {3}$|`$|&& $|(?:Next|Fix|Then|then|or|Or|with|decide|tasks|Resume with|again|stands|in full|later|agents|finish it): +$/;

/** What `--json` gives to scripts as well as text. */
export function printedCommands({ stdout, stderr }: Ended): string[] {
  const lines = `${stdout}\n${stderr}`.split("\n");
  const found = lines.flatMap((line) =>
    [...line.matchAll(COMMAND)].flatMap((match) => {
      const before = line.slice(0, match.index).replace(/^\s*"(?:fix|next|message)": "/, "");
      return ANNOUNCED.test(before) || /\), or: $/.test(before) ? [match[0]] : [];
    }),
  );
  return [...new Set(found)];
}

/** Of git, as a shell is given them; what is in capitals is for the person to fill in, so it cannot be tried. */
export function printedGitCommands({ stdout, stderr }: Ended): string[] {
  const lines = `${stdout}\n${stderr}`.split("\n").map((line) => line.replace(/^\s*"(?:fix|next)": "(.*)",?$/, "$1"));
  const found = lines.flatMap((line) => [...line.matchAll(GIT)].map(([, command = ""]) => command.trim()));
  return [...new Set(found)].filter((command) => !/ (?:BRANCH|COMMIT|NAME|ADDRESS)\b/.test(command));
}

/** Up to a remark in brackets, the next thing to do, or another column. */
const GIT =
  /(?:^\s*|\(or: |; or: |\b(?:Fix|Look|Next|Then|then|or|Commit it|commit): +)(git [a-z].*?)(?= {3}|\s*$|, (?:then|or|resolve)\b|\))/g;

/** The same repository, with everything iflow knows about it, in another folder. */
export async function copyOf(place: Workplace): Promise<Workplace> {
  const root = await tempFolder();
  await cp(place.root, root, { recursive: true, verbatimSymlinks: true });
  return workplaceIn(repoAt(root));
}

/** As a shell splits it; our commands have no other quoting. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, twice, once, plain]) => twice ?? once ?? plain ?? "",
  );
}
