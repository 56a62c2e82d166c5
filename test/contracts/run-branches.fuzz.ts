// Random programs of branches that ask, wait for each other and crash, opened again and again until they end.
import { expect, test } from "vitest";
import { randomNumbers } from "../../bench/chaos/points.ts";
import type { Json } from "../../src/domain/text/json/json.ts";
import { type Branch, type Run, type Runs, Suspended } from "../../src/ports/runs/runs.ts";
import { sampled } from "../support/sampled.ts";
import { inNewRun, inResumedRun, question, type RunsUnderTest } from "./play-runs.ts";

/** What a branch does next: work, ask, or wait until another one is past that action. */
type Action =
  | { readonly type: "work" | "ask" }
  | { readonly type: "meet"; readonly branch: number; readonly at: number };
type Program = readonly (readonly Action[])[];

export function branchesFuzz(name: string, create: () => Promise<RunsUnderTest>): void {
  test.each(sampled(Array.from({ length: 60 }, (_, seed) => seed)))(
    `${name}: random branches with crashes and questions end the same, each step recorded once, seed %i`,
    async (seed) => {
      const random = randomNumbers(seed);
      const program = makeProgram(random);
      const { reopen } = await create();
      const world = new World(random);

      const results = await untilItEnds(reopen, world, program);

      expect(results).toEqual(
        program.map((actions, branch) => actions.map((action, at) => resultOf(action, branch, at))),
      );
      const steps = program.flatMap((actions, branch) =>
        actions.flatMap(({ type }, at) => (type === "work" ? `${branch}/${at}` : [])),
      );
      expect([...world.finished.keys()].toSorted()).toEqual(steps.toSorted());
      expect([...world.finished.values()].every((times) => times === 1)).toBe(true);
      expect(world.ids).toEqual([...new Set(world.ids)]);
    },
  );
}

async function untilItEnds(reopen: RunsUnderTest["reopen"], world: World, program: Program): Promise<Json[][]> {
  let opening = inNewRun;
  for (let openings = 0; openings < 200; openings++) {
    const end = await opening(await reopen(), (run) => play(run, world, program)).then(
      (results) => ({ results }),
      (error: unknown) => ({ error }),
    );
    opening = inResumedRun;
    if ("results" in end) return end.results;
    if (end.error instanceof Suspended) await world.answerSome(await reopen(), end.error.pendings);
    else if (end.error !== world.crash) throw end.error;
  }
  throw new Error("it does not end");
}

function play(run: Run, world: World, program: Program): Promise<Json[][]> {
  const past = program.map((actions) => actions.map(() => milestone()));
  const lanes = program.map(
    (actions, branch): Branch<Json[]> => ({
      name: `${branch}`,
      program: async (one) => {
        const results: Json[] = [];
        for (const [at, action] of actions.entries()) {
          const name = `${branch}/${at}`;
          if (action.type === "meet") await one.meet(past[action.branch]?.[action.at]?.reached ?? Promise.resolve());
          const result =
            action.type === "work"
              ? await one.step({ name, input: null, work: () => world.work(name) })
              : action.type === "ask"
                ? (await one.wait([question(name)]))[0]
                : null;
          results.push(result ?? null);
          past[branch]?.[at]?.reach();
        }
        return results;
      },
    }),
  );
  return run.branches(lanes);
}

class World {
  readonly crash = new Error("crash");
  /** How often each step's work came to its end. */
  readonly finished = new Map<string, number>();
  readonly ids: string[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  async work(name: string): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, this.#random() * 4));
    if (this.#random() < 0.15) throw this.crash;
    this.finished.set(name, (this.finished.get(name) ?? 0) + 1);
    return name;
  }

  async answerSome(runs: Runs, pendings: Suspended["pendings"]): Promise<void> {
    const [first, ...others] = pendings.flatMap((pending) =>
      "id" in pending && pending.id !== undefined ? pending.id : [],
    );
    for (const id of [first, ...others.filter(() => this.#random() < 0.5)]) {
      if (id === undefined) throw new Error("it is suspended without a question");
      expect(await runs.answer(id, "yes")).toBe("stored");
      this.ids.push(id);
    }
  }
}

function makeProgram(random: () => number): Program {
  const pick = (most: number) => Math.floor(random() * most);
  const branches = 2 + pick(4);
  const program: Action[][] = Array.from({ length: branches }, () => []);
  // one after the other in a global order, and only what is already there is waited for: never in a circle
  for (let made = 0; made < branches * 4; made++) {
    const [branch, other] = [pick(branches), pick(branches)];
    const reached = program[other]?.length ?? 0;
    const kind = random();
    if (kind < 0.25 && other !== branch && reached > 0)
      program[branch]?.push({ type: "meet", branch: other, at: pick(reached) });
    else program[branch]?.push({ type: kind < 0.4 ? "ask" : "work" });
  }
  return program;
}

function resultOf({ type }: Action, branch: number, at: number): Json {
  return type === "work" ? `${branch}/${at}` : type === "ask" ? "yes" : null;
}

function milestone() {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}
