// What a check has seen of an agent, as a row of the table that `npm run test:acp` prints. Rows of one run are files in
// one folder; the checks of an agent write into the same row.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../../src/domain/billing/outcome.ts";
import { cachedShare } from "../../src/domain/dispatch/gate.ts";
import type { RealAgent } from "./real-agent.ts";

export interface Row {
  readonly agent: string;
  readonly held: string;
  readonly specify?: "approved" | "failed";
  readonly implement?: "approved" | "failed";
  /** How the second round was sent. */
  readonly sessions?: string;
  /** Share of the first turn that the resumed one read from the provider's cache; undefined when it does not say. */
  readonly cached?: number | undefined;
}

const FOLDER = process.env.TEST_ACP_ROWS;

export function keepRow({ name, held }: RealAgent, seen: Partial<Row>): void {
  if (FOLDER === undefined) return;
  const file = join(FOLDER, `${name}.json`);
  const known = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...known, agent: name, held, ...seen } satisfies Row));
}

export function sessionsIn(outcomes: readonly Outcome[]): Pick<Row, "sessions" | "cached"> {
  const [first, second] = outcomes.filter(({ role }) => role === "spec-reviewer");
  if (!first || !second) return { sessions: "none" };
  if (second.kind !== "resume") return { sessions: `fresh (${second.reason})` };
  return { sessions: "resumed", cached: cachedShare(first.usage, second.usage) ?? undefined };
}
