// go test -json: an event on each line.
import * as z from "zod";
import { parseJson } from "../../text/json/json.ts";
import type { FailedTest } from "./failed-test.ts";
import { readGo } from "./go-test.ts";

export function isGoEvents(text: string): boolean {
  return /^\{"(?:Time|Action|ImportPath)":/m.test(text);
}

const GoEvent = z.looseObject({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});

/** The events hold the text of `go test -v`, that of several packages mixed. */
export function readGoEvents(text: string): FailedTest[] {
  const packages = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const event = line.startsWith("{") ? GoEvent.safeParse(parseJson(line)).data : undefined;
    const { Package = "", Action, Test, Output = "" } = event ?? {};
    const texts = packages.get(Package) ?? [];
    packages.set(Package, texts);
    if (event === undefined) texts.push(`${line}\n`);
    else texts.push(Action === "fail" && Test ? `--- FAIL: ${Test} (\n` : Output);
  }
  return [...packages.values()].flatMap((texts) => readGo(texts.join("")));
}
