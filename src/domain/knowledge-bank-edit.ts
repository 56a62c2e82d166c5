// Changes to a knowledge bank file. Each takes the whole text and gives it back with one entry changed and every other
// byte as it was. All of them may be done twice: a retrospective that was cut off is simply done again. Words of an agent
// become one line of plain text, so they can neither add a field nor end an entry.
import { oneLine } from "./issue-text.ts";
import {
  APPROXIMATE,
  type BankEntry,
  type BankField,
  type BankFile,
  bankKey,
  type Category,
  type Confidence,
  featureNumber,
  fieldOf,
  isStale,
  lastObserved,
  nameOf,
  newerFeatures,
  observationCount,
  observers,
  parseBank,
  STALE_MARK,
} from "./knowledge-bank.ts";

export interface NewBankEntry {
  readonly name: string;
  readonly text: string;
  /** Where it was seen, after `Feature #NNN`. */
  readonly provenance: string;
  readonly confidence: Confidence;
}

const LONGEST_NAME = 60;
const TITLES: Readonly<
  Record<Category, { readonly title: string; readonly prefix: string; readonly provenance: string }>
> = {
  patterns: { title: "Patterns", prefix: "Pattern: ", provenance: "Observed in" },
  "anti-patterns": { title: "Anti-Patterns", prefix: "Anti-Pattern: ", provenance: "Observed in" },
  heuristics: { title: "Heuristics", prefix: "", provenance: "Source" },
};

/**
 * With the entry at its end. The text as it was when one of that name or of the same words is there, or when the file ends
 * inside a fence or a comment that would swallow it.
 */
export function addEntry(file: BankFile, entry: NewBankEntry, feature: number): string {
  if (findSame(parseBank(file), entry)) return file.text;
  const { title, prefix, provenance } = TITLES[file.category];
  const where = entry.provenance.trim() === "" ? "" : ` — ${plainLine(entry.provenance)}`;
  const lines = [
    `### ${prefix}${shortName(entry.name)}`,
    plainLine(entry.text),
    `- ${provenance}: ${featureLabel(feature)}${where}`,
    `- Confidence: ${entry.confidence}`,
    `- Last observed: ${featureLabel(feature)}`,
    "- Observation count: 1",
    "",
  ];
  const eol = eolOf(file.text);
  const head = [`# ${title}`, "", "Accumulated learnings from feature retrospectives."].join(eol);
  const above = file.text.trim() === "" ? head : file.text;
  const text = `${above}${/[\r\n]$/.test(above) ? "" : eol}${eol}${lines.join(eol)}`;
  return findSame(parseBank({ ...file, text }), entry) ? text : file.text;
}

/** An entry of this name, or one that says the same in the same words. */
export function findSame(entries: readonly BankEntry[], { name, text }: Pick<NewBankEntry, "name" | "text">) {
  const words = plainLine(text).toLowerCase();
  return entries.find(
    (entry) => bankKey(entry.name) === bankKey(shortName(name)) || entry.description.toLowerCase() === words,
  );
}

/** A feature bore it out: once more, no longer in doubt. A feature counts once, in whatever order they come. */
export function confirmEntry(file: BankFile, name: string, feature: number): string {
  return changeEntry(file, name, (entry) => {
    if (observers(entry).has(feature)) return [];
    return [
      ...observedNow(file, entry, feature),
      ...setField(file, entry, "observation count", "Observation count", String(observationCount(entry) + 1)),
      ...withoutStaleMark(entry),
    ];
  });
}

export function challengeEntry(file: BankFile, name: string, feature: number, reason: string): string {
  return changeEntry(file, name, (entry) => {
    const line = `- Challenged: ${featureLabel(feature)} — ${plainLine(reason) || "no reason given"}`;
    const isThere = entry.fields.some((field) => field.name === "challenged" && featureNumber(field.value) === feature);
    return isThere ? [] : [insertLine(file, entry, line)];
  });
}

