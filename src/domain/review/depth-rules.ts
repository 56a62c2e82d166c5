// Which depth a change deserves. The rules are the project's (`risk` in the config); an agent's look decides only before
// there is code. From then on the real diff decides, whatever anybody said about it.
import type { Config } from "../config/config.ts";
import type { Reply } from "../roles/reply-shapes.ts";
import { listNames } from "../text/list-names.ts";
import { oneLine } from "../text/one-line.ts";
import { matcherOf } from "../text/secrets/secret-files.ts";
import { withoutSecrets } from "../text/secrets/secrets.ts";

export type RiskRules = Config["risk"];

/** One file of a diff. */
export interface ChangedFile {
  readonly path: string;
  /** Added and removed; null when git cannot count them. */
  readonly lines: number | null;
}

/** Why the change is too much for light depth; empty when it is not. */
export function outgrows(files: readonly ChangedFile[], { paths, size }: RiskRules): string[] {
  const isRisky = matcherOf(paths);
  const uncounted = files.filter(({ lines }) => lines === null).map(({ path }) => path);
  const lines = files.reduce((sum, file) => sum + (file.lines ?? 0), 0);
  return [
    ...touches(files.map(({ path }) => path).filter(isRisky)),
    ...(uncounted.length > 0 ? [`changes ${names(uncounted)}, which cannot be counted in lines`] : []),
    ...tooLarge(files.length, lines, size),
  ];
}

export interface ChosenDepth {
  readonly depth: "light" | "full";
  readonly why: readonly string[];
}

/** After the look of the risk-explorer, before there is code; without a usable answer, full. */
export function chooseDepth(look: Reply<"risk-look"> | undefined, { paths, size }: RiskRules): ChosenDepth {
  if (!look) return { depth: "full", why: ["the look gave no answer that can be used"] };
  const files = [...new Set(look.files.map((path) => path.replace(/^(?:\.?\/)+/, "")))];
  const said = cut(withoutSecrets(oneLine(look.why)));
  const why = [
    ...(files.length === 0 ? ["the look named no file"] : []),
    ...touches(files.filter(matcherOf(paths))),
    ...tooLarge(files.length, look.size, size),
    ...(look.risk === "low" ? [] : [`the risk explorer sees a ${look.risk} risk: ${said}`]),
  ];
  if (why.length > 0) return { depth: "full", why };
  const count = `${files.length} ${files.length === 1 ? "file" : "files"}, about ${look.size} lines`;
  return { depth: "light", why: [`${count}, none of them in risk.paths: ${said}`] };
}

function touches(risky: readonly string[]): string[] {
  return risky.length === 0 ? [] : [`touches ${names(risky)} (risk.paths)`];
}

function tooLarge(files: number, lines: number, most: RiskRules["size"]): string[] {
  return [
    ...(files > most.files ? [`changes ${files} files (risk.size.files: ${most.files})`] : []),
    ...(lines > most.lines ? [`changes ${lines} lines (risk.size.lines: ${most.lines})`] : []),
  ];
}

const MOST_NAMES = 3;

function names(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_NAMES);
  const more = paths.length - shown.length;
  return listNames(more > 0 ? [...shown, `${more} more`] : shown);
}

const LONGEST = 160;

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
