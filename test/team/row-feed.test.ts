// What happens in the runs of a team, told to whoever watches from another machine.
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createRowRuns } from "../../src/adapters/runs/row-runs.ts";
import { createRowFeed } from "../../src/adapters/runs/rows/feed/row-feed.ts";
import { tellLive } from "../../src/app/stream/tell-live.ts";
import { type Watching, watchRuns } from "../../src/app/stream/watch-runs.ts";
import { parseSince } from "../../src/domain/stream/position.ts";
import type { StreamEvent } from "../../src/domain/stream/stream-event.ts";
import type { Json } from "../../src/domain/text/json/json.ts";
import type { RunSession } from "../../src/ports/runs/runs.ts";
import { question, suspension } from "../contracts/play-runs.ts";
import { exampleHead } from "../support/run-head.ts";
import { teamDatabase } from "../support/team-database.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { until } from "../support/until.ts";

const shared = teamDatabase();
const clock = { now: () => new Date(), sleep: async () => undefined };

async function team() {
  const { database } = await shared;
  const repository = randomUUID();
  const machine = async () => {
    const gitDir = await tempFolder();
    const here = { host: "here", clone: gitDir, tree: gitDir };
    const runs = createRowRuns({ database, repository, mirror: `${gitDir}/team`, gitDir, here, clock });
    return { runs, feed: createRowFeed({ database, repository }), clock };
  };
  return { database, repository, machine };
}

/** A step as a dispatch records it; what it came to is in no file here. */
const dispatch = (session: RunSession, name: string) =>
  session.run.step({
    name: `specify/1/1/${name}/1`,
    input: name,
    work: async (context) => {
      const sent = { file: `dispatches/${name}`, role: name, round: 1, kind: "fresh", runtime: "scripted" };
      await context.note({ type: "started", sent, watched: { activity: "review" } } as unknown as Json);
      return { status: "completed", file: `dispatches/${name}` };
    },
  });

type Place = Awaited<ReturnType<Awaited<ReturnType<typeof team>>["machine"]>>;

function follow(place: Place, since?: Watching["since"]) {
  const events: StreamEvent[] = [];
  const stop = new AbortController();
  const told = (async () => {
    for await (const event of watchRuns(place, { ...(since && { since }), signal: stop.signal })) events.push(event);
  })();
  return {
    events,
    sees: (type: StreamEvent["type"], times = 1) =>
      until(() => events.filter((one) => one.type === type).length >= times),
    end: async () => {
      stop.abort();
      await told;
    },
  };
}

/** All facts there are from there on. */
async function facts(place: Place, since: Watching["since"] = "start"): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  const stop = new AbortController();
  const watching = { since, signal: stop.signal, onTold: () => stop.abort() };
  for await (const event of watchRuns(place, watching)) found.push(event);
  return found.filter(({ id }) => id !== null);
}

it("PAR-2: from every event on, exactly the rest is told on another machine: nothing twice, nothing lost", async () => {
  const { machine } = await team();
  const [here, there] = [await machine(), await machine()];
  const head = (feature: string) => exampleHead({ feature, createdAt: new Date().toISOString() });
  const [one, two] = [await here.runs.create(head("001-one")), await there.runs.create(head("002-two"))];
  await dispatch(one, "spec-author");
  await dispatch(two, "spec-author");
  await dispatch(one, "spec-reviewer");
  await one.end("continue");
  await suspension(two.run.wait([question("specify/1/closing")]));
  await two.close();

  const all = await facts(there);

  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ feature }) => feature === "001-one").map(({ type }) => type)).toEqual([
    ...["run-opened", "dispatch-started", "dispatch-ended", "dispatch-started", "dispatch-ended", "run-ended"],
  ]);
  for (const [index, event] of all.entries()) {
    expect(await facts(here, parseSince(event.since ?? ""))).toEqual(all.slice(index + 1));
  }
});