/** Still true: observed now, the mark taken off, the count as it is. */
export function keepEntry(file: BankFile, name: string, feature: number): string {
  return changeEntry(file, name, (entry) => [...observedNow(file, entry, feature), ...withoutStaleMark(entry)]);
}

/** The person's own text instead of the old one; observed now, for the first time. */
export function updateEntry(file: BankFile, name: string, feature: number, text: string): string {
  return changeEntry(file, name, (entry) => [
    replaceDescription(file, entry, plainLine(text)),
    ...setLastObserved(file, entry, feature),
    ...setField(file, entry, "observation count", "Observation count", "1"),
    ...withoutFields(entry, "also observed"), // they bore out what it no longer says
    ...withoutStaleMark(entry),
  ]);
}

/** Gone, with the empty line that set it apart; comments and rules around it stay. */
export function retireEntry(file: BankFile, name: string): string {
  return changeEntry(file, name, ({ start, end }) => {
    const gap = /^(?:[ \t]*(?:\r\n|\n|\r)){1,2}/.exec(file.text.slice(end, end + 200))?.[0].length ?? 0;
    return [{ start, end: end + gap, text: "" }];
  });
}

export function markStale(file: BankFile, name: string, features: readonly number[]): string {
  return changeEntry(file, name, (entry) => {
    if (entry.isMarkedStale || !isStale(entry, features)) return [];
    return [insertLine(file, entry, `- ${STALE_MARK}: ${newerFeatures(entry, features)} newer features without it`)];
  });
}

/** Adds `Last observed` and `Observation count` where they are missing. What is there is never changed. */
export function backfillBank(file: BankFile, newestFeature: number | undefined): string {
  const entries = parseBank(file);
  const numbers = entries.map((entry) => featureNumber(fieldOf(entry, "provenance")));
  const changes = entries.flatMap((entry, index) => {
    const lines: string[] = [];
    if (fieldOf(entry, "last observed") === undefined) {
      const known = numbers[index];
      const near = known ?? nearest(numbers, index) ?? newestFeature;
      if (near === undefined) return [];
      lines.push(`- Last observed: ${featureLabel(near)}${known === undefined ? ` ${APPROXIMATE}` : ""}`);
    }
    if (fieldOf(entry, "observation count") === undefined) lines.push("- Observation count: 1");
    return lines.length === 0 ? [] : [insertLine(file, entry, lines.join(eolOf(file.text)))];
  });
  return applyChanges(file.text, changes);
}

function featureLabel(feature: number): string {
  return `Feature #${String(feature).padStart(3, "0")}`;
}

