// While an author takes its time, the reviewer it answers is kept in the provider's cache by pings, each with a row of its
// own; where sessions are not gone on with, or pings are switched off, there are none. The real engine, over a clock of the bench.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect } from "vitest";
import { inventCode, inventDocuments, inventNeighbours } from "../../../bench/economy/documents.ts";
import { type Play, playLoop } from "../../../bench/economy/play.ts";
import { prepareRepository } from "../../../bench/economy/repository.ts";
import { verifies } from "../../requirements.ts";

const documents = inventDocuments();
const template = prepareRepository("specify", { documents, code: inventCode(0), neighbours: inventNeighbours() });
afterAll(() => rmSync(template, { recursive: true, force: true }));

const home = resolve(import.meta.dirname, "../../..");
const GAPS = [600, 100, 5000, 100];

async function played(review: Play["review"]) {
  const rows: Record<string, unknown>[] = [];
  const { records } = await playLoop({
    ...{ template, loop: "specify", review, gaps: GAPS, spec: documents.spec, code: [], home },
    inspect: (root) => rows.push(...outcomesBelow(join(root, ".git", "iflow", "runs"))),
  });
  return { records, pings: rows.filter(({ kind }) => kind === "ping") };
}

function outcomesBelow(runs: string): Record<string, unknown>[] {
  const files = readdirSync(runs, { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith(".outcome.json"))
    .map((name) => JSON.parse(readFileSync(join(runs, name), "utf8")));
}

verifies(
  ["RES-4", "LOOP-7"],
  "a slow author: pings keep the reviewer's session, at most three, each in the bill",
  async () => {
    const kept = await played({ context: "trunk", session: "resume" });

    const sent = kept.records.filter(({ prefill }) => prefill);
    // two within 600 s, three within 5000 s, none where the author was quick
    expect(sent).toHaveLength(5);
    expect(kept.pings).toHaveLength(5);
    for (const row of kept.pings) {
      expect(row).toMatchObject({
        role: "spec-reviewer",
        reason: "keep-warm",
        runtime: "anthropic",
        status: "completed",
        round: expect.any(Number),
      });
      expect(row["cost"]).toBeGreaterThan(0);
    }
    for (const { usage } of sent) expect(usage?.cache_read_input_tokens).toBeGreaterThan(0);
    // the round after 600 s is still warm
    const second = kept.records.filter(({ prefill }) => !prefill)[4];
    expect(second?.usage?.cache_read_input_tokens).toBeGreaterThan(second?.usage?.cache_creation_input_tokens ?? 0);

    expect((await played({ context: "trunk", session: "resume", keepWarm: false })).pings).toEqual([]);
    expect((await played({ context: "inject", session: "fresh" })).pings).toEqual([]);
  },
);
