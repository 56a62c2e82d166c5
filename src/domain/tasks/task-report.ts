// An implementer's report, read by its labels and never trusted: a missing label means `none`, a path is only a claim.
import { checkPath } from "../text/secrets/safe-path.ts";

export interface TaskReport {
  readonly isAlreadyComplete: boolean;
  readonly files: readonly string[];
  /** Paths that no file of the repository can have. */
  readonly refused: readonly string[];
  readonly decisions: string;
  readonly deviations: string;
  readonly concerns: string;
  readonly summary: string;
}

const LABELS = {
  summary: /^(?:what (?:you|i) )?implemented/i,
  files: /^files? changed/i,
  decisions: /^decisions?/i,
  deviations: /^deviations?/i,
  concerns: /^(?:issues or )?concerns?/i,
  other: /^(?:tested|what (?:you|i) tested|self-review)/i,
} as const;

export function readTaskReport(reply: string): TaskReport {
  const parts: Record<keyof typeof LABELS, string[]> = {
    ...{ summary: [], files: [], decisions: [], deviations: [], concerns: [], other: [] },
  };
  let current: keyof typeof LABELS | undefined;
  for (const line of reply.split(/\r?\n/)) {
    const label = findLabel(line);
    current = label?.key ?? current;
    if (current) parts[current].push(label?.rest ?? line);
  }
  const checked = pathsIn(parts.files).map((path) => ({ path, check: checkPath(path) }));
  return {
    isAlreadyComplete: /task already complete/i.test(reply),
    files: [...new Set(checked.flatMap(({ check }) => (check.ok ? [check.path] : [])))].sort(),
    refused: checked.flatMap(({ path, check }) => (check.ok ? [] : [path])),
    decisions: textOf(parts.decisions),
    deviations: textOf(parts.deviations),
    concerns: textOf(parts.concerns),
    summary: textOf(parts.summary),
  };
}

/** Without a colon, only a heading or the bare label counts: `- Implemented the limit` is a sentence. */
function findLabel(line: string): { readonly key: keyof typeof LABELS; readonly rest: string } | undefined {
  const [, marks = "", name = "", colon = "", rest = ""] =
    /^([\s#>*_-]*)([A-Za-z][A-Za-z -]{2,40}?)[*_]*\s*(:[*_]*|$)(.*)$/.exec(line) ?? [];
  const key = keysOf(LABELS).find((one) => LABELS[one].test(name));
  if (!key) return undefined;
  const isLabel = colon !== "" || /#|\*\*|__/.test(marks) || name.replace(LABELS[key], "") === "";
  return isLabel ? { key, rest } : undefined;
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] => Object.keys(record) as Key[];

function textOf(lines: readonly string[]): string {
  return lines.join("\n").trim() || "none";
}

/** One path per line, as a list or in code marks; a remark after it is not part of it. */
function pathsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const inCode = [...line.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
    if (inCode.length > 0) return inCode;
    return line
      .split(",")
      .map((piece) =>
        piece
          .replace(/^[\s*+-]+/, "")
          .replace(/(?:\s+[—–(-]|:\s).*$/, "")
          .trim(),
      )
      .filter((path) => path !== "" && !/^none\b/i.test(path) && /[./]/.test(path) && !/\s\w+\s/.test(path));
  });
}
