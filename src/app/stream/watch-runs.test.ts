// The stream over real journals in a temp folder: written by the store of runs itself, cut, damaged and removed by hand.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { exampleHead } from "../../../test/support/run-head.ts";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { until } from "../../../test/support/until.ts";
import { createRunFeed } from "../../adapters/runs/feed/run-feed.ts";
import { createJournalRuns } from "../../adapters/runs/journal-runs.ts";
import { parseSince } from "../../domain/stream/position.ts";
import type { StreamEvent } from "../../domain/stream/stream-event.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json/json.ts";
import { type RunSession, Suspended } from "../../ports/runs/runs.ts";
import type { StreamPorts } from "./stream-ports.ts";
import { tellLive } from "./tell-live.ts";
import { type Watching, watchRuns } from "./watch-runs.ts";

const BEGIN = Date.parse("2026-03-01T10:00:00.000Z");

async function place(canWatch = true) {
  const commonDir = await tempFolder();
  let seconds = 0;
  const clock = {
    now: () => new Date(BEGIN + 1000 * seconds++),
    back: (by: number) => {
      seconds -= by;
    },
    sleep: async () => undefined,
  };
  const runs = createJournalRuns({ commonDir, gitDir: commonDir, clock });
  const feed = createRunFeed(commonDir, { canWatch });
  const ports: StreamPorts = { runs, feed, clock };
  const journal = (run: string) => join(commonDir, "iflow", "runs", run, "journal.jsonl");
  return { commonDir, clock, runs, ports, journal, begin: (feature: string) => begin(runs, clock, feature) };
}

async function begin(runs: ReturnType<typeof createJournalRuns>, clock: { now(): Date }, feature: string) {
  const session = await runs.create(exampleHead({ feature, createdAt: clock.now().toISOString() }));
  onTestFinished(() => session.close());
  return session;
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

const question = (name: string) => ({
  ...({ type: "question", name, topic: "closing", text: "What next?", default: "continue" } as const),
  options: [{ value: "continue", label: "Continue" }],
});

/** All facts there are from there on; ended runs and waiting ones write no more. */
async function facts(ports: StreamPorts, since: Watching["since"] = "start"): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  const stop = new AbortController();
  const feed = { ...ports.feed, open: () => withEnd(ports, () => stop.abort()) };
  for await (const event of watchRuns({ ...ports, feed }, { since, signal: stop.signal })) found.push(event);
  return found.filter(({ id }) => id !== null);
}

/** Ends the stream after its first look. */
function withEnd(ports: StreamPorts, end: () => void) {
  const open = ports.feed.open();
  return Object.assign(Object.create(open), {
    ...Object.fromEntries(
      (["runs", "read", "restart", "file", "close"] as const).map((name) => [
        name,
        // biome-ignore lint/complexity/noBannedTypes: each is passed on as it is
        (...given: unknown[]) => (open[name] as Function)(...given),
      ]),
    ),
    changed: async () => end(),
  });
}

/** Three runs whose records alternate; one of them is stamped late, one waits, two are over. */
async function threeRuns() {
  const world = await place();
  const { clock, begin: start, runs } = world;
  const [one, two, three] = [await start("001-one"), await start("002-two"), await start("003-three")];
  await dispatch(one, "spec-author");
  await dispatch(two, "spec-author");
  clock.back(4);
  await dispatch(three, "spec-author");
  await dispatch(one, "spec-reviewer");
  await one.end("continue");
  clock.back(3);
  await dispatch(two, "spec-reviewer");
  await expect(two.run.wait([question("specify/1/closing")])).rejects.toBeInstanceOf(Suspended);
  await three.end("abandoned");
  await two.close();
  const four = await runs.create(exampleHead({ feature: "004-four", createdAt: clock.now().toISOString() }));
  await dispatch(four, "spec-author");
  await four.end("continue");
  return world;
}

const idsOf = (events: readonly StreamEvent[]) => events.map(({ id }) => id);

