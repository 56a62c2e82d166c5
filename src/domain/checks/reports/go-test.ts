// go test, also with -v. What a test says stands below its "=== RUN" or its "--- FAIL"; what the compiler says of a
// package stands below its "#". A failed subtest makes its parents fail: only the innermost are named.
import type { FailedTest } from "./failed-test.ts";
import { headOf } from "./message-head.ts";

const HEADING = /^[ \t]*(?:=== \w+ +|--- (FAIL|PASS|SKIP): |# )(\S+)/;
const NOT_BUILT = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/;
const FAILED = /^FAIL\t(\S+)\t[\d.]+s$/;
const END = /^(?:FAIL|PASS|exit status \d+|(?:ok {2}|\? {3})\t.*)$/;
const MESSAGE = /^(?:[ \t]*\S+\.go:\d+(?::\d+)?: |panic: )/m;

export function readGo(text: string): FailedTest[] {
  if (!/^[ \t]*--- FAIL: |^FAIL\t/m.test(text)) return [];
  const said = new Map<string, string[]>();
  const failed = new Set<string>();
  const packages = new Set<string>();
  let current: string[] | undefined;
  for (const line of text.split("\n")) {
    const [, result, heading] = HEADING.exec(line) ?? [];
    const notBuilt = NOT_BUILT.exec(line)?.[1];
    const inPackage = FAILED.exec(line)?.[1];
    if (heading !== undefined) {
      current = result === "PASS" || result === "SKIP" ? undefined : (said.get(heading) ?? []);
      if (current) said.set(heading, current);
      if (result === "FAIL") failed.add(heading);
    } else if (notBuilt) failed.add(notBuilt);
    else if (inPackage) packages.add(inPackage);
    else if (END.test(line)) current = undefined;
    else current?.push(line);
  }
  if (failed.size === 0) return [...packages].map((name) => ({ name, ...messageIn(text) })); // it ended midway
  const parents = new Set([...failed].flatMap(parentsOf));
  const innermost = [...failed].filter((name) => !parents.has(name));
  return innermost.map((name) => ({ name, ...messageIn((said.get(name) ?? []).join("\n")) }));
}

function parentsOf(name: string): string[] {
  return [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index));
}

function messageIn(text: string): { message?: string } {
  const begin = text.search(MESSAGE);
  return begin === -1 ? {} : { message: headOf(text.slice(begin)) };
}
