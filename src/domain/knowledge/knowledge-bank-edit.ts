// Changes to a knowledge bank file. Each takes the whole text and returns it with one entry changed and every other
// byte intact. All of them can be applied twice: an interrupted retrospective is simply done again. An agent's text
// becomes one line of plain text, so it can neither add a field nor end an entry.
import { cutAt, plainWords } from "../text/words/foreign-words.ts";
import {
  addField,
  type Edit,
  editEntries,
  eolOf,
  insertLine,
  replaceDescription,
  setField,
  WITHOUT_STALE_MARK,
  withoutFields,
} from "./bank-entry-edits.ts";
import {
  APPROXIMATE,
  type BankEntry,
  type BankFile,
  bankKey,
  type Category,
  type Confidence,
  fieldOf,
  isStale,
  lastObserved,
  nameOf,
  newerFeatures,
  observationCount,
  observers,
  originNumber,
  parseBank,
  STALE_MARK,
} from "./knowledge-bank.ts";

export interface NewBankEntry {
  readonly name: string;
  readonly text: string;
  /** Where it was seen, printed after `Feature #NNN`. */
  readonly provenance: string;
  readonly confidence: Confidence;
  /** The event that shows it. */
  readonly reasoning?: string;
  readonly keywords?: readonly string[];
}

/** Anything longer is no longer a lesson. */
const LONGEST = { name: 60, text: 2_000, provenance: 300, reason: 500, keyword: 40 };
const MOST_KEYWORDS = 10;
const TITLES: Readonly<
  Record<Category, { readonly title: string; readonly prefix: string; readonly provenance: string }>
> = {
  patterns: { title: "Patterns", prefix: "Pattern: ", provenance: "Observed in" },
  "anti-patterns": { title: "Anti-Patterns", prefix: "Anti-Pattern: ", provenance: "Observed in" },
  heuristics: { title: "Heuristics", prefix: "", provenance: "Source" },
};

/**
 * The text with the entry at its end. Returns the text unchanged if an entry of the same name or with the same words
 * exists, or if the file ends inside a fence or a comment that would swallow it.
 */
export function addEntry(file: BankFile, entry: NewBankEntry, feature: number): string {
  if (findSame(parseBank(file), file.category, entry)) return file.text;
  const { title, prefix, provenance } = TITLES[file.category];
  const where = entry.provenance.trim() === "" ? "" : ` — ${cutAt(plainLine(entry.provenance), LONGEST.provenance)}`;
  const lines = [
    `### ${prefix}${shortName(entry.name)}`,
    lessonText(entry.text),
    `- ${provenance}: ${featureLabel(feature)}${where}`,
    `- Confidence: ${entry.confidence}`,
    `- Last observed: ${featureLabel(feature)}`,
    "- Observation count: 1",
    ...linesBelow(entry),
    "",
  ];
  const eol = eolOf(file.text);
  const head = [`# ${title}`, "", "Accumulated learnings from feature retrospectives."].join(eol);
  const above = file.text.trim() === "" ? head : file.text;
  const text = `${above}${/[\r\n]$/.test(above) ? "" : eol}${eol}${lines.join(eol)}`;
  return findSame(parseBank({ ...file, text }), file.category, entry) ? text : file.text;
}

