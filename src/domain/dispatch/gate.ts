// Tests whether a runtime's sessions are reliable. Four tests decide, once per runtime and version: the agent has an
// id, it answers again, it still knows the first line it read, it still knows how many issues it found. A fifth is only
// reported: how much of the earlier context came from the cache.
import * as z from "zod";
import type { Usage } from "../billing/usage.ts";

const GATE_TESTS = ["V1", "V2", "V3", "V4"] as const;
export type GateTest = (typeof GATE_TESTS)[number];

export const GateResultSchema = z.strictObject({
  runtime: z.string(),
  version: z.string(),
  /** The first test that failed, and why; null when all passed. */
  failure: z.strictObject({ test: z.enum(GATE_TESTS), why: z.string() }).nullable(),
  /** V5: share of the earlier context read from the cache after a resume; null if the runtime does not report it. */
  cached: z.number().min(0).max(1).nullable(),
  at: z.string(),
});
export type GateResult = z.infer<typeof GateResultSchema>;

export const GATE_FILE = "gate-document.md";

/** The file the agent reads: its first line cannot be guessed, and it is long enough for a provider to cache. */
export function gateDocument(secret: string): string {
  const filler = Array.from({ length: 120 }, (_, line) => `${line + 1}. This line says nothing and needs no review.`);
  return `# Document ${secret}

A. Two plus two is five.
B. Water boils at 100 degrees Celsius at sea level.
C. A week has eight days.

## Appendix

${filler.join("\n")}
`;
}

export const GATE_QUESTION = `Read the file ${GATE_FILE} with your file tool. Statements A to C are under review; a false statement is an issue.
Answer in plain text with these two lines and nothing else:
First line: <the first line of the file, exactly>
Issues: <how many issues you found, as a number>`;

export const GATE_FOLLOW_UP = `From memory, without reading anything again, answer in plain text with these two lines and nothing else:
First line: <the first line of the file you read, exactly>
Issues: <how many issues you found, as a number>`;

/** Finds the answer in a reply, whatever text surrounds it. */
export function readGateAnswer(
  reply: string,
  secret: string,
): { readonly knowsLine: boolean; readonly issues?: number } {
  const issues = /Issues\W*?(\d+)/i.exec(reply)?.[1];
  return { knowsLine: reply.includes(secret), ...(issues !== undefined && { issues: Number(issues) }) };
}

/** Below this share a resume pays for most of the earlier context again. */
const WARM_SHARE = 0.9;

export function isCold({ cached }: Pick<GateResult, "cached">): boolean {
  return cached !== null && cached < WARM_SHARE;
}

/**
 * V5: how much of what the first turn was given did the resumed turn read from the cache? A turn of several requests
 * reads its own beginning again each time, so only what was new in it counts.
 */
export function cachedShare(first: TokenCounts | undefined, resumed: TokenCounts | undefined): number | null {
  if (!first || !resumed || first.estimated || resumed.estimated) return null;
  const earlier = first.input + first.cacheWrite;
  return earlier === 0 ? null : Math.min(1, resumed.cacheRead / earlier);
}

type TokenCounts = Pick<Usage, "input" | "cacheRead" | "cacheWrite" | "estimated">;

export interface Gate {
  readonly gate: "open" | "closed";
  readonly cold: boolean;
  /** `V3: why`, as stored in `.meta.json`. */
  readonly failure: string | null;
}
