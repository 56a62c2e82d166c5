// pytest names a test in its summary, with the file, but cuts the message there to the width of a terminal; the whole
// message stands in the test's own section, under a shorter name.
import type { FailedTest } from "./failed-test.ts";

const SUMMARY = /^(?:FAILED|ERROR) (?<name>\S.*?::[^[\n]+?(?:\[.*?\])?|\S+\.py)(?: - (?<message>.+))?$/gm;
const SECTION = /^_{3,} (?<name>\S.*?) _{3,}$/m;
/** What is wrong, and the deeper indented lines that continue it. */
const MESSAGE = /^E {3}(?<message>\S.*(?:\nE {4,}.*)*)/m;

export function readPytest(text: string): FailedTest[] {
  const sections = readSections(text);
  const summary = [...text.matchAll(SUMMARY)].map(({ groups }) => ({ name: groups?.name ?? "", ...groups }));
  if (summary.length === 0) return sections;
  const messages = new Map<string, string[]>();
  for (const { name, message = "" } of sections) {
    const inSummary = name.replace(/^ERROR (?:at \w+ of|collecting) /, "");
    messages.set(inSummary, [...(messages.get(inSummary) ?? []), message]);
  }
  return summary.map(({ name, message: cut }: FailedTest) => {
    const inSection = name.replace(/^.*?::/, "").replaceAll("::", ".");
    const message = messages.get(inSection)?.shift() ?? cut; // the same name may stand in several files
    return { name, ...(message && { message }) };
  });
}

/** Other programs draw such lines too: one without a message is not a failure. */
function readSections(text: string): FailedTest[] {
  const [, ...parts] = text.split(new RegExp(SECTION, "gm"));
  return parts.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const own = parts[at + 1]?.split(/^={3,}/m, 1)[0] ?? "";
    const message = MESSAGE.exec(own)?.groups?.message;
    return message ? [{ name, message: message.replaceAll(/\nE\s+/g, " ") }] : [];
  });
}