/** The reasoning, and the keywords by which it is searched for; nothing that was not given. */
function linesBelow({ reasoning = "", keywords = [] }: NewBankEntry): string[] {
  const why = cutAt(plainLine(reasoning), LONGEST.reason);
  const cleaned = keywords.map((word) => plainWords(word.replaceAll(/["\\[\],]/g, " ")).toLowerCase());
  const words = [...new Set(cleaned.filter((word) => word !== ""))].slice(0, MOST_KEYWORDS);
  const quoted = words.map((word) => `"${cutAt(word, LONGEST.keyword)}"`).join(", ");
  return [
    ...(why === "" ? [] : [`- Reasoning: ${why}`]),
    ...(quoted === "" ? [] : [`- Keywords: ${plainLine(`[${quoted}]`)}`]),
  ];
}

/**
 * An entry of this kind and name, or one of any kind that says the same in the same words. A name alone says nothing
 * about another kind: what to do and what to avoid may well have the same name.
 */
export function findSame(
  entries: readonly BankEntry[],
  category: Category,
  { name, text }: Pick<NewBankEntry, "name" | "text">,
): BankEntry | undefined {
  const words = lessonText(text).toLowerCase();
  const isSaid = (entry: BankEntry) => words !== "" && entry.description.toLowerCase() === words;
  const isNamed = (entry: BankEntry) => entry.category === category && bankKey(entry.name) === bankKey(shortName(name));
  return entries.find((entry) => isNamed(entry) || isSaid(entry));
}

/** A feature confirmed it: one more observation, no longer stale. Each feature counts once, in any order. */
export function confirmEntry(file: BankFile, name: string, feature: number): string {
  return changeEntry(file, name, (entry) => {
    if (observers(entry).has(feature)) return [];
    const count = String(observationCount(entry) + 1);
    return [...observedNow(feature), setField("observation count", () => count), ...WITHOUT_STALE_MARK];
  });
}

export function challengeEntry(file: BankFile, name: string, feature: number, reason: string): string {
  return changeEntry(file, name, (entry) => {
    const line = `- Challenged: ${featureLabel(feature)} — ${reasonText(reason)}`;
    const isThere = entry.fields.some((field) => field.name === "challenged" && originNumber(field.value) === feature);
    return isThere ? [] : [insertLine(line)];
  });
}

/** Still true: observed now, the stale mark removed, the count unchanged. */
export function keepEntry(file: BankFile, name: string, feature: number): string {
  return changeEntry(file, name, () => [...observedNow(feature), ...WITHOUT_STALE_MARK]);
}

/** Replaces the old text with the person's own; observed now, for the first time. */
export function updateEntry(file: BankFile, name: string, feature: number, text: string): string {
  return changeEntry(file, name, () => [
    setField("last observed", (entry) => lastLabel(entry, feature)),
    setField("observation count", () => "1"),
    withoutFields("also observed"), // they confirmed what it no longer says
    withoutFields("reasoning"),
    ...WITHOUT_STALE_MARK,
    replaceDescription(lessonText(text)), // last: with fields below it by now, a rule cannot make it a heading
  ]);
}

/** Removes the entry and the empty line that separated it; comments and rules around it stay. */
export function retireEntry(file: BankFile, name: string): string {
  const entry = findEntry(parseBank(file), name);
  if (!entry) return file.text;
  const gap = /^(?:[ \t]*(?:\r\n|\n|\r)){1,2}/.exec(file.text.slice(entry.end, entry.end + 200))?.[0].length ?? 0;
  return file.text.slice(0, entry.start) + file.text.slice(entry.end + gap);
}

export function markStale(file: BankFile, name: string, features: readonly number[]): string {
  return changeEntry(file, name, (entry) => {
    if (entry.isMarkedStale || !isStale(entry, features)) return [];
    return [insertLine(`- ${STALE_MARK}: ${newerFeatures(entry, features)} newer features without it`)];
  });
}

/** Adds `Last observed` and `Observation count` where they are missing. Existing fields are never changed. */
export function backfillBank(file: BankFile, newestFeature: number | undefined): string {
  const entries = parseBank(file);
  const numbers = entries.map((entry) => originNumber(fieldOf(entry, "provenance")));
  const edits = entries.map((entry, index): Edit[] => {
    const known = numbers[index];
    const near = known ?? nearest(numbers, index) ?? newestFeature;
    if (near === undefined) {
      return fieldOf(entry, "last observed") === undefined ? [] : [addField("observation count", "1")];
    }
    const label = `${featureLabel(near)}${known === undefined ? ` ${APPROXIMATE}` : ""}`;
    return [addField("last observed", label), addField("observation count", "1")];
  });
  return editEntries(file, entries, edits);
}

function featureLabel(feature: number): string {
  return `Feature #${String(feature).padStart(3, "0")}`;
}

/** Up to 60 characters, cut between words; one line without Markdown structure. */
export function shortName(name: string): string {
  const line = plainLine(nameOf(plainWords(name))).replace(/[.:;,#\s]+$/, "");
  if (line.length <= LONGEST.name) return line || "Untitled";
  const cut = cutAt(line, LONGEST.name).slice(0, -1);
  const border = cut.lastIndexOf(" ");
  return `${(border > LONGEST.name / 2 ? cut.slice(0, border) : cut).replace(/[.:;,\s]+$/, "")}…`;
}

/** An entry's description, as its file holds it. */
export function lessonText(text: string): string {
  return cutAt(plainLine(text), LONGEST.text);
}

/** Why an entry was challenged. */
export function reasonText(reason: string): string {
  return cutAt(plainLine(reason), LONGEST.reason) || "no reason given";
}

/** One line that Markdown reads as a paragraph, whatever it starts with. */
export function plainLine(text: string): string {
  const line = plainWords(text).replaceAll("<!--", "<\\!--").replaceAll(STALE_MARK, "STALE");
  return line.replace(/^(?=[#>|<]|[-*+](?:\s|$)|[-*_]{3}|`{3}|~{3})/, "\\");
}

function changeEntry(file: BankFile, name: string, plan: (entry: BankEntry) => readonly Edit[]): string {
  const entries = parseBank(file);
  const entry = findEntry(entries, name);
  if (!entry) return file.text;
  return editEntries(
    file,
    entries,
    entries.map((one) => (one === entry ? plan(one) : [])),
  );
}

export function findEntry(entries: readonly BankEntry[], name: string): BankEntry | undefined {
  const key = bankKey(name);
  return entries.find((one) => bankKey(one.name) === key);
}

/**
 * Marks the entry as observed now. The older of two observations is kept in a separate line unless the provenance names
 * it; otherwise a repeated retrospective would count its feature again.
 */
function observedNow(feature: number): Edit[] {
  const also = (entry: BankEntry) => {
    const last = Math.max(lastObserved(entry) ?? feature, feature);
    const origin = observers({ ...entry, fields: entry.fields.filter(({ name }) => name === "provenance") });
    const older = [...new Set([...observers(entry), feature])].filter((one) => one !== last && !origin.has(one));
    const labels = older.sort((a, b) => a - b).map((number) => featureLabel(number).replace("Feature ", ""));
    return labels.length === 0 ? undefined : `Feature ${labels.join(", ")}`;
  };
  return [setField("also observed", also), setField("last observed", (entry) => lastLabel(entry, feature))];
}

/** A feature that ends late does not make an entry look older than it is. */
function lastLabel(entry: BankEntry, feature: number): string | undefined {
  const before = lastObserved(entry) ?? -1;
  const isGuess = fieldOf(entry, "last observed")?.includes(APPROXIMATE);
  return feature < before || (feature === before && !isGuess) ? undefined : featureLabel(feature);
}

/** Entries are added at the end, so the previous one is from about the same time. */
function nearest(numbers: readonly (number | undefined)[], index: number): number | undefined {
  return (
    numbers.slice(0, index).findLast((number) => number !== undefined) ??
    numbers.slice(index + 1).find((number) => number !== undefined)
  );
}
