// TAP, the lines "ok" and "not ok" of node, tap, tape, ava, mocha, vitest, deno, prove and bats. A failed group says
// "not ok" as well, after its tests (or before them, with a brace); only the innermost ones are failed tests.
import * as z from "zod";
import { parseJson } from "../../text/json/json.ts";
import type { FailedTest } from "./failed-test.ts";
import { headOf } from "./message-head.ts";

const TITLE = /^( *)# Subtest: (.+)$/;
const RESULT = /^( *)(not )?ok \d+(?: -)? (.+?)(?: # time=[\d.]+m?s)?( \{)?$/;
const REACH_LINES = 40;
/** Far more than are shown. */
const MOST = 100;

const Deno = z.looseObject({ message: z.string() });

interface Title {
  readonly indent: number;
  readonly name: string;
}

export function readTap(text: string): FailedTest[] {
  if (!text.includes("not ok ")) return [];
  const lines = text.split("\n");
  const comments = /^TAP version \d+\n# /m.test(text) && !text.includes("# Subtest: "); // tape's titles
  const found: FailedTest[] = [];
  let titles: Title[] = [];
  let failedAt = -1;
  for (const [at, line] of lines.entries()) {
    const title = TITLE.exec(line) ?? (comments ? /^()# (\S.*)$/.exec(line) : null);
    if (title) {
      const indent = comments ? -1 : (title[1] ?? "").length;
      titles = [...titles.filter((one) => one.indent < indent), { indent, name: title[2] ?? "" }];
      continue;
    }
    const result = RESULT.exec(line);
    const closed = /^( *)\}$/.exec(line)?.[1]?.length;
    if (closed !== undefined) failedAt = Math.min(failedAt, closed);
    if (!result) continue;
    const [, { length: indent } = "", not, name = "", brace] = result;
    titles = titles.filter((one) => one.indent < indent);
    const isGroup = brace !== undefined || failedAt > indent;
    const failed = not !== undefined && !/# (?:TODO|SKIP)\b/i.test(name);
    if (failed && !isGroup && found.length < MOST)
      found.push(failedTest([...titles.map((one) => one.name), name], lines, at));
    if (brace !== undefined) titles = [...titles, { indent, name }];
    failedAt = failed && brace === undefined ? indent : Math.min(failedAt, indent);
  }
  return found;
}

function failedTest(path: readonly string[], lines: readonly string[], at: number): FailedTest {
  const below = lines.slice(at + 1, at + 1 + REACH_LINES);
  const end = below.findIndex((line) => RESULT.test(line) || /^ *(?:\.\.\.|# .*)$/.test(line));
  const message = messageIn(end === -1 ? below : below.slice(0, end));
  return { name: path.join(" > "), ...(message && { message }) };
}

function messageIn(lines: readonly string[]): string | undefined {
  if (!/^ *---$/.test(lines[0] ?? "")) return /^ /.test(lines[0] ?? "") ? headOf(lines.join("\n")) : undefined;
  for (const [at, line] of lines.entries()) {
    const json = /^ *(\{"message":.*\})$/.exec(line)?.[1];
    if (json) return Deno.safeParse(parseJson(json)).data?.message.split("\n", 1)[0];
    const value = /^ *(?:error|message): (.+)$/.exec(line)?.[1];
    if (value) return headOf(wholeValue(value, lines.slice(at + 1)));
  }
  return undefined;
}

/** A block of YAML begins below its key, and a quoted text may go over several lines. */
function wholeValue(value: string, below: readonly string[]): string {
  if (/^[|>][-+\d]*$/.test(value)) return below.join("\n");
  const [, quote, text = ""] = /^(["'])(.*)$/.exec(value) ?? [];
  if (quote === undefined) return value;
  const end = text.replace(/,$/, "");
  return end.endsWith(quote) ? end.slice(0, -1) : [text, ...below].join("\n");
}