it("whoever watches is told right away, and of an answer before the run takes it up", async () => {
  const { machine } = await team();
  const [here, there] = [await machine(), await machine()];
  const lock = await here.runs.lock("001-one", { command: "test" });
  const session = await here.runs.create(exampleHead({ feature: "001-one" }));
  const watching = follow(there);
  await watching.sees("run-stands");
  expect(watching.events[0]).toMatchObject({ state: "working" });

  const from = Date.now();
  await dispatch(session, "spec-author");
  await watching.sees("dispatch-ended");
  expect(Date.now() - from).toBeLessThan(1500); // without being told it would look every two seconds

  const [asked] = await suspension(session.run.wait([question("specify/1/closing")]));
  await session.close();
  await lock.release();
  await there.runs.answer((asked as { id: string }).id, "no");
  await watching.sees("answer-kept");
  await watching.end();
});

it("a look is due now and again where the database tells nothing", async () => {
  const { machine, database, repository } = await team();
  const here = await machine();
  const session = await here.runs.create(exampleHead({ feature: "001-one" }));
  const feed = createRowFeed({ database, repository }, { canListen: false });
  const watching = follow({ ...here, feed });
  await watching.sees("run-stands");
  await dispatch(session, "spec-author");
  await watching.sees("dispatch-ended");
  await watching.end();
  await session.close();
});

it("what is alive is told while somebody works, and is gone afterwards", async () => {
  const { machine, database, repository } = await team();
  const [here, there] = [await machine(), await machine()];
  const lock = await here.runs.lock("001-one", { command: "test" });
  const session = await here.runs.create(exampleHead({ feature: "001-one" }));
  const { id } = session.run.head;
  const live = tellLive({ ...here, emit: () => undefined }, id);
  const watching = follow(there);
  let letGo: () => void = () => undefined;
  const working = session.run.step({
    name: "specify/1/1/spec-author/1",
    input: 1,
    work: async (context) => {
      const sent = { file: "dispatches/1", role: "spec-author", round: 1, kind: "fresh", runtime: "scripted" };
      await context.note({ type: "started", sent, watched: { activity: "review" } } as unknown as Json);
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return { status: "completed", file: "dispatches/1" };
    },
  });
  const facts = { step: "specify/1/1/spec-author/1", role: "spec-author" } as const;
  const sent = { number: 1, round: 0, activity: "draft", kind: "fresh", reason: "first-round" } as const;
  live.emit({ type: "dispatch-started", ...facts, ...sent, promptChars: 1, contextChars: 1 });
  live.emit({ type: "agent-worked", ...facts, did: "reads spec.md" });
  await watching.sees("lane-worked");
  letGo();
  await working;
  await live.close();
  await watching.end();

  expect(watching.events.find(({ type }) => type === "lane-worked")).toMatchObject({ last: "reads spec.md" });
  expect(await database.rows("select 1 from iflow.live where repository = $1", [repository])).toEqual([]);
  await session.close();
  await lock.release();
});

it("a run that is removed while it is watched, and another one of its name", async () => {
  const { machine, database, repository } = await team();
  const here = await machine();
  await (await here.runs.create(exampleHead({ feature: "001-one" }))).end("continue");
  const watching = follow(here, "start");
  await watching.sees("run-ended");
  await database.rows("delete from iflow.run where repository = $1", [repository]);
  const again = await here.runs.create(exampleHead({ feature: "001-one" }));
  await dispatch(again, "spec-author");
  await watching.sees("run-opened", 2);
  await watching.sees("dispatch-ended");
  await watching.end();
  await again.close();
});

it("a record of another version is told as a problem, once", async () => {
  const { machine, database, repository } = await team();
  const here = await machine();
  const session = await here.runs.create(exampleHead({ feature: "001-one" }));
  await dispatch(session, "spec-author");
  await session.close();
  await database.rows(`update iflow.record set body = '{"type":"later"}' where repository = $1 and number = 2`, [
    repository,
  ]);
  const watching = follow(here, "start");
  await watching.sees("journal-damaged");
  await watching.end();
  expect(watching.events.map(({ type }) => type)).toEqual(["run-opened", "dispatch-started", "journal-damaged"]);
});
