// The live stream: what a tab has been told and what the journals say are the same, from any place on, whoever told it; a server
// that is killed under a page loses nothing.
import { existsSync } from "node:fs";
import { cp, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { createClock } from "../../../src/adapters/clock.ts";
import { watchRuns } from "../../../src/app/stream/watch-runs.ts";
import { parseSince } from "../../../src/domain/stream/position.ts";
import type { StreamEvent } from "../../../src/domain/stream/stream-event.ts";
import { foldEvent } from "../../../src/frontends/ui/view/fold-stream.ts";
import { LOOKS } from "../../../src/frontends/ui/view/model/addresses.ts";
import type { RunStates } from "../../../src/frontends/ui/view/run-state.ts";
import { verifies } from "../../requirements.ts";
import { openPorts } from "../../support/engine.ts";
import { type Roles, startIflow, type Workplace, workplace } from "../../support/iflow.ts";
import { openPage, seen } from "../../support/page.ts";
import { shellUntil } from "../../support/shell-until.ts";
import {
  createFeature,
  FEATURE,
  ONE_ROUND,
  spec,
  specify,
  specifyArgs,
  TWO_ROUNDS,
  writes,
} from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

async function prepared(roles: Roles): Promise<Workplace> {
  const place = await workplace(roles, { "README.md": "x", "prd.md": "# PRD: Login limit\n\nText.\n" });
  await createFeature(place, "--prd", "prd.md");
  return place;
}

/** All facts from a place on, as somebody sees them who looks now. */
async function factsIn(root: string, since: string): Promise<StreamEvent[]> {
  const ended = new AbortController();
  const ports = await openPorts(root, createClock(undefined), () => undefined);
  const facts: StreamEvent[] = [];
  const from = since === "start" ? since : parseSince(since);
  const onTold = () => ended.abort();
  for await (const event of watchRuns(ports, { since: from, signal: ended.signal, onTold }))
    if (event.id !== null) facts.push(event);
  return facts;
}

function folded(events: readonly StreamEvent[], from: RunStates = {}): RunStates {
  const runs = structuredClone(from);
  for (const event of events) foldEvent(runs, event);
  return runs;
}

verifies("UI-1", "the view rebuilt from the journal at any offset is the one that was live", async () => {
  const place = await prepared(TWO_ROUNDS);
  const live: StreamEvent[] = [];
  const ended = new AbortController();
  const ports = await openPorts(place.root, createClock(undefined), () => undefined);
  const following = (async () => {
    for await (const event of watchRuns(ports, { since: "start", signal: ended.signal }))
      if (event.id !== null) live.push(event);
  })();
  expect((await specify(place)).code).toBe(4); // a refused and a resumed round, then its closing question
  expect((await place.iflow("answer", "001.1", "continue")).code).toBe(0);
  expect((await place.iflow("continue")).code).toBe(0);
  await seen(async () => live.some(({ type }) => type === "run-ended"));
  ended.abort();
  await following;

  // whoever comes later is told the same
  expect(await factsIn(place.root, "start")).toEqual(live);
  const whole = folded(live);
  expect(Object.values(whole)[0]?.works.map(({ kind }) => kind)).toContain("resume");
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: live.length - 1 }), async (cut) => {
      const rest = await factsIn(place.root, live[cut]?.since ?? "");
      expect(folded(rest, folded(live.slice(0, cut + 1)))).toEqual(whole);
    }),
    { numRuns: 12 },
  );

  // the journal as it was at any moment, torn lines included
  const copy = join(await tempFolder(), "copy");
  await cp(place.root, copy, { recursive: true });
  const path = join(copy, ".git", "iflow", "runs", `${FEATURE}.specify.1`, "journal.jsonl");
  const journal = await readFile(path);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: journal.indexOf("\n") + 1, max: journal.length }), async (length) => {
      await writeFile(path, journal);
      await truncate(path, length);
      const facts = await factsIn(copy, "start");
      expect(folded(facts)).toEqual(folded(live.slice(0, facts.length)));
      const lines = journal.subarray(0, length).toString("utf8").split("\n").length - 1;
      expect(facts.length).toBeLessThanOrEqual(lines);
    }),
    { numRuns: 12 },
  );
});

const GATED = writes(spec(), { run: [shellUntil("[ -e .git/go ]")] });

verifies(
  "UI-1",
  "a server killed under an open tab: the next one goes on where it was, with the same session",
  async () => {
    const place = await prepared({ ...ONE_ROUND, "spec-author": [GATED] });
    const first = await openPage(place);
    const tab = await first.follow();
    const run = startIflow(place.root, ...specifyArgs(place, "--yolo"));
    await seen(async () => tab.told.some(({ data }) => data?.type === "dispatch-started"));
    const { running } = (await first.get(LOOKS.inbox)).json.data;
    expect(running).toMatchObject([{ phase: "specify", lanes: [{ role: "spec-author" }] }]);
    await first.kill("SIGKILL");
    await writeFile(join(place.root, ".git", "go"), "");
    expect((await run.ended).code).toBe(0); // what runs is not the page's
    expect(existsSync(join(place.root, ".git", "go"))).toBe(true);

    const second = await openPage(place, { session: first, port: first.port });
    const last = tab.told.findLast(({ id }) => id !== undefined)?.id ?? "";
    const next = await second.follow(last);
    await seen(async () => next.told.some(({ data }) => data?.type === "run-ended"));
    const ids = (told: typeof tab.told) => told.filter(({ event }) => event === "fact").map(({ data }) => data.id);
    const facts = (await factsIn(place.root, "start")).map(({ id }) => id);
    expect([...ids(tab.told), ...ids(next.told)].filter(Boolean)).toEqual(facts);
    next.close();

    const lost = await second.follow("nowhere~x");
    await seen(async () => lost.told.some(({ event }) => event === "reset"));
    lost.close();
  },
);
