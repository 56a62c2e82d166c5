// The tests of a file: their titles as a runner knows them, and the criteria that are named in the title, in the call, or
// in a comment next to it. What cannot be read as a literal title is left out; a test that is not there cannot show anything.
import { citedCriteria } from "../lint/criteria.ts";

export interface FoundTest {
  readonly title: string;
  /** Keys of the criteria named beside it (`criterionKey`). */
  readonly criteria: ReadonlySet<string>;
  /** Those of them that are named with the feature: `001 AC-1`. */
  readonly certain: ReadonlySet<string>;
}

/** By its folder or its name. */
export function isTestFile(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_NAME.test(path.slice(path.lastIndexOf("/") + 1));
}

const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|e2e)\/(?:.*\/)?[^/]+\.[a-z]{1,5}$/i;
const TEST_NAME = /[._-](?:test|spec)\.[a-z]{1,5}$|_(?:test|spec)\.[a-z]{2,4}$|^test_.*\.py$|Tests?\.[a-z]{2,5}$/;

/** `number` is the feature's: `001 AC-1` in a file that several features share is about that feature only. */
export function testsIn({ path, text }: SourceFile, number: number): FoundTest[] {
  const patterns = READERS[path.slice(path.lastIndexOf(".") + 1)] ?? [];
  return patterns.flatMap((pattern) => readTests(text, pattern, number));
}

function readTests(text: string, pattern: RegExp, number: number): FoundTest[] {
  const lines = text.split("\n");
  const found: FoundTest[] = [];
  let [begin, at, suite] = [0, 0, ""];
  for (const match of text.matchAll(pattern)) {
    begin += text.slice(at, match.index).split("\n").length - 1;
    at = match.index;
    if (match.groups?.suite !== undefined) suite = `${match.groups.suite}::`;
    const title = literal(match.groups?.title, match.groups?.quote);
    if (title === undefined) continue;
    const isInside = suite !== "" && /^\s/.test(lines[begin] ?? "");
    const beside = besides(lines, begin, begin + match[0].split("\n").length - 1);
    found.push({ title: isInside ? `${suite}${title}` : title, ...citedFor(number, `${match[0]}\n${beside}`) });
  }
  return found;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const STRING = String.raw`(?<quote>["'${"`"}])(?<title>(?:\\.|(?!\k<quote>)[^\\\n])*)\k<quote>`;
const OF_JAVASCRIPT: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w$.])(?:test|it|specify|Deno\.test)(?:\.\w+)*\s*\(\s*${STRING}`, "g"),
  // verifies("AC-2", "title", …): what it verifies comes first
  new RegExp(
    String.raw`(?<![\w$.])\w+\(\s*(?:\[[^\]]{0,200}\bAC[- ]?\d[^\]]{0,200}\]|["'][^"'\n]{0,40}\bAC[- ]?\d[^"'\n]{0,80}["'])\s*,\s*${STRING}`,
    "g",
  ),
];
const OF_RUBY = [new RegExp(String.raw`(?<=^[ \t]*)(?:it|test|specify|scenario)[ (]\s*${STRING}`, "gm")];
const READERS: Readonly<Record<string, readonly RegExp[]>> = {
  ...Object.fromEntries(
    ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"].map((ending) => [ending, OF_JAVASCRIPT]),
  ),
  // a method is known by its class
  py: [/^class (?<suite>\w+)|(?<=^[ \t]*)(?:async )?def (?<title>test\w*)\(/gm],
  go: [/^func (?<title>Test\w+)\(/gm],
  rs: [/#\[(?:\w+::)?test\](?:\s*#\[[^\]]*\])*\s*(?:pub )?(?:async )?fn (?<title>\w+)/g],
  rb: OF_RUBY,
  php: [/function (?<title>test\w+)\(/g],
};

/** Undefined for a title that is empty, or put together when the test runs. */
function literal(written: string | undefined, quote: string | undefined): string | undefined {
  if (!written || (quote === "`" && written.includes("${"))) return undefined;
  return written.replaceAll(/\\(.)/g, "$1");
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|@|"""|''')/;

/** Comments directly above, behind it on its line, and in the line below, where a docstring stands. */
function besides(lines: readonly string[], begin: number, end: number): string {
  const found: string[] = [];
  for (let at = begin - 1; at >= 0 && COMMENT.test(lines[at] ?? ""); at--) found.push(lines[at] ?? "");
  found.push(/(?:\/\/|#|\/\*).*$/.exec(lines[end] ?? "")?.[0] ?? "");
  const below = lines[end + 1] ?? "";
  if (COMMENT.test(below)) found.push(below);
  return found.join("\n");
}

/** Without those that are said to be another feature's: `002-export AC-1`, `002 AC-1`. */
function citedFor(number: number, text: string): Pick<FoundTest, "criteria" | "certain"> {
  const certain: string[] = [];
  const own = text.replaceAll(QUALIFIED, (_, padded?: string, keyed?: string, cited = "") => {
    if (Number(padded ?? keyed) !== number) return "";
    certain.push(cited);
    return cited;
  });
  return { criteria: citedCriteria(own), certain: citedCriteria(certain.join("\n")) };
}

const QUALIFIED =
  /\b(?:(0\d{2,5})|(\d{3,6})-[\p{Ll}\p{Lo}\d]+(?:-[\p{Ll}\p{Lo}\d]+)*)[\s:/#]{1,2}(AC[- ]?\d+(?:[\w.]|[,/&+]\s?\d|,? (?:and )?AC[- ]?\d)*)/gu;
