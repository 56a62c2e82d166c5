// What every adapter of the port `runs` holds. A test speaks of processes: `reopen` gives the runs as a new process
// finds them, with nothing but what was stored before.
import { describe, expect, it, vi } from "vitest";
import type { Outcome } from "../../src/domain/billing/outcome.ts";
import { NO_USAGE } from "../../src/domain/billing/usage.ts";
import type { HostOrder, Pause, Question } from "../../src/domain/run/questions/question.ts";
import type { Json } from "../../src/domain/text/json/json.ts";
import type { Run, Runs, Step, StepContext } from "../../src/ports/runs/runs.ts";
import { exampleHead } from "../support/run-head.ts";
import {
  created,
  inNewRun,
  inResumedRun,
  question,
  type RunsUnderTest,
  resumed,
  step,
  suspension,
} from "./play-runs.ts";

export function runsContract(name: string, create: () => Promise<RunsUnderTest>): void {
  describe(`${name} keeps the contract of runs`, () => {
    describe("steps", () => {
      it("gives a recorded result back without working again", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        const program = async (run: Run) => [
          await run.step(step("a", { works, result: { list: [1, "two", null], deep: { yes: true } } })),
          await run.step(step("b", { works, result: "done" })),
        ];

        const first = await inNewRun(await reopen(), program);
        const second = await inResumedRun(await reopen(), program);

        expect(second).toEqual(first);
        expect(works).toEqual(["a", "b"]);
      });

      it("continues live after the last recorded step", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        await inNewRun(await reopen(), (run) => run.step(step("a", { works })));

        await inResumedRun(await reopen(), async (run) => {
          await run.step(step("a", { works }));
          await run.step(step("b", { works }));
        });

        expect(works).toEqual(["a", "b"]);
      });

      it("gives a live result in the form that a replay gives", async () => {
        const { reopen } = await create();
        const program = (run: Run) =>
          run.step(step("a", { result: { kept: 1, dropped: undefined, when: new Date(0) as unknown as Json } }));

        const live = await inNewRun(await reopen(), program);
        const replayed = await inResumedRun(await reopen(), program);

        expect(live).toStrictEqual({ kept: 1, when: "1970-01-01T00:00:00.000Z" });
        expect(replayed).toStrictEqual(live);
      });

      it("stores the result of a work that returns nothing as null", async () => {
        const { reopen } = await create();
        const nothing = { name: "a", input: null, work: async () => undefined } as unknown as Step<null>;

        expect(await inNewRun(await reopen(), (run) => run.step(nothing))).toBeNull();
        expect(await inResumedRun(await reopen(), (run) => run.step(nothing))).toBeNull();
      });

      it("records nothing of a work that throws, and does it again the next time", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        const failing = { ...step("a", { works }), work: async () => Promise.reject(new Error("the wire was cut")) };
        await expect(inNewRun(await reopen(), (run) => run.step(failing))).rejects.toThrow("the wire was cut");

        await inResumedRun(await reopen(), (run) => run.step(step("a", { works })));

        expect(works).toEqual(["a"]);
      });

      it("refuses a name that was used before in the run, recorded or live", async () => {
        const { reopen } = await create();
        const twice = async (run: Run) => {
          await run.step(step("a"));
          await run.step(step("a"));
        };

        await expect(inNewRun(await reopen(), twice)).rejects.toThrow(/"a" is used twice/);
        await expect(inResumedRun(await reopen(), twice)).rejects.toThrow(/"a" is used twice/);
      });

      it("stops at a new step while a recorded one was not asked for, without working", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        await inNewRun(await reopen(), async (run) => {
          await run.step(step("a"));
          await run.step(step("b"));
        });

        const changed = inResumedRun(await reopen(), async (run) => {
          await run.step(step("a"));
          await run.step(step("c", { works }));
        });

        await expect(changed).rejects.toMatchObject({
          code: "journal-mismatch",
          message: expect.stringContaining('"b"'),
        });
        expect(works).toEqual([]);
      });
    });

    describe("steps side by side", () => {
      it("starts them in the given order and gives the results in that order", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        const slow = (name: string, turns: number): Step<string> => ({
          name,
          input: null,
          work: async () => {
            works.push(name);
            for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
            return `result of ${name}`;
          },
        });

        const results = await inNewRun(await reopen(), (run) => run.all([slow("a", 9), slow("b", 3), slow("c", 0)]));

        expect(works).toEqual(["a", "b", "c"]);
        expect(results).toEqual(["result of a", "result of b", "result of c"]);
      });

      it("waits for the others when one throws, keeps their results, and works only that one again", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        const failing = { ...step("b"), work: async () => Promise.reject(new Error("b broke")) };
        const first = inNewRun(await reopen(), (run) => run.all([step("a", { works }), failing, step("c", { works })]));
        await expect(first).rejects.toThrow("b broke");

        const results = await inResumedRun(await reopen(), (run) =>
          run.all(["a", "b", "c"].map((name) => step(name, { works }))),
        );

        expect(works).toEqual(["a", "c", "b"]);
        expect(results).toEqual(["result of a", "result of b", "result of c"]);
      });

      it("refuses a name that stands in it twice before any work", async () => {
        const { reopen } = await create();
        const works: string[] = [];

        const run = inNewRun(await reopen(), (run) => run.all([step("a", { works }), step("a", { works })]));

        await expect(run).rejects.toThrow(/"a" is used twice/);
        expect(works).toEqual([]);
      });
    });

    describe("a changed input", () => {
      const program = (input: Json, works: string[]) => async (run: Run) => {
        const result = await run.step(step("a", { works, input }));
        await run.step(step("b", { works }));
        return result;
      };

      async function changed() {
        const { reopen } = await create();
        const works: string[] = [];
        await inNewRun(await reopen(), (run) => run.step(step("a", { works, input: { tree: "1", role: "x" } })));
        const suspended = await suspension(inResumedRun(await reopen(), program({ tree: "2", role: "x" }, works)));
        return { reopen, works, question: suspended[0] as Question };
      }

      it("is not seen where only the order of keys changed", async () => {
        const { reopen } = await create();
        await inNewRun(await reopen(), (run) => run.step(step("a", { input: { tree: "1", role: "x" } })));

        const result = await inResumedRun(await reopen(), (run) =>
          run.step(step("a", { input: { role: "x", tree: "1" } })),
        );

        expect(result).toBe("result of a");
      });

      it("is asked about before anything else happens", async () => {
        const { works, question } = await changed();

        expect(question).toMatchObject({
          name: "input-changed/a",
          topic: "input-changed",
          default: "stop",
          id: "007.1",
        });
        expect(question.text).toContain("step a");
        expect(question.options.map(({ value }) => value)).toEqual(["keep", "stop"]);
        expect(works).toEqual(["a"]);
      });

      it("keeps the recorded result after the answer `keep`, for good", async () => {
        const { reopen, works } = await changed();
        expect(await (await reopen()).answer("007.1", "keep")).toBe("stored");

        const result = await inResumedRun(await reopen(), program({ tree: "2", role: "x" }, works));
        const again = await inResumedRun(await reopen(), program({ tree: "2", role: "x" }, works));

        expect([result, again]).toEqual(["result of a", "result of a"]);
        expect(works).toEqual(["a", "b"]);
      });

      it("stops the run after the answer `stop`, and asks anew the next time", async () => {
        const { reopen, works } = await changed();
        await (await reopen()).answer("007.1", "stop");

        const stopped = inResumedRun(await reopen(), program({ tree: "2", role: "x" }, works));
        await expect(stopped).rejects.toMatchObject({ code: "journal-mismatch" });

        const pendings = await suspension(inResumedRun(await reopen(), program({ tree: "2", role: "x" }, works)));
        expect(pendings).toMatchObject([{ name: "input-changed/a", id: "007.2" }]);
        expect(works).toEqual(["a"]);
      });

      it("is asked about again when it changed once more after `keep`", async () => {
        const { reopen, works } = await changed();
        await (await reopen()).answer("007.1", "keep");
        await inResumedRun(await reopen(), program({ tree: "2", role: "x" }, works));

        const pendings = await suspension(inResumedRun(await reopen(), program({ tree: "3", role: "x" }, works)));

        expect(pendings).toMatchObject([{ name: "input-changed/a", id: "007.2" }]);
      });

      it("is forgotten when the input is the recorded one again", async () => {
        const { reopen, works } = await changed();

        const result = await inResumedRun(await reopen(), program({ tree: "1", role: "x" }, works));

        expect(result).toBe("result of a");
        expect((await (await reopen()).open())[0]?.pendings).toEqual([]);
        expect(await (await reopen()).answer("007.1", "keep")).toBe("unknown");
      });

      it("asks about all steps of an `all` at once, before the others work", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        await inNewRun(await reopen(), (run) => run.all([step("a", { input: 1 }), step("b", { input: 1 })]));

        const pendings = await suspension(
          inResumedRun(await reopen(), (run) =>
            run.all([step("a", { input: 2 }), step("b", { input: 2 }), step("c", { works })]),
          ),
        );

        expect(pendings.map(({ name }) => name)).toEqual(["input-changed/a", "input-changed/b"]);
        expect(works).toEqual([]);
      });
    });

    describe("notes", () => {
      it("gives the notes of an interrupted attempt to the next one, in order", async () => {
        const { reopen } = await create();
        await crashAfterNotes(await reopen(), [{ started: "tree-1" }, { pid: 12 }]);

        const seen = await inResumedRun(await reopen(), seeInterrupted);

        expect(seen).toEqual([{ started: "tree-1" }, { pid: 12 }]);
      });

      it("gives none to a step that never began, and none to another step", async () => {
        const { reopen } = await create();
        const fresh = await inNewRun(await reopen(), seeInterrupted);
        expect(fresh).toBe("none");

        const other = await create();
        await crashAfterNotes(await other.reopen(), [1]);
        const seen = await inResumedRun(await other.reopen(), (run) =>
          run.step({ name: "b", input: null, work: async ({ interrupted }) => interrupted ?? "none" }),
        );
        expect(seen).toBe("none");
      });

      it("shows the step in flight until it is done", async () => {
        const { reopen } = await create();
        await crashAfterNotes(await reopen(), [1]);
        expect(await (await reopen()).open()).toMatchObject([{ inFlight: "a", steps: 0 }]);

        await inResumedRun(await reopen(), seeInterrupted);

        expect(await (await reopen()).open()).toMatchObject([{ inFlight: undefined, steps: 1 }]);
      });

      it("refuses a note of a step that is over", async () => {
        const { reopen } = await create();
        let kept: StepContext | undefined;
        const note = inNewRun(await reopen(), async (run) => {
          const work = async (context: StepContext) => {
            kept = context;
            return null;
          };
          await run.step({ name: "a", input: null, work });
          await kept?.note("too late");
        });

        await expect(note).rejects.toThrow(/after its end/);
      });
    });

    describe("interrupting", () => {
      it("aborts the signal of every running step and keeps a result that still came", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const session = await runs.create(exampleHead());
        let running = 0;
        const hanging = (name: string): Step<string> => ({
          name,
          input: null,
          work: ({ signal }) =>
            new Promise((resolve) => {
              signal.addEventListener("abort", () => resolve(`${name} was told`));
              running += 1;
            }),
        });

        const all = session.run.all([hanging("a"), hanging("b")]);
        await vi.waitFor(() => expect(running).toBe(2));
        session.abort();

        expect(await all).toEqual(["a was told", "b was told"]);
        await session.close();
        expect(await (await reopen()).open()).toMatchObject([{ steps: 2 }]);
      });

      it("starts no new work afterwards", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        const session = await (await reopen()).create(exampleHead());
        session.abort();

        await expect(session.run.step(step("a", { works }))).rejects.toMatchObject({ code: "interrupted" });
        expect(works).toEqual([]);
        await session.close();
      });
    });

    describe("waiting", () => {
      it("suspends with the unanswered questions and their ids, and continues with the answers in order", async () => {
        const { reopen } = await create();
        const program = (run: Run) => run.wait([question("q/1"), question("q/2")]);
        const asked = await suspension(inNewRun(await reopen(), program));
        expect(asked).toMatchObject([
          { name: "q/1", id: "007.1" },
          { name: "q/2", id: "007.2" },
        ]);

        await (await reopen()).answer("007.2", "no");
        const left = await suspension(inResumedRun(await reopen(), program));
        expect(left).toMatchObject([{ name: "q/1", id: "007.1" }]);

        await (await reopen()).answer("007.1", "yes");
        expect(await inResumedRun(await reopen(), program)).toEqual(["yes", "no"]);
        expect(await inResumedRun(await reopen(), program)).toEqual(["yes", "no"]);
      });

      it("never gives one answer to a second question", async () => {
        const { reopen } = await create();
        const program = async (run: Run) => [
          ...(await run.wait([question("q/1")])),
          ...(await run.wait([question("q/2")])),
        ];
        await suspension(inNewRun(await reopen(), program));
        await (await reopen()).answer("007.1", "yes");

        const second = await suspension(inResumedRun(await reopen(), program));

        expect(second).toMatchObject([{ name: "q/2", id: "007.2" }]);
      });

      it("counts the questions of a feature through all of its runs, ended ones too", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const ended = await runs.create(exampleHead());
        await suspension(ended.run.wait([question("q/1")]));
        await ended.end("abandoned");

        const next = await runs.create(exampleHead({ phase: "design" }));
        const pendings = await suspension(next.run.wait([question("q/1")]));
        await next.close();

        expect(pendings).toMatchObject([{ id: "007.2" }]);
      });

      it("takes the whole key of a feature without a number", async () => {
        const { reopen } = await create();
        const session = await (await reopen()).create(exampleHead({ feature: "b-dark-mode", phase: "brainstorm" }));
        const pendings = await suspension(session.run.wait([question("q/1")]));
        await session.close();

        expect(pendings).toMatchObject([{ id: "b-dark-mode.1" }]);
        expect(await (await reopen()).answer("b-dark-mode.1", "yes")).toBe("stored");
      });

      it("lifts a pause with the next opening, and only then", async () => {
        const { reopen } = await create();
        const program = (run: Run) => run.wait([pause("p")]);
        expect(await suspension(inNewRun(await reopen(), program))).toEqual([pause("p")]);
        expect((await (await reopen()).open())[0]?.pendings).toEqual([pause("p")]);

        expect(await inResumedRun(await reopen(), program)).toEqual(["continue"]);
        expect((await (await reopen()).open())[0]?.pendings).toEqual([]);
        expect(await inResumedRun(await reopen(), program)).toEqual(["continue"]);
      });

      it("waits for every order of a host, through any number of openings, and takes the first word about each", async () => {
        const { reopen } = await create();
        const orders = [order("001"), order("002")];
        const program = (run: Run) => run.wait(orders);
        expect(await suspension(inNewRun(await reopen(), program))).toEqual(orders);
        expect(await suspension(inResumedRun(await reopen(), program))).toEqual(orders);

        await expect((await reopen()).answer("007-rate-limit.specify.1.002", "yes")).rejects.toThrow(
          "is not a valid answer",
        );
        expect(await (await reopen()).answer("007-rate-limit.specify.1.002", "reported")).toBe("stored");
        expect(await (await reopen()).answer("007-rate-limit.specify.1.002", "withdrawn")).toBe("already-answered");
        expect((await (await reopen()).open())[0]?.pendings).toEqual([orders[0]]);
        expect(await suspension(inResumedRun(await reopen(), program))).toEqual([orders[0]]);

        await (await reopen()).answer("007-rate-limit.specify.1.001", "withdrawn");
        expect(await inResumedRun(await reopen(), program)).toEqual(["withdrawn", "reported"]);
        expect(await (await reopen()).answer("007-rate-limit.specify.1.003", "reported")).toBe("unknown");
      });

      it("stops at a new question while a recorded step was not asked for", async () => {
        const { reopen } = await create();
        await inNewRun(await reopen(), (run) => run.step(step("a")));

        const changed = inResumedRun(await reopen(), (run) => run.wait([question("q/1")]));

        await expect(changed).rejects.toMatchObject({
          code: "journal-mismatch",
          message: expect.stringContaining('"a"'),
        });
      });

      it("stops at a new step while a recorded question was not asked for", async () => {
        const { reopen } = await create();
        await suspension(inNewRun(await reopen(), (run) => run.wait([question("q/1")])));

        const changed = inResumedRun(await reopen(), (run) => run.step(step("a")));

        await expect(changed).rejects.toMatchObject({
          code: "journal-mismatch",
          message: expect.stringContaining('"q/1"'),
        });
      });
    });

    describe("answering", () => {
      async function asked(more: Partial<Question> = {}) {
        const { reopen } = await create();
        const program = (run: Run) => run.wait([question("q/1", more)]);
        await suspension(inNewRun(await reopen(), program));
        return { reopen, program };
      }

      it("keeps the first answer, no matter which process gives it", async () => {
        const { reopen, program } = await asked();

        const ends = await Promise.all(
          ["yes", "no", "yes", "no"].map(async (answer) => (await reopen()).answer("007.1", answer)),
        );
        const winner = ["yes", "no", "yes", "no"][ends.indexOf("stored")];

        expect(ends.toSorted()).toEqual(["already-answered", "already-answered", "already-answered", "stored"]);
        expect(await inResumedRun(await reopen(), program)).toEqual([winner]);
        expect(await (await reopen()).answer("007.1", "no")).toBe("already-answered");
      });

      it("takes the question off the list", async () => {
        const { reopen } = await asked();
        expect((await (await reopen()).open())[0]?.pendings).toMatchObject([{ id: "007.1" }]);

        await (await reopen()).answer("007.1", "yes");

        expect((await (await reopen()).open())[0]?.pendings).toEqual([]);
      });

      it("refuses what is none of the options, listing them", async () => {
        const { reopen } = await asked();

        const wrong = (await reopen()).answer("007.1", "perhaps");

        await expect(wrong).rejects.toMatchObject({ code: "usage", fix: expect.stringContaining("yes, no") });
        expect(await (await reopen()).answer("007.1", "yes")).toBe("stored");
      });

      it("takes free text where the question does", async () => {
        const { reopen, program } = await asked({ freeText: true });
        const text = 'Neither.\nUse \u{1F512} a "lock".';

        await (await reopen()).answer("007.1", text);

        expect(await inResumedRun(await reopen(), program)).toEqual([text]);
      });

      it("knows no question that was never asked, and none of an ended run", async () => {
        const { reopen } = await asked();
        expect(await (await reopen()).answer("007.2", "yes")).toBe("unknown");
        expect(await (await reopen()).answer("nonsense", "yes")).toBe("unknown");

        const session = await (await reopen()).resume(exampleHead().id);
        await suspension(session.run.wait([question("q/1")]));
        await session.end("abandoned");

        expect(await (await reopen()).answer("007.1", "yes")).toBe("unknown");
      });
    });

    describe("openings and ends", () => {
      it("counts how often a run was opened before", async () => {
        const { reopen } = await create();
        const created = await (await reopen()).create(exampleHead());
        await created.close();
        const second = await (await reopen()).resume(exampleHead().id);
        await second.close();
        const third = await (await reopen()).resume(exampleHead().id);
        await third.close();

        expect([created, second, third].map(({ reopened }) => reopened)).toEqual([0, 1, 2]);
        expect(third.run.head).toEqual(exampleHead());
      });

      it("lists open runs oldest first, and an ended one only among those of its feature", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const later = await runs.create(exampleHead({ phase: "design", createdAt: "2026-03-02T09:00:00.000Z" }));
        const earlier = await runs.create(exampleHead());
        const foreign = await runs.create(exampleHead({ feature: "008-b", createdAt: "2026-03-03T09:00:00.000Z" }));
        await earlier.run.step(step("a"));
        expect((await runs.open()).map(({ head }) => head.id)).toEqual([
          "007-rate-limit.specify.1",
          "007-rate-limit.design.1",
          "008-b.specify.1",
        ]);

        await earlier.end("approved");
        await later.close();
        await foreign.close();

        expect((await runs.open()).map(({ head }) => head.id)).toEqual(["007-rate-limit.design.1", "008-b.specify.1"]);
        expect(await runs.ofFeature("007-rate-limit")).toMatchObject([
          { head: exampleHead(), outcome: "approved", steps: 1, pendings: [] },
          { head: { phase: "design" }, outcome: undefined },
        ]);
        expect(await runs.ofFeature("007")).toEqual([]);
      });

      it("refuses to end a run that has a recorded step it was not asked for, and keeps it open", async () => {
        const { reopen } = await create();
        await inNewRun(await reopen(), (run) => run.step(step("a")));
        const session = await (await reopen()).resume(exampleHead().id);

        await expect(session.end("approved")).rejects.toMatchObject({ code: "journal-mismatch" });

        await session.close();
        expect(await (await reopen()).open()).toHaveLength(1);
      });

      it("abandons a run wherever it stands, and tells what its dead process had begun", async () => {
        const { reopen } = await create();
        await crashAfterNotes(await reopen(), [{ type: "started" }, { type: "spawned", pid: 1 }]);
        const session = await (await reopen()).resume(exampleHead().id);

        expect([...session.unfinished]).toEqual([["a", [{ type: "started" }, { type: "spawned", pid: 1 }]]]);
        await session.abandon();

        await session.close();
        const runs = await reopen();
        expect(await runs.open()).toEqual([]);
        expect(await runs.ofFeature(exampleHead().feature)).toMatchObject([{ outcome: "abandoned" }]);
        await expect(session.abandon()).rejects.toThrow(/closed/);
      });

      it("abandons a run that has recorded steps without walking through them", async () => {
        const { reopen } = await create();
        await inNewRun(await reopen(), (run) => run.step(step("a")));
        const session = await (await reopen()).resume(exampleHead().id);

        await session.abandon();

        expect(await (await reopen()).ofFeature(exampleHead().feature)).toMatchObject([
          { outcome: "abandoned", steps: 1 },
        ]);
      });

      it("takes nothing after the end or after closing", async () => {
        const { reopen } = await create();
        const ended = await (await reopen()).create(exampleHead());
        await ended.end("approved");
        const closed = await (await reopen()).create(exampleHead({ phase: "design" }));
        await closed.close();

        for (const { run, end } of [ended, closed].map((session) => ({
          run: session.run,
          end: () => session.end("again"),
        }))) {
          await expect(run.step(step("a"))).rejects.toThrow(/closed/);
          await expect(run.wait([pause("p")])).rejects.toThrow(/closed/);
          await expect(end()).rejects.toThrow(/closed/);
        }
        await ended.close();
      });

      it("neither creates a run twice nor resumes one that ended or never was", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const session = await runs.create(exampleHead());
        await expect(runs.create(exampleHead())).rejects.toMatchObject({ code: "journal-mismatch" });
        await session.end("approved");

        // ended by somebody else meanwhile: a client that wanted to continue it looks again
        await expect(runs.resume(exampleHead().id)).rejects.toMatchObject({
          ...{
            code: "locked",
            message: expect.stringContaining("is over"),
            fix: expect.stringContaining("iflow status"),
          },
        });
        await expect(runs.resume("009-c.specify.1")).rejects.toMatchObject({ code: "usage" });
        await expect(runs.resume("../runs")).rejects.toMatchObject({ code: "usage" });
      });
    });

    describe("what readers see", () => {
      it("says with which agents a run last went on, and shows the newest records with counts of all", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const { id } = exampleHead();
        await inNewRun(runs, (run) => run.step(step("a")));
        const runtimeNow = async () => (await runs.open())[0]?.runtime;
        expect(await runtimeNow()).toEqual({ id: exampleHead().runtime.id });

        await (await runs.resume(id, { id: "host", proof: "hook" })).close();
        await (await runs.resume(id)).close();

        expect(await runtimeNow()).toEqual({ id: "host", proof: "hook" });
        const journal = await runs.journal(id, 2);
        expect(journal?.head.id).toBe(id);
        expect(journal?.counts).toMatchObject({ done: 1, opened: 2 });
        expect(journal?.records).toMatchObject([{ type: "opened", runtime: { id: "host" } }, { type: "opened" }]);
        expect(await runs.journal("009-c.specify.1", 2)).toBeUndefined();
        await expect(runs.journal("../runs", 2)).rejects.toMatchObject({ code: "usage" });
      });
    });

    describe("files of a run", () => {
      it("keeps what was written, for the next process too", async () => {
        const { reopen } = await create();
        const session = await (await reopen()).create(exampleHead());
        await session.run.folder.write("dispatches/001-author-fresh.prompt.md", "first");
        await session.run.folder.write("dispatches/001-author-fresh.prompt.md", "Grüße\n");
        await session.run.folder.write("dispatches/002-author-resume.prompt.md", "");
        await session.close();

        const { run, close } = await resumed(await reopen());
        expect(await run.folder.read("dispatches/001-author-fresh.prompt.md")).toBe("Grüße\n");
        expect(await run.folder.list("dispatches")).toEqual([
          "001-author-fresh.prompt.md",
          "002-author-resume.prompt.md",
        ]);
        expect(await run.folder.read("nothing.md")).toBeUndefined();
        expect(await run.folder.list("nothing")).toEqual([]);
        await close();
      });

      it("refuses names that leave the folder or touch the journal", async () => {
        const { reopen } = await create();
        const { run, close } = await created(await reopen());

        for (const name of ["../x", "a/../../x", "/tmp/x", "..", "a\0b", "journal.jsonl", "answers/007.1.json"]) {
          await expect(run.folder.write(name, "x")).rejects.toMatchObject({ code: "path-refused" });
        }
        await expect(run.folder.read("../../x")).rejects.toMatchObject({ code: "path-refused" });
        await close();
      });
    });

    describe("outcomes", () => {
      it("finds those of all runs of a feature, oldest first, each with its prompt", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const design = await runs.create(exampleHead({ phase: "design", createdAt: "2026-03-02T09:00:00.000Z" }));
        await writeDispatch(design.run, "dispatches/001-design-author-fresh", "design/1");
        await design.close();
        const specify = await runs.create(exampleHead());
        await writeDispatch(specify.run, "dispatches/002-spec-reviewer-fresh", "specify/2");
        await writeDispatch(specify.run, "dispatches/001-spec-author-fresh", "specify/1");
        await specify.end("approved");
        const foreign = await runs.create(exampleHead({ feature: "008-b" }));
        await writeDispatch(foreign.run, "dispatches/001-spec-author-fresh", "other");
        await foreign.close();

        const found = await (await reopen()).outcomes("007-rate-limit");

        expect(found.map(({ run, file, outcome }) => [run, file, outcome.step])).toEqual([
          ["007-rate-limit.specify.1", "dispatches/001-spec-author-fresh", "specify/1"],
          ["007-rate-limit.specify.1", "dispatches/002-spec-reviewer-fresh", "specify/2"],
          ["007-rate-limit.design.1", "dispatches/001-design-author-fresh", "design/1"],
        ]);
        expect(await Promise.all(found.map((one) => runs.prompt(one)))).toEqual([
          "prompt of specify/1",
          "prompt of specify/2",
          "prompt of design/1",
        ]);
      });

      it("finds none where a dispatch has no whole outcome, and no prompt where there is none", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const { run, close } = await created(runs);
        await run.folder.write("dispatches/001-spec-author-fresh.prompt.md", "sent, never answered");
        await run.folder.write("dispatches/002-spec-author-fresh.outcome.json", '{"step":');
        await close();

        expect(await runs.outcomes("007-rate-limit")).toEqual([]);
        const gone = { run: run.head.id, file: "dispatches/009-gone", outcome: exampleOutcome("x") };
        expect(await runs.prompt(gone)).toBe("");
      });
    });

    describe("outcomes of dispatches without an answer", () => {
      const file = "dispatches/003-spec-author-fresh";
      const sent = {
        ...{ file, prompt: "hash", phase: "specify", role: "spec-author", round: 1, kind: "fresh", runtime: "r" },
        ...{ promptChars: 1, contextChars: 1, at: "2026-03-01T09:00:00.000Z" },
      };
      const usage = { input: 7, cacheRead: 0, cacheWrite: 0, output: 1, estimated: false };
      const notes = [
        { type: "started", sent },
        { type: "used", usage },
      ];

      it("are what they used until their process died, also of a run that was given up", async () => {
        const { reopen } = await create();
        await crashAfterNotes(await reopen(), notes);
        const runs = await reopen();
        const found = await runs.outcomes("007-rate-limit");
        expect(found).toMatchObject([
          { file: `${file}-interrupted`, unanswered: true, outcome: { step: "a", reason: "interrupted", usage } },
        ]);

        const session = await runs.resume(exampleHead().id);
        await session.run.folder.write(`${file}.prompt.md`, "what it was asked");
        await session.abandon();
        expect(await runs.outcomes("007-rate-limit")).toEqual(found);
        expect(await runs.prompt(found[0]!)).toBe("what it was asked");
      });

      it("are counted once when there is an outcome of that step, recorded or not", async () => {
        const { reopen } = await create();
        await crashAfterNotes(await reopen(), notes);
        const runs = await reopen();
        const session = await runs.resume(exampleHead().id);
        await writeDispatch(session.run, `${file}-interrupted`, "a");
        expect(await runs.outcomes("007-rate-limit")).toMatchObject([{ outcome: { reason: "first-round" } }]);
        await session.run.step(step("a"));
        await session.close();
        expect(await (await reopen()).outcomes("007-rate-limit")).toHaveLength(1);
      });
    });

    describe("locks", () => {
      it("shows which process works on a feature, for as long as it does", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        expect(await runs.owner("007-rate-limit")).toBeUndefined();
        const lock = await runs.lock("007-rate-limit", { command: "iflow specify" });

        expect(await (await reopen()).owner("007-rate-limit")).toEqual({ pid: process.pid, at: expect.any(String) });
        expect(await (await reopen()).owner("008-b")).toBeUndefined();

        await lock.release();
        expect(await (await reopen()).owner("007-rate-limit")).toBeUndefined();
      });

      it("lets one process work on a feature, and names it to the other", async () => {
        const { reopen } = await create();
        const lock = await (await reopen()).lock("007-rate-limit", { command: "iflow specify" });

        const second = (await reopen()).lock("007-rate-limit", { command: "iflow design" });

        await expect(second).rejects.toMatchObject({
          code: "locked",
          message: expect.stringMatching(/007-rate-limit.*process \d+, begun just now/),
          fix: expect.stringMatching(/wait/i),
        });
        await lock.release();
        await lock.release();
        await (await (await reopen()).lock("007-rate-limit", { command: "iflow design" })).release();
      });

      it("lets one feature be worked on in a working tree", async () => {
        const { reopen } = await create();
        const runs = await reopen();
        const lock = await runs.lock("007-rate-limit", { command: "iflow specify" });

        await expect(runs.lock("008-b", { command: "iflow specify" })).rejects.toMatchObject({
          code: "locked",
          message: expect.stringContaining("007-rate-limit"),
        });
        await lock.release();

        await (await runs.lock("008-b", { command: "iflow specify" })).release();
      });
    });
  });
}

