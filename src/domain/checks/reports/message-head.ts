// What a failure says first: enough to know what is wrong, without the trace below it.

/** Lines that belong to a trace, and what runners print before one. */
const TRACE = /^\s*(?:at |# |❯ |› |stack backtrace:|note: run with|\S+:\d+:in )/;
/** Drawn beside the words by runners that frame them. */
const FRAME = /^\s*[│├]\s?/;
const LONGEST = 600;

/** The first paragraph; one that ends with a colon announces the next. */
export function headOf(text: string): string {
  const head: string[] = [];
  let chars = 0;
  for (const line of text.split("\n")) {
    const words = line.replace(FRAME, "").trim();
    if (words === "" && (head.length === 0 || head.at(-1)?.endsWith(":"))) continue;
    if (words === "" || chars > LONGEST || (head.length > 0 && TRACE.test(line))) break;
    head.push(words);
    chars += words.length;
  }
  return head.join(" ");
}