describe("a place in the stream", () => {
  test("from the beginning every record is told once, in the order of the times within each run", async () => {
    const { ports } = await threeRuns();
    const all = await facts(ports);
    expect(new Set(idsOf(all)).size).toBe(all.length);
    expect(all.filter(({ feature }) => feature === "001-one").map(({ type }) => type)).toEqual([
      ...["run-opened", "dispatch-started", "dispatch-ended", "dispatch-started", "dispatch-ended", "run-ended"],
    ]);
    expect(all.filter(({ feature }) => feature === "002-two").at(-1)).toMatchObject({
      type: "question-asked",
      question: "002.1",
    });
    expect(idsOf(await facts(ports))).toEqual(idsOf(all));
  });

  test("PAR-2: from every event on, exactly the rest is told: nothing twice, nothing lost", async () => {
    const { ports } = await threeRuns();
    const all = await facts(ports);
    for (const [index, event] of all.entries()) {
      const rest = await facts(ports, parseSince(event.since ?? ""));
      expect(rest).toEqual(all.slice(index + 1));
    }
  });

  test("the id alone goes on in its own run exactly", async () => {
    const { ports } = await threeRuns();
    const all = await facts(ports);
    for (const event of all) {
      const rest = await facts(ports, parseSince(event.id ?? ""));
      const own = all.filter(({ run }) => run === event.run);
      expect(idsOf(rest.filter(({ run }) => run === event.run))).toEqual(idsOf(own.slice(own.indexOf(event) + 1)));
    }
  });

  test("records that come in between two looks, late or in a run that is new, are told to whoever comes back", async () => {
    const world = await place();
    const { ports, clock, begin: start } = world;
    const [one, two] = [await start("001-one"), await start("002-two")];
    await dispatch(one, "spec-author");
    const before = await facts(ports);
    clock.back(5);
    await dispatch(two, "spec-author"); // stamped before what has been told
    await two.end("continue");
    const three = await start("003-three");
    await dispatch(three, "spec-author");
    await three.end("continue");
    const after = await facts(ports, parseSince(before.at(-1)?.since ?? ""));
    expect([...idsOf(before), ...idsOf(after)].sort()).toEqual(idsOf(await facts(ports)).sort());
  });

  test("a place between two events is refused, in whichever form it is given", async () => {
    const { ports } = await threeRuns();
    const { id, since } = (await facts(ports)).find(({ type }) => type === "dispatch-ended") ?? {};
    const off = (text: string) => text.replace(/@(\d+)/, (_, offset) => `@${Number(offset) + 1}`);
    for (const text of [id ?? "", since ?? ""])
      await expect(facts(ports, parseSince(off(text))), text).rejects.toThrow("no event");
  });

  test("what is no place is refused, and so is an event that is gone", async () => {
    const { ports } = await place();
    for (const wrong of ["", "x", "a@", "a@1;b", "all:x", "all:2026-03-01T10:00:00.000Z,../x@1", "a@99999999999999999"])
      expect(() => parseSince(wrong)).toThrow(IflowError);
    await expect(facts(ports, parseSince("001-one.specify.1@4"))).rejects.toThrow("no event");
  });
});

/** A stream that is followed until the test ends it. */
function follow(ports: StreamPorts, since?: Watching["since"]) {
  const stop = new AbortController();
  const events: StreamEvent[] = [];
  const ended = (async () => {
    for await (const event of watchRuns(ports, { ...(since && { since }), signal: stop.signal })) events.push(event);
  })();
  const types = () => events.map(({ type }) => type);
  return {
    ...{ events, types },
    sees: (type: StreamEvent["type"], times = 1) => until(() => types().filter((one) => one === type).length >= times),
    end: async () => {
      stop.abort();
      await ended;
    },
  };
}

describe.each([
  { how: "with the system's word that something changed", canWatch: true },
  { how: "looking from time to time", canWatch: false },
])("as it happens, $how:", ({ canWatch }) => {
  test("a run that begins, works, waits and ends while others watch", async () => {
    const { ports, begin: start, runs } = await place(canWatch);
    const watching = follow(ports);
    const lock = await runs.lock("001-one", { command: "test" });
    const one = await start("001-one");
    await watching.sees("run-opened");
    await dispatch(one, "spec-author");
    await watching.sees("dispatch-ended");
    await one.end("continue");
    await watching.sees("run-ended");
    await lock.release();
    await watching.end();
    expect(watching.types()).toEqual(["run-opened", "dispatch-started", "dispatch-ended", "run-ended"]);
  });
});

describe("what is under way when somebody begins to watch", () => {
  test("is told in a word, and its past is not", async () => {
    const { ports } = await threeRuns();
    const watching = follow(ports);
    await watching.sees("run-stands");
    await watching.end();
    expect(watching.events).toEqual([
      expect.objectContaining({
        type: "run-stands",
        id: null,
        feature: "002-two",
        state: "waiting",
        questions: ["002.1"],
      }),
    ]);
  });

  test("a run whose process is gone is said to be left, once", async () => {
    const { ports, begin: start, runs } = await place(false);
    const lock = await runs.lock("001-one", { command: "test" });
    const one = await start("001-one");
    const watching = follow(ports);
    await watching.sees("run-stands");
    await lock.release(); // as a kill would leave it: nothing is recorded
    await watching.sees("run-left");
    await dispatch(one, "spec-author");
    await watching.sees("run-left", 2);
    await watching.end();
    expect(watching.events[0]).toMatchObject({ type: "run-stands", state: "working" });
  });
});