/** Up to 60 characters, cut between words; one line that is no structure. */
export function shortName(name: string): string {
  const line = plainLine(nameOf(oneLine(name))).replace(/[.:;,#\s]+$/, "");
  if (line.length <= LONGEST_NAME) return line || "Untitled";
  const cut = line.slice(0, LONGEST_NAME - 1);
  const border = cut.lastIndexOf(" ");
  return `${(border > LONGEST_NAME / 2 ? cut.slice(0, border) : cut).replace(/[.:;,\s]+$/, "")}…`;
}

/** One line that Markdown reads as a paragraph, whatever it begins with. */
export function plainLine(text: string): string {
  const line = oneLine(text).replaceAll("<!--", "<\\!--").replaceAll(STALE_MARK, "STALE");
  return line.replace(/^(?=[#>|<]|[-*+](?:\s|$)|[-*_]{3}|`{3}|~{3})/, "\\");
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function changeEntry(file: BankFile, name: string, change: (entry: BankEntry) => readonly Change[]): string {
  const entry = parseBank(file).find((one) => bankKey(one.name) === bankKey(name));
  return entry ? applyChanges(file.text, change(entry)) : file.text;
}

/** Changes at one place keep their order. */
function applyChanges(text: string, changes: readonly Change[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const change of [...changes].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, change.start), change.text);
    from = Math.max(from, change.end);
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/**
 * Observed now. Of two observations the older one is kept in a line of its own, unless the provenance names it: else a
 * retrospective that is done again would count its feature again.
 */
function observedNow(file: BankFile, entry: BankEntry, feature: number): Change[] {
  const last = Math.max(lastObserved(entry) ?? feature, feature);
  const origin = observers({ ...entry, fields: entry.fields.filter(({ name }) => name === "provenance") });
  const older = [...new Set([...observers(entry), feature])].filter((number) => number !== last && !origin.has(number));
  const labels = older.sort((a, b) => a - b).map((number) => featureLabel(number).replace("Feature ", ""));
  const also = `Feature ${labels.join(", ")}`;
  return [
    ...setLastObserved(file, entry, feature),
    ...(older.length === 0 ? [] : setField(file, entry, "also observed", "Also observed", also)),
  ];
}

/** A feature that ends late does not make an entry older than it is. */
function setLastObserved(file: BankFile, entry: BankEntry, feature: number): Change[] {
  const before = lastObserved(entry) ?? -1;
  const isGuess = fieldOf(entry, "last observed")?.includes(APPROXIMATE);
  if (feature < before || (feature === before && !isGuess)) return [];
  return setField(file, entry, "last observed", "Last observed", featureLabel(feature));
}

function setField(
  file: Pick<BankFile, "text">,
  entry: BankEntry,
  name: BankField["name"],
  label: string,
  value: string,
): Change[] {
  const field = entry.fields.findLast((one) => one.name === name);
  if (field?.value === value) return [];
  if (field) return [{ start: field.start, end: field.end, text: separated(field, value) }];
  return [insertLine(file, entry, `- ${label}: ${value}`)];
}

/** A label without a value has no space behind it yet. */
function separated(field: BankField, value: string): string {
  return field.value === "" ? ` ${value}` : value;
}

function withoutFields(entry: BankEntry, name: BankField["name"]): Change[] {
  return entry.fields
    .filter((field) => field.name === name)
    .map(({ itemStart, itemEnd }) => ({ start: itemStart, end: itemEnd, text: "" }));
}

function withoutStaleMark(entry: BankEntry): Change[] {
  const lines = withoutFields(entry, "stale");
  const inHeading = (entry.text.split(/\r?\n/, 1)[0] ?? "").indexOf(STALE_MARK);
  if (inHeading === -1) return lines;
  const before = /[ \t]*$/.exec(entry.text.slice(0, inHeading))?.[0].length ?? 0;
  const start = entry.start + inHeading;
  return [{ start: start - before, end: start + STALE_MARK.length, text: "" }, ...lines];
}

/** Below the last field, or at the end of an entry that has none. */
function insertLine({ text }: Pick<BankFile, "text">, entry: BankEntry, line: string): Change {
  const eol = eolOf(text);
  const last = entry.fields.findLast(({ name }) => name !== "stale");
  if (!last || last.itemEnd >= entry.end) return { start: entry.end, end: entry.end, text: `${eol}${line}` };
  return { start: last.itemEnd, end: last.itemEnd, text: `${line}${eol}` };
}

function replaceDescription(file: BankFile, entry: BankEntry, text: string): Change {
  const eol = eolOf(file.text);
  const heading = /^[^\r\n]*(?:\r\n|\n|\r)?/.exec(entry.text)?.[0] ?? "";
  const start = entry.start + heading.length;
  // up to the first field: a list or a fence before it is part of what the entry said
  const first = entry.fields[0]?.itemStart;
  const separator = /[\r\n]$/.test(heading) ? "" : eol;
  return { start, end: first ?? entry.end, text: `${separator}${text}${first === undefined ? "" : eol}` };
}

/** Entries are added at the end, so the one before is of about the same time. */
function nearest(numbers: readonly (number | undefined)[], index: number): number | undefined {
  return (
    numbers.slice(0, index).findLast((number) => number !== undefined) ??
    numbers.slice(index + 1).find((number) => number !== undefined)
  );
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
