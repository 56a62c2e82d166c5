import { expect, test } from "vitest";
import { staggeredStarts } from "./staggered-start.ts";

const never = new AbortController().signal;

/** Collects the places that have been allowed to begin so far. */
function watch(starts: ReturnType<typeof staggeredStarts>, signal = never) {
  const begun: number[] = [];
  for (const [place, { mayBegin }] of starts.entries()) void mayBegin(signal).then(() => begun.push(place));
  return begun;
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("on a trunk each begins when the one before it has", async () => {
  const starts = staggeredStarts(3, true);
  const begun = watch(starts);

  await soon();
  expect(begun).toEqual([0]);
  starts[0]?.hasBegun();
  await soon();
  expect(begun).toEqual([0, 1]);
  starts[1]?.hasBegun();
  await soon();
  expect(begun).toEqual([0, 1, 2]);
});

test("one whose answer is recorded is not waited for", async () => {
  const [, second, third] = staggeredStarts(3, true);
  const begun: number[] = [];
  void second?.mayBegin(never).then(() => begun.push(1));
  void third?.mayBegin(never).then(() => begun.push(2));

  await soon();
  expect(begun).toEqual([1]);
  second?.hasBegun();
  await soon();
  expect(begun).toEqual([1, 2]);
});

test("where nothing is shared all begin at once, and so does one alone", async () => {
  const apart = watch(staggeredStarts(3, false));
  const alone = watch(staggeredStarts(1, true));

  await soon();

  expect([apart, alone]).toEqual([[0, 1, 2], [0]]);
});

test("when a run is stopped, no dispatch keeps waiting", async () => {
  const stop = new AbortController();
  const begun = watch(staggeredStarts(3, true), stop.signal);

  stop.abort();
  await soon();

  expect(begun).toEqual([0, 1, 2]);
});