describe("journals in trouble", () => {
  test("a line that is being written is told when it is whole", async () => {
    const { ports, begin: start, journal } = await place();
    const one = await start("001-one");
    await dispatch(one, "spec-author");
    const path = journal("001-one.specify.1");
    const whole = readFileSync(path);
    const last = whole.lastIndexOf("\n", -2) + 1;
    truncateSync(path, last + 20);
    expect((await facts(ports)).map(({ type }) => type)).toEqual(["run-opened", "dispatch-started"]);
    const watching = follow(ports, "start");
    await watching.sees("dispatch-started");
    appendFileSync(path, whole.subarray(last + 20));
    await watching.sees("dispatch-ended");
    await watching.end();
  });

  test("a damaged one is told once, and the others go on", async () => {
    const { ports, begin: start, journal } = await place();
    const [one, two] = [await start("001-one"), await start("002-two")];
    await dispatch(one, "spec-author");
    const path = journal("001-one.specify.1");
    writeFileSync(path, readFileSync(path, "utf8").replace("dispatches/spec", "dispatches/spoc"));
    const watching = follow(ports, "start");
    await watching.sees("journal-damaged");
    appendFileSync(path, "{}\n");
    await dispatch(two, "spec-author");
    await watching.sees("dispatch-ended");
    await watching.end();
    expect(watching.events.filter(({ type }) => type === "journal-damaged")).toEqual([
      expect.objectContaining({ feature: "001-one", text: expect.stringContaining("line 2 is broken") }),
    ]);
    const [last] = watching.events.filter(({ since }) => since !== undefined).slice(-1);
    expect(idsOf(await facts(ports, parseSince(last?.since ?? "")))).toEqual([]);
  });

  test("a run that is removed while it is watched, and another one of its name", async () => {
    const { ports, begin: start, journal, commonDir } = await place(false);
    const one = await start("001-one");
    await one.end("continue");
    const watching = follow(ports, "start");
    await watching.sees("run-ended");
    rmSync(join(commonDir, "iflow", "runs", "001-one.specify.1"), { recursive: true });
    const again = await start("001-one");
    await dispatch(again, "spec-author");
    await watching.sees("run-opened", 2);
    await watching.sees("dispatch-ended");
    await watching.end();
    expect(existsSync(journal("001-one.specify.1"))).toBe(true);
  });
});

describe("what is only alive", () => {
  const worked = (session: RunSession, ports: Parameters<typeof tellLive>[0]) => {
    const live = tellLive(ports, session.run.head.id);
    const step = "specify/1/1/spec-author/1";
    const facts = {
      step,
      role: "spec-author",
      round: 0,
      activity: "draft",
      kind: "fresh",
      number: 1,
      reason: "first-round",
    } as const;
    live.emit({ type: "dispatch-started", ...facts, promptChars: 1, contextChars: 1 });
    live.emit({ type: "agent-worked", step, role: "spec-author", did: "read \u001b[31mspec.md\u001b]0;x\u0007" });
    live.emit({ type: "agent-used", step, role: "spec-author", tokens: 1234 });
    return live;
  };
  /** An agent of this run works until it is let go. */
  async function atWork() {
    const world = await place();
    const { begin: start, runs, commonDir } = world;
    const lock = await runs.lock("001-one", { command: "test" });
    const session = await start("001-one");
    const folder = join(commonDir, "iflow", "runs", "001-one.specify.1");
    let letGo = () => undefined as unknown;
    const gate = new Promise((resolve) => {
      letGo = () => resolve(undefined);
    });
    const step = session.run.step({
      name: "specify/1/1/spec-author/1",
      input: null,
      work: async (context) => {
        await context.note({ sent: { role: "spec-author", round: 0, kind: "fresh" } } as unknown as Json);
        await gate;
        return { status: "completed" };
      },
    });
    const live = worked(session, { ...world.ports, emit: () => undefined, clock: world.clock });
    return {
      ...world,
      file: join(folder, "events.jsonl"),
      live,
      async over() {
        letGo();
        await step;
        await live.close();
        await session.end("continue");
        await lock.release();
      },
    };
  }

  test("a lane is told with its tool, tokens and time, without codes for a terminal; nothing of it stays", async () => {
    const { ports, file, over } = await atWork();
    const watching = follow(ports);
    await watching.sees("lane-worked");
    await over();
    await watching.sees("run-ended");
    await watching.end();
    expect(watching.events.find(({ type }) => type === "lane-worked")).toMatchObject({
      ...{ id: null, run: "001-one.specify.1", feature: "001-one", lane: "spec-author", role: "spec-author" },
      ...{ doing: "writing the spec", tools: 1, tokens: 1234, last: "read spec.md" },
    });
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ["absent", (file: string) => rmSync(file)],
    ["cut", (file: string) => truncateSync(file, 10)],
    ["garbage", (file: string) => writeFileSync(file, `${"\u0000\u001b]0;x\u0007{".repeat(2000)}\n{"step":1}\n[]\n`)],
    [
      "a folder",
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])("a file that is %s changes no fact", async (_, harm) => {
    const { ports, file, over } = await atWork();
    await until(() => existsSync(file) && readFileSync(file).length > 0);
    harm(file);
    const watching = follow(ports, "start");
    await watching.sees("dispatch-started");
    await over();
    await watching.sees("run-ended");
    await watching.end();
    expect(watching.types().filter((type) => type !== "lane-worked")).toEqual([
      ...["run-opened", "dispatch-started", "dispatch-ended", "run-ended"],
    ]);
  });

  test("a folder in which nothing can be written disturbs nobody", async () => {
    const { ports, clock } = await place();
    const live = tellLive({ ...ports, emit: () => undefined, clock }, "001-nowhere.specify.1");
    const step = "specify/1/1/spec-author/1";
    live.emit({ type: "agent-used", step, role: "spec-author", tokens: 1 });
    await live.close();
    expect(await facts(ports)).toEqual([]);
  });
});
