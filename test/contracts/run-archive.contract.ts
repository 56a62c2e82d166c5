// What every store of ended runs must do, whoever keeps them.
import { expect, test } from "vitest";
import type { LedgerLine } from "../../src/domain/billing/ledger.ts";
import { NO_USAGE } from "../../src/domain/billing/usage.ts";
import { END_FILE, PRD_FILE } from "../../src/domain/review/brainstorm.ts";
import type { RunArchive } from "../../src/ports/runs/run-archive.ts";
import type { Runs } from "../../src/ports/runs/runs.ts";
import { exampleHead } from "../support/run-head.ts";

export interface ArchivePlace {
  readonly runs: Runs;
  readonly archive: RunArchive;
}

const FIRST = exampleHead().id;

export function runArchiveContract(name: string, open: () => Promise<ArchivePlace>): void {
  const setUp = async () => {
    const { runs, archive } = await open();
    const make = async (given: Parameters<typeof exampleHead>[0] = {}) => {
      const session = await runs.create(exampleHead(given));
      await session.run.folder.write("texts/a.md", "twelve bytes");
      return session;
    };
    return { runs, archive, make };
  };

  test(`${name}: ended runs are listed with their facts; open ones are not`, async () => {
    const { make, archive, runs } = await setUp();
    await (await make()).end("continue");
    await (await make({ feature: "008-search", createdAt: "2026-03-01T09:30:00.000Z" })).abandon();
    await (await make({ phase: "design" })).close();

    const [one, other, ...more] = (await archive.ended()).toSorted((a, b) => a.id.localeCompare(b.id));
    expect(more).toEqual([]);
    const { lastAt } = (await runs.ofFeature("007-rate-limit")).find((run) => run.outcome !== undefined) ?? {};
    expect(one).toMatchObject({
      ...{ id: FIRST, feature: "007-rate-limit", phase: "specify", runtime: "scripted", outcome: "continue" },
      ...{ createdAt: exampleHead().createdAt, endedAt: lastAt },
    });
    expect(one?.bytes).toBeGreaterThan(12);
    expect(other).toMatchObject({ feature: "008-search", outcome: "abandoned" });
  });

  test(`${name}: an ended run is removed whole; an open one and a name that is none never`, async () => {
    const { make, archive, runs } = await setUp();
    await (await make()).end("continue");
    const open = await make({ phase: "design" });
    await open.close();

    for (const id of [open.run.head.id, "../runs", "", ".", "nowhere"]) {
      expect(await archive.remove(id), id).toBe(false);
    }
    expect(await archive.remove(FIRST)).toBe(true);

    expect(await archive.ended()).toEqual([]);
    expect((await runs.ofFeature("007-rate-limit")).map(({ head }) => head.phase)).toEqual(["design"]);
    expect(await archive.remove(FIRST)).toBe(false);
    await (await make()).end("continue"); // its name can be given again
    expect(await archive.ended()).toHaveLength(1);
  });

  test(`${name}: what a run has paid is told from its files, and an unanswered dispatch from its notes`, async () => {
    const { make, archive } = await setUp();
    const run = await make();
    await run.run.folder.write("dispatches/001-spec-author-fresh.outcome.json", JSON.stringify(OUTCOME));
    await run.end("continue");

    expect(await archive.outcomes(FIRST)).toMatchObject([{ step: "s", cost: 0.5 }]);
    expect(await archive.outcomes("nowhere")).toEqual([]);
    expect(await archive.reviewHistory(FIRST)).toBe("");
  });

  test(`${name}: a brainstorm that is over tells what it left for its feature`, async () => {
    const { runs, archive } = await setUp();
    const head = exampleHead({ feature: "b3", phase: "brainstorm", id: "b3.brainstorm.1", idea: "limit logins" });
    const session = await runs.create(head);
    await session.run.folder.write(PRD_FILE, "# PRD");
    await session.run.folder.write(END_FILE, "{}");
    await session.run.folder.write("review-history.md", "what they said");
    expect(await archive.brainstorms()).toEqual([]);
    await session.end("continue");

    expect(await archive.brainstorms()).toMatchObject([{ head, outcome: "continue", prd: "# PRD", yolo: false }]);
    expect(await archive.reviewHistory("b3.brainstorm.1")).toBe("what they said");
  });

  test(`${name}: the ledger keeps each dispatch once, however often it is added`, async () => {
    const { archive } = await setUp();
    expect(await archive.ledger()).toEqual([]);
    const lines = [line(), line({ step: "specify/1/1/spec-reviewer/1", cost: null })];

    expect(await archive.keep(lines)).toEqual(lines);
    expect(await archive.keep(lines)).toEqual([]);
    expect(await archive.keep([line({ at: "2026-04-01T10:00:00.000Z" })])).toHaveLength(1); // the run's number was reused

    expect(await archive.ledger()).toEqual([...lines, line({ at: "2026-04-01T10:00:00.000Z" })]);
  });
}

const line = (given: Partial<LedgerLine> = {}): LedgerLine => ({
  ...{ feature: "007-rate-limit", run: FIRST, runtime: "claude", step: "specify/1/0/spec-author/1" },
  ...{ phase: "specify", role: "spec-author", round: 0, kind: "fresh", reason: "first-round", status: "completed" },
  ...{ usage: NO_USAGE, cost: 0.25, promptChars: 10, contextChars: 20, milliseconds: 5 },
  at: "2026-03-01T10:00:00.000Z",
  ...given,
});

const OUTCOME = {
  ...{ step: "s", prompt: "p", phase: "specify", role: "spec-author", round: 0, kind: "fresh", reason: "first-round" },
  ...{
    status: "completed",
    reply: "",
    session: null,
    sessionLost: false,
    reads: [],
    refused: [],
    changed: [],
    cost: 0.5,
  },
  ...{ world: { branch: null, head: null, blob: null, meta: null }, usage: NO_USAGE, promptChars: 1, contextChars: 1 },
  ...{ milliseconds: 1, at: "2026-03-01T10:00:00.000Z" },
};
