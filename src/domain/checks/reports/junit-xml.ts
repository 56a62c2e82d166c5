// JUnit's XML, as most runners can print it. Cut at its tags instead of parsed: the output around it is not XML, and
// its beginning may be missing.
import type { FailedTest } from "./failed-test.ts";
import { headOf } from "./message-head.ts";

/** Attributes up to the end of the tag; a `>` may stand in a value. */
const ATTRIBUTES = /^((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>/;

export function readJunitXml(text: string): FailedTest[] {
  return text
    .split(/<testcase\b/)
    .slice(1)
    .flatMap(readCase);
}

function readCase(text: string): FailedTest[] {
  const tag = ATTRIBUTES.exec(text)?.[1];
  const name = attribute(tag, "name");
  if (tag === undefined || name === undefined || tag.endsWith("/")) return [];
  const body = text.slice(tag.length + 1).split("</testcase>", 1)[0] ?? "";
  const [, failure] = withoutPrinted(body).split(/<(?:failure|error)\b/, 2);
  return failure === undefined ? [] : [{ name, message: messageOf(failure, name) }];
}

/** Without what the test itself printed, which may look like anything. */
function withoutPrinted(body: string): string {
  return body
    .split(/<\/?system-(?:out|err)\b/)
    .filter((_, at) => at % 2 === 0)
    .join("");
}

function messageOf(failure: string, name: string): string {
  const tag = ATTRIBUTES.exec(failure)?.[1] ?? "";
  const said = attribute(tag, "message");
  if (said) return headOf(said);
  const body = failure.slice(tag.length + 1).split(/<\/(?:failure|error)>/, 1)[0] ?? "";
  const words = unescaped(body.replace("<![CDATA[", "").replace("]]>", ""));
  const lines = words.split("\n");
  return headOf((lines[0]?.includes(name) ? lines.slice(1) : lines).join("\n"));
}

function attribute(tag: string | undefined, key: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${key}=(?:"([^"]*)"|'([^']*)')`).exec(tag ?? "");
  return found ? unescaped(found[1] ?? found[2] ?? "") : undefined;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,5})|#(\d{1,6})|(\w{2,4}));/gi, (all, hex, decimal, named) => {
    if (named) return NAMED[named] ?? all;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return String.fromCodePoint(code);
  });
}
