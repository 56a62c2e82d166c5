import { expect, test } from "vitest";
import { hold, release, takeBack, UNDO_MS, type UndoQueue } from "./undo-queue.ts";

const give = (queue: UndoQueue, key: string, now: number, answer = "yes") =>
  hold(queue, { key, answer, label: answer }, now);

test("an answer is released when its time has come, not before, and once", () => {
  const queue = give(give([], "a", 0), "b", 1000);

  expect(release(queue, UNDO_MS - 1)).toEqual({ queue, released: [] });
  const first = release(queue, UNDO_MS);
  expect([first.released.map(({ key }) => key), first.queue.map(({ key }) => key)]).toEqual([["a"], ["b"]]);
  expect(release(first.queue, UNDO_MS).released).toEqual([]);
  expect(release(queue, Number.POSITIVE_INFINITY).queue).toEqual([]);
});

test("the last one is taken back first, or the one that is named; what was taken back is never released", () => {
  const queue = give(give([], "a", 0), "b", 0);

  const { queue: left, taken } = takeBack(queue, undefined);
  expect(taken?.key).toBe("b");
  expect(release(left, UNDO_MS).released.map(({ key }) => key)).toEqual(["a"]);
  expect(takeBack(queue, "a").queue.map(({ key }) => key)).toEqual(["b"]);
  expect(takeBack(queue, "c")).toEqual({ queue, taken: null });
  expect(takeBack([], undefined).taken).toBeNull();
});

test("a second answer to the same question replaces the first, with time of its own", () => {
  const queue = give(give([], "a", 0, "yes"), "a", 4000, "no");

  expect(release(queue, UNDO_MS).released).toEqual([]);
  expect(release(queue, UNDO_MS + 4000).released.map(({ answer }) => answer)).toEqual(["no"]);
});
