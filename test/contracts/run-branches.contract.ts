// What every adapter of the port `runs` holds about branches: programs side by side, each with its own past.
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/domain/text/json/json.ts";
import type { Branch, Run, Step } from "../../src/ports/runs/runs.ts";
import { exampleHead } from "../support/run-head.ts";
import { inNewRun, inResumedRun, question, type RunsUnderTest, step, suspension } from "./play-runs.ts";

export function branchesContract(name: string, create: () => Promise<RunsUnderTest>): void {
  describe(`${name} keeps the contract of branches`, () => {
    it("plays them side by side, gives their results in order, and a replay works nothing again", async () => {
      const { reopen } = await create();
      const works: string[] = [];
      const program = (run: Run) =>
        run.branches([
          lane("a", async (one) => [await one.step(slow("a/1", works, "b/2")), await one.step(slow("a/2", works))]),
          lane("b", async (one) => [await one.step(slow("b/1", works)), await one.step(slow("b/2", works))]),
        ]);

      const first = await inNewRun(await reopen(), program);
      const second = await inResumedRun(await reopen(), program);

      expect(first).toEqual([
        ["a/1", "a/2"],
        ["b/1", "b/2"],
      ]);
      expect(second).toEqual(first);
      expect(works).toEqual(["a/1", "b/1", "b/2", "a/2"]);
    });

    it("replays a branch that had overtaken another one, and works only what is missing", async () => {
      const { reopen } = await create();
      const works: string[] = [];
      const program = (crashes: boolean) => (run: Run) =>
        run.branches([
          lane("a", (one) => one.step(crashes ? failing("a/1") : step("a/1", { works }))),
          lane("b", async (one) => [await one.step(step("b/1", { works })), await one.step(step("b/2", { works }))]),
        ]);
      await expect(inNewRun(await reopen(), program(true))).rejects.toThrow("a/1 broke");

      await inResumedRun(await reopen(), program(false));

      expect(works.toSorted()).toEqual(["a/1", "b/1", "b/2"]);
    });

    it("begins nothing more once a branch has thrown, but awaits and keeps what runs", async () => {
      const { reopen } = await create();
      const works: string[] = [];
      const program = (broken: Step<Json>) => (run: Run) =>
        run.branches([
          lane("a", (one) => one.step(broken)),
          lane("b", async (one) => [await one.step(slow("b/1", works, "a/1")), await one.step(slow("b/2", works))]),
        ]);

      await expect(inNewRun(await reopen(), program(failing("a/1", works)))).rejects.toThrow("a/1 broke");
      expect(works).toEqual(["a/1", "b/1"]);
      await inResumedRun(await reopen(), program(step("a/1")));

      expect(works).toEqual(["a/1", "b/1", "b/2"]);
    });

    it("lets the others work on while one waits, and suspends with all that is waited for", async () => {
      const { reopen } = await create();
      const works: string[] = [];
      const program = (run: Run) =>
        run.branches([
          lane("a", (one) => one.wait([question("a/shall")])),
          lane("b", async (one) => {
            for (const at of ["b/1", "b/2", "b/3"]) await one.step(slow(at, works));
            return one.wait([question("b/shall")]);
          }),
          lane("c", (one) => one.step(slow("c/1", works)) as Promise<Json>),
        ] as Branch<Json>[]);

      const pendings = await suspension(inNewRun(await reopen(), program));
      expect(pendings.map(({ name }) => name)).toEqual(["a/shall", "b/shall"]);
      expect(works.toSorted()).toEqual(["b/1", "b/2", "b/3", "c/1"]);

      for (const pending of pendings) await (await reopen()).answer("id" in pending ? (pending.id ?? "") : "", "yes");
      expect(await inResumedRun(await reopen(), program)).toEqual([["yes"], ["yes"], "c/1"]);
      expect(works).toHaveLength(4);
    });

    it("takes an answer that comes while another branch works", async () => {
      const { reopen } = await create();
      const runs = await reopen();
      const answers = await inNewRun(await reopen(), (run) =>
        run.branches([
          lane("a", (one) => one.wait([question("a/shall")])),
          lane("b", (one) =>
            one.step({
              name: "b/1",
              input: null,
              work: async () => {
                await nextTurn(); // the question is recorded meanwhile
                while ((await runs.answer("007.1", "yes")) !== "stored") await nextTurn();
                return new Promise<string>((resolve) => setTimeout(() => resolve("worked"), 1500));
              },
            }),
          ),
        ] as Branch<Json>[]),
      );

      expect(answers).toEqual([["yes"], "worked"]);
    });

    it("goes on at once with what somebody answers before it rests, while another branch works", async () => {
      const { reopen } = await create();
      const runs = await reopen();
      const session = await runs.create(exampleHead());
      const told: string[] = [];
      session.settleBy(async (open) => {
        for (const one of open) {
          told.push(one.name);
          if ("id" in one && one.id !== undefined && one.name !== "c/shall") await runs.answer(one.id, "yes");
        }
      });
      const { reached, reach } = milestone();

      const pendings = await suspension(
        session.run
          .branches<Json>([
            lane("a", async (one) => {
              const answers = await one.wait([question("a/shall")]);
              reach();
              return answers;
            }),
            lane("b", (one) => one.step({ name: "b/1", input: null, work: () => reached.then(() => "worked") })),
            lane("c", (one) => one.wait([question("c/shall")])),
          ])
          .finally(() => session.close()),
      );

      expect([told.toSorted(), pendings.map(({ name }) => name)]).toEqual([["a/shall", "c/shall"], ["c/shall"]]);
    });

    it("numbers questions that are asked at the same time once each, in the order they were asked", async () => {
      const { reopen } = await create();
      const names = ["a", "b", "c", "d"];

      const pendings = await suspension(
        inNewRun(await reopen(), (run) =>
          run.branches(names.map((at) => lane(at, (one) => one.wait([question(`${at}/1`), question(`${at}/2`)])))),
        ),
      );

      const ids = pendings.map((pending) => ("id" in pending ? pending.id : undefined));
      expect(ids).toEqual(["007.1", "007.2", "007.3", "007.4", "007.5", "007.6", "007.7", "007.8"]);
    });

    it("asks about a changed input in its branch, and the others work on", async () => {
      const { reopen } = await create();
      const works: string[] = [];
      const program = (input: number) => (run: Run) =>
        run.branches([
          lane("a", (one) => one.step(step("a/1", { input }))),
          lane("b", (one) => one.step(input === 1 ? failing("b/1") : step("b/1", { works }))),
        ]);
      await expect(inNewRun(await reopen(), program(1))).rejects.toThrow("b/1 broke");

      const pendings = await suspension(inResumedRun(await reopen(), program(2)));

      expect(pendings).toMatchObject([{ name: "input-changed/a/1" }]);
      expect(works).toEqual(["b/1"]);
    });

    describe("a branch that waits for another one", () => {
      it("goes on when that one is as far", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        const program = (run: Run) => {
          const { reached, reach } = milestone();
          return run.branches([
            lane("a", async (one) => {
              await one.meet(reached);
              return one.step(step("a/1", { works }));
            }),
            lane("b", async (one) => {
              await one.step(slow("b/1", works));
              reach();
              return one.step(step("b/2", { works }));
            }),
          ]);
        };

        await inNewRun(await reopen(), program);
        await inResumedRun(await reopen(), program);

        expect(works[0]).toBe("b/1");
        expect(works).toHaveLength(3);
      });

      it("goes on although that one ends with it", async () => {
        const { reopen } = await create();
        const { reached, reach } = milestone();
        const later = reached.then(async () => {
          for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        });

        const results = await inNewRun(await reopen(), (run) =>
          run.branches([
            lane("a", async (one) => {
              await one.meet(later);
              return one.step(step("a/1"));
            }),
            lane("b", async () => reach()),
          ] as Branch<unknown>[]),
        );

        expect(results).toEqual(["result of a/1", undefined]);
      });

      it("is suspended with it, and no question is asked for it", async () => {
        const { reopen } = await create();
        const program = (run: Run) => {
          const { reached, reach } = milestone();
          return run.branches([
            lane("a", (one) => one.meet(reached) as Promise<unknown>),
            lane("b", async (one) => {
              await one.wait([question("b/shall")]);
              reach();
            }),
          ]);
        };

        expect(await suspension(inNewRun(await reopen(), program))).toMatchObject([{ name: "b/shall" }]);
        await (await reopen()).answer("007.1", "yes");

        await inResumedRun(await reopen(), program);
      });

      it("ends with it when that one throws", async () => {
        const { reopen } = await create();

        const run = inNewRun(await reopen(), (run) =>
          run.branches([
            lane("a", (one) => one.meet(new Promise(() => undefined))),
            lane("b", (one) => one.step(failing("b/1"))),
          ]),
        );

        await expect(run).rejects.toThrow("b/1 broke");
      });

      it("is told when nobody can ever wake it", async () => {
        const { reopen } = await create();

        const run = inNewRun(await reopen(), (run) =>
          run.branches([lane("a", (one) => one.meet(new Promise(() => undefined)))]),
        );

        await expect(run).rejects.toThrow(/the branch "a" waits for itself/);
      });
    });

    describe("what does not fit the record", () => {
      it("is a recorded step that its branch no longer asks for", async () => {
        const { reopen } = await create();
        await inNewRun(await reopen(), (run) => run.branches([lane("a", (one) => one.step(step("a/1")))]));

        const other = inResumedRun(await reopen(), (run) =>
          run.branches([lane("a", async () => undefined), lane("b", async () => undefined)]),
        );

        await expect(other).rejects.toMatchObject({
          code: "journal-mismatch",
          message: expect.stringContaining("a/1"),
        });
      });

      it("is something new in a branch while a step after the branches is recorded", async () => {
        const { reopen } = await create();
        const works: string[] = [];
        await inNewRun(await reopen(), async (run) => {
          await run.branches([lane("a", (one) => one.step(step("a/1")))]);
          await run.step(step("after"));
        });

        const other = inResumedRun(await reopen(), (run) =>
          run.branches([
            lane("a", async (one) => [await one.step(step("a/1")), await one.step(step("a/2", { works }))]),
          ]),
        );

        await expect(other).rejects.toMatchObject({
          code: "journal-mismatch",
          message: expect.stringContaining("after"),
        });
        expect(works).toEqual([]);
      });

      it("is a step whose name is not of its branch, a branch used twice, and a branch inside a branch", async () => {
        const { reopen } = await create();
        const none = async () => undefined;

        const foreign = inNewRun(await reopen(), (run) => run.branches([lane("a", (one) => one.step(step("b/1")))]));
        await expect(foreign).rejects.toThrow(/"b\/1" is not of the branch "a\/"/);
        const twice = inNewRun(await (await create()).reopen(), (run) =>
          run.branches([lane("a", none), lane("a", none)]),
        );
        await expect(twice).rejects.toThrow(/"a" is used twice/);
        const inside = inNewRun(await (await create()).reopen(), (run) =>
          run.branches([lane("a", (one) => one.branches([lane("a/b", none)]))]),
        );
        await expect(inside).rejects.toThrow(/cannot have branches/);
      });
    });
  });
}

function lane<T>(name: string, program: (run: Run) => Promise<T>): Branch<T> {
  return { name, program };
}

/** Ends when all of these have begun. */
function slow(name: string, works: string[], ...until: readonly string[]): Step<string> {
  return {
    name,
    input: null,
    work: async () => {
      works.push(name);
      do await nextTurn();
      while (!until.every((other) => works.includes(other)));
      return name;
    },
  };
}

function failing(name: string, works: string[] = []): Step<Json> {
  const work = async () => {
    works.push(name);
    throw new Error(`${name} broke`);
  };
  return { name, input: null, work };
}

function milestone(): { readonly reached: Promise<void>; reach(): void } {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}
