// Random plans carried out by lanes whose tasks take any time, stray and collide: whatever happens, all of it is joined.
import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../bench/chaos/points.ts";
import { findCollision, hasStrayed } from "./claims.ts";
import { type PlannedTask, planTasks } from "./task-plan.ts";
import { type Move, TaskSchedule, type Worked } from "./task-schedule.ts";

type Random = (below: number) => number;

const task = (number: string, after: PlannedTask["after"] = []): PlannedTask => {
  return { number, after, alone: false, why: [] };
};
const words = (move: Move | undefined) => {
  if (!move) return "wait";
  return move.type === "begin" ? `begin ${move.task} in ${move.lane}` : `join ${move.task}`;
};
const atWork = () => undefined;
const worked = (hasStrayed: boolean) => (): Worked => ({ hasStrayed });

describe("lanes", () => {
  it("are filled in document order, and a task is begun only when what it waits for is joined", () => {
    const schedule = new TaskSchedule([task("1"), task("2"), task("3", [0])], 2);
    expect(words(schedule.next(atWork))).toBe("begin 0 in 1");
    schedule.began(0, 1);
    expect(words(schedule.next(atWork))).toBe("begin 1 in 2");
    schedule.began(1, 2);
    expect(words(schedule.next(atWork))).toBe("wait");
    expect(words(schedule.next(worked(false)))).toBe("join 0");
    schedule.joined(0);
    expect(words(schedule.next(atWork))).toBe("begin 2 in 1");
  });

  it("take the task first on which the longest chain waits", () => {
    const schedule = new TaskSchedule([task("1"), task("2"), task("3", [1])], 1);
    expect(words(schedule.next(atWork))).toBe("begin 1 in 1");
  });

  it("are free for others while what has strayed waits for all before it", () => {
    const schedule = new TaskSchedule([task("1"), task("2"), task("3")], 2);
    schedule.began(0, 1);
    schedule.began(1, 2);
    const strayed = (position: number) => (position === 1 ? { hasStrayed: true } : undefined);
    expect(words(schedule.next(strayed))).toBe("begin 2 in 2");
    schedule.began(2, 2);
    expect(words(schedule.next(strayed))).toBe("wait");
    schedule.joined(0);
    expect(words(schedule.next(strayed))).toBe("join 1");
  });

  it("stay empty beside a task that is done again, and it begins when they are", () => {
    const schedule = new TaskSchedule([task("1"), task("2"), task("3")], 2);
    schedule.began(0, 1);
    schedule.began(1, 2);
    schedule.collided(1);
    expect(words(schedule.next(atWork))).toBe("wait");
    schedule.joined(0);
    expect(words(schedule.next(atWork))).toBe("begin 1 in 1");
    schedule.began(1, 1);
    expect(words(schedule.next(atWork))).toBe("wait");
    schedule.joined(1);
    expect(words(schedule.next(atWork))).toBe("begin 2 in 1");
  });
});

describe("a schedule", () => {
  it("keeps to the plan, to its lanes and to the order of what has strayed, and ends", () => {
    for (let seed = 0; seed < 300; seed++) carryOut(seed);
  });
});

/** Plays one until it is over; throws where it does what it must not. */
function carryOut(seed: number): void {
  const numbers = randomNumbers(seed);
  const random: Random = (below) => Math.floor(numbers() * below);
  const plan = planOf(random);
  const lanes = 1 + random(4);
  const schedule = new TaskSchedule(plan, lanes);
  const working = new Map<number, number>();
  const worked = new Map<number, { readonly hasStrayed: boolean }>();
  const joined: number[] = [];
  const collisions = new Map<number, number>();
  let alone: number | undefined;
  while (!schedule.isOver) {
    const move = schedule.next((task) => worked.get(task));
    if (move === undefined) {
      const tasks = [...working.keys()];
      expect(tasks.length, `seed ${seed}: somebody works`).toBeGreaterThan(0);
      const task = tasks[random(tasks.length)] as number;
      working.delete(task);
      worked.set(task, { hasStrayed: random(3) === 0 });
    } else if (move.type === "begin") {
      const { task, lane } = move;
      const isAgain = collisions.has(task);
      const { after, alone: isAlone } = plan[task] as PlannedTask;
      const needs = after === "all" ? [...plan.keys()].slice(0, task) : after;
      expect([...needs].filter((need) => !joined.includes(need))).toEqual([]);
      expect([...working.values()]).not.toContain(lane);
      expect(lane).toBeLessThanOrEqual(lanes);
      if (isAgain || isAlone || alone !== undefined) expect(working.size).toBe(0);
      alone = isAgain ? task : undefined;
      working.set(task, lane);
      schedule.began(task, lane);
    } else {
      const { task } = move;
      const { hasStrayed: strayed } = worked.get(task) ?? { hasStrayed: false };
      if (strayed) expect([...plan.keys()].slice(0, task).filter((earlier) => !joined.includes(earlier))).toEqual([]);
      worked.delete(task);
      const times = collisions.get(task) ?? 0;
      if (random(4) === 0 && times < 2) {
        collisions.set(task, times + 1);
        schedule.collided(task);
      } else {
        joined.push(task);
        schedule.joined(task);
      }
    }
  }
  expect(joined.toSorted((a, b) => a - b)).toEqual([...plan.keys()]);
}

function planOf(random: Random): PlannedTask[] {
  const size = 1 + random(9);
  return planTasks(
    Array.from({ length: size }, (_, position) => ({
      number: `${position}`,
      dependsOn: Array.from({ length: random(3) }, () => `${random(size)}`),
      unknownDependencies: random(9) === 0 ? ["x"] : [],
      files: Array.from({ length: random(3) }, () => `src/${random(6)}`),
      fields: random(6) === 0 ? [] : [{ name: "dependsOn" as const, value: "", label: "", line: 1 }],
    })),
  );
}

describe("what a task has changed", () => {
  it.each([
    [["src/a.ts"], ["src/a.ts"], false],
    [["src/a.ts", "src/deep/b.ts"], ["src/"], false],
    [["app/[id]/page.tsx"], ["app/[id]/page.tsx"], false],
    [["src/a.test.ts"], ["src/a.ts"], true],
    [["src"], ["src/a.ts"], true],
    [[], [], false],
    [["a"], [], true],
  ])("%j by a task that declares %j has strayed: %j", (changed, declared, strayed) => {
    expect(hasStrayed(changed, declared)).toBe(strayed);
  });

  it("collides with the same file only, also where its name looks like a pattern", () => {
    const others = [
      { number: "1", files: ["app/[id]/page.tsx", "b"] },
      { number: "2", files: ["b", "c"] },
    ];
    expect(findCollision(["app/[id]/other.tsx", "app/x"], others)).toBeUndefined();
    expect(findCollision(["c", "b"], others)).toEqual({ paths: ["b", "c"], others: ["1", "2"] });
  });
});
