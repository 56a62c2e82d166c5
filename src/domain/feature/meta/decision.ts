// What the person decided about a feature. Later prompts are told, so that nobody reopens what is settled; the record is
// in `.meta.json`, so it outlives the run in which it was decided.
import * as z from "zod";

export const DECISION_KINDS = [
  "request",
  "ruling",
  "accept",
  "force",
  "divergence",
  "tests",
  "untested",
  "empty",
  "unjudged",
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** Tolerant, because the file may be older or newer than this program: an unknown kind is still told. */
export const DecisionSchema = z.looseObject({
  at: z.string(),
  phase: z.string(),
  kind: z.string(),
  /** In the person's own words, or in a sentence of iflow that says what they chose. */
  text: z.string(),
  /** What it is about: criteria, issues. */
  about: z.array(z.string()).optional(),
  /** For `tests`: the shell line that the engine runs as this feature's test check. */
  command: z.string().optional(),
});
export type Decision = z.infer<typeof DecisionSchema>;

/** What the person said about a feature so far. A live object: prompts read it when they are composed. */
export interface PersonsWord {
  /** The sentence with which it was requested. */
  readonly request: string;
  readonly decisions: readonly Decision[];
}

const WORDS: Readonly<Record<string, string>> = {
  request: "asked for",
  ruling: "ruled",
  accept: "accepted",
  force: "approved by force",
  divergence: "accepted",
  tests: "decided",
  untested: "decided",
  empty: "decided",
  unjudged: "decided",
} satisfies Record<DecisionKind, string>;

/** `- 2026-11-17 implement, accepted: …`, with what it is about below. */
export function printDecision({ at, phase, kind, text, about = [] }: Decision): string {
  const lines = [`- ${at.slice(0, 10)} ${phase}, ${WORDS[kind] ?? kind}: ${text}`, ...about.map((one) => `- ${one}`)];
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`).replaceAll(/\n\s*/g, "\n  ")).join("\n");
}

/** What the person said about testing this feature, the last time they were asked; undefined when they never were. */
export function testingDecided(decisions: readonly Decision[]): { readonly command: string | undefined } | undefined {
  const last = decisions.findLast(({ kind }) => kind === "tests" || kind === "untested");
  if (last === undefined) return undefined;
  if (last.kind === "untested") return { command: undefined };
  const command = last.command?.trim();
  return command ? { command } : undefined; // a record without its command decides nothing
}