function order(number: string): HostOrder {
  const promptFile = `/runs/${number}-spec-reviewer-fresh.prompt.md`;
  return {
    ...{
      type: "order",
      name: `${number}/order`,
      id: `007-rate-limit.specify.1.${number}`,
      text: "work",
      proof: "hook",
    },
    ...{ role: "spec-reviewer", kind: "fresh", sentence: "Read it.", promptFile, promptHash: "h", agent: null },
    ...{ access: "read", readable: [] },
  };
}

function pause(name: string): Pause {
  return { type: "pause", name, reason: "budget-reached", text: "The budget is used up", fix: "iflow continue" };
}

function exampleOutcome(step: string): Outcome {
  return {
    step,
    prompt: "hash",
    phase: "specify",
    role: "spec-author",
    round: 1,
    kind: "fresh",
    reason: "first-round",
    status: "completed",
    reply: "done",
    sessionLost: false,
    session: null,
    reads: [],
    refused: [],
    wrote: [],
    changed: [],
    meddled: [],
    world: { branch: "main", head: null, blob: null, meta: null },
    usage: NO_USAGE,
    promptChars: 4,
    contextChars: 4,
    milliseconds: 1,
    at: "2026-03-01T09:00:00.000Z",
  };
}

async function writeDispatch(run: Run, file: string, step: string): Promise<void> {
  await run.folder.write(`${file}.prompt.md`, `prompt of ${step}`);
  await run.folder.write(`${file}.outcome.json`, JSON.stringify(exampleOutcome(step)));
}

async function crashAfterNotes(runs: Runs, notes: readonly Json[]): Promise<void> {
  const crash = inNewRun(runs, (run) =>
    run.step({
      name: "a",
      input: null,
      work: async (context) => {
        for (const note of notes) await context.note(note);
        throw new Error("crash");
      },
    }),
  );
  await expect(crash).rejects.toThrow("crash");
}

function seeInterrupted(run: Run): Promise<Json> {
  return run.step({ name: "a", input: null, work: async ({ interrupted }) => interrupted ?? "none" });
}
