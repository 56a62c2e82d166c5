// Text for the benchmark's documents and code: drawn from a seed, so that two runs have the same bytes, and varied, so that
// no paragraph stands twice and nothing is cheaper here than in a real document.
import { createHash } from "node:crypto";

/** A number from 0 up to 1. */
export type Random = () => number;

export function createRandom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NOUNS =
  "account address answer archive batch border bucket budget caller change channel check client clock column counter cursor customer deadline draft edge entry error event export failure field file filter folder gate grant handler header history index input invoice item journal key label ledger limit line list lock log login margin message meter minute mode name notice number office order owner page parser path payment period place policy port price queue quota range reader record region release report request reserve result retry role route row rule sample schedule schema scope section seller session shape signal source stage state step store stream sum table tail task team tenant test ticket time token total trace transfer tree unit update user value version view wallet window worker writer zone".split(
    " ",
  );
const VERBS =
  "accepts adds allows answers asks blocks carries checks closes compares copies counts cuts drops ends finds follows guards holds joins keeps leaves lists marks meets merges moves names needs opens orders passes picks prints reads refuses removes repeats replaces returns saves sends shows skips splits starts stops stores takes tells tests trims tries waits warns writes".split(
    " ",
  );
const ADJECTIVES =
  "active broken calm clear cold common daily early empty exact failed final first fixed foreign former frozen full given hidden idle inner known large late local long lost missing narrow new old open outer partial plain private public quick quiet rare ready recent shared short silent single slow small stable stale stored strict sudden unknown unused usual valid visible warm whole".split(
    " ",
  );

function pick(random: Random, words: readonly string[]): string {
  return words[Math.floor(random() * words.length)] ?? "";
}

export function sentence(random: Random): string {
  const noun = () => pick(random, NOUNS);
  const thing = () => (random() < 0.5 ? `the ${pick(random, ADJECTIVES)} ${noun()}` : `each ${noun()}`);
  const clause = () => `${thing()} ${pick(random, VERBS)} ${thing()}`;
  const ends = [
    () => `before ${clause()}`,
    () => `within ${2 + Math.floor(random() * 97)} ${noun()}s`,
    () => `and ${clause()}`,
    () => `unless ${clause()}`,
  ];
  const text = `${clause()} ${ends[Math.floor(random() * ends.length)]?.() ?? ""}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Sections with a heading each, which begins with an id if there are ids; as long as asked, to a sentence. */
export function prose(random: Random, characters: number, id?: string): string {
  let text = "";
  for (let number = 1; text.length < characters; number++) {
    text += `\n### ${id === undefined ? `${number}.` : `${id}-${number}:`} The ${pick(random, ADJECTIVES)} ${pick(random, NOUNS)} ${number}\n`;
    for (let line = 0; line < 5 && text.length < characters; line++) {
      text += `${line % 2 === 0 ? "" : "- "}${sentence(random)} ${sentence(random)}\n`;
    }
  }
  return text;
}

/** Lines of a program, none like another. */
export function codeLine(random: Random): string {
  const name = () => `${pick(random, VERBS)}${capital(pick(random, NOUNS))}${Math.floor(random() * 1000)}`;
  const shapes = [
    () =>
      `  const ${name()} = ${name()}(${pick(random, NOUNS)}, "${pick(random, ADJECTIVES)} ${pick(random, NOUNS)}");`,
    () => `  if (${name()} > ${Math.floor(random() * 500)}) return ${name()};`,
    () => `  // ${sentence(random)}`,
    () => `  await ${pick(random, NOUNS)}.${name()}({ ${pick(random, NOUNS)}: ${Math.floor(random() * 9000)} });`,
  ];
  return shapes[Math.floor(random() * shapes.length)]?.() ?? "";
}

export function code(random: Random, characters: number): string {
  const lines: string[] = [];
  for (let length = 0; length < characters; ) {
    const line = codeLine(random);
    lines.push(line);
    length += line.length + 1;
  }
  return `export async function run() {\n${lines.join("\n")}\n}\n`;
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
