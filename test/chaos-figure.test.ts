// What the chaos figure counts, and that it can be repeated. The figure itself: test/binary/chaos.test.ts.
import { expect, test } from "vitest";
import { paidAgain } from "../bench/chaos/paid-again.ts";
import { type PhaseName, TURNS } from "../bench/chaos/phases.ts";
import {
  allPoints,
  type Extent,
  type Point,
  parsePlay,
  printPlay,
  samplePoints,
  shardOf,
} from "../bench/chaos/points.ts";
import { printReport } from "../bench/chaos/report.ts";

const print = (point: Point) => printPlay([point]);
const TURN = `turn ${TURNS.indexOf("spec-author")}`;
const STORED = "dispatches/001-spec-author-fresh.outcome.json";
const AGAIN = ["start", "git 1 rev-parse", TURN, `begin 1 writeFile ${STORED}`, "did 1"];

test.each([
  ["iflow looked at the files first", [TURN, "git 7 write-tree"], ["spec-author"]],
  ["iflow wrote something else first", [TURN, "begin 8 writeFile notes.md", "did 8"], ["spec-author"]],
  ["the answer was on disk", [TURN, `begin 8 rename ${STORED}`, "did 8"], ["spec-author"]],
  ["it was killed before the turn ended", ["git 7 write-tree"], []],
  ["it was killed at once", [TURN], []],
  ["it was killed while it stored the answer", [TURN, `begin 8 writeFile ${STORED}`, "did 8", "git 7 status"], []],
  ["the disk was full when it stored the answer", [TURN, `begin 8 writeFile ${STORED}`, "failed 8"], []],
  ["it was killed while it made a folder for it", [TURN, "begin 8 mkdir dispatches", "did 8"], []],
  ["a write of another dispatch was under way", ["begin 7 writeFile other.md", TURN, "did 7"], []],
])("paid again, when %s: %#", (_, before, roles) => {
  expect(paidAgain(["start", ...before, ...AGAIN])).toEqual(roles);
});

test("an answer that is not asked for again was paid for once", () => {
  expect(paidAgain(["start", TURN, "git 7 write-tree", "start", "git 1 rev-parse"])).toEqual([]);
});

const EXTENTS = new Map<PhaseName, Extent>([
  ["specify", { gitCalls: 30, writes: 100 }],
  ["finish", { gitCalls: 10, writes: 50 }],
]);

test("the same seed takes the same points, another seed other ones", () => {
  for (const injector of ["process", "git", "write"] as const) {
    const points = samplePoints(injector, 20, 7, EXTENTS).map(print);
    expect(samplePoints(injector, 20, 7, EXTENTS).map(print)).toEqual(points);
    expect(samplePoints(injector, 20, 8, EXTENTS).map(print)).not.toEqual(points);
    expect(points.map((point) => printPlay(parsePlay(point)))).toEqual(points);
  }
});

test("the parts of the enumeration are the whole, each point once", () => {
  const all = allPoints("git", EXTENTS);
  const parts = ["1/3", "2/3", "3/3"].flatMap((shard) => shardOf(all, shard));
  expect(all).toHaveLength(3 * 40);
  expect(parts.map(print).sort()).toEqual(all.map(print).sort());
  expect(() => shardOf(all, "4/3")).toThrow("4/3 is no shard");
  expect(() => parsePlay("git:specify:3:before+git:specify:3:never")).toThrow("is no point");
});

test("the report counts hits only, and says how a deviation is played again", () => {
  const none = {
    at: "git commit",
    ends: ["SIGKILL", "0"],
    differences: [],
    paidAgain: [],
    questions: [],
    leftovers: [],
  };
  const report = printReport(
    [
      { ...none, point: "git:specify:1:before", hits: 1 },
      { ...none, point: "git:specify:2:after", hits: 1, differences: ["head: a became b"], leftovers: ["x.lock"] },
      { ...none, point: "write:specify:900:full", hits: 0 },
    ],
    3,
  );
  expect(report.replaceAll(/ +/g, " ")).toContain(
    "\ngit 2 1 (50.0 %) 0 0 1 0\nwrite 0 0 (-) 0 0 0 1\nall 2 1 (50.0 %) 0 0 1 1",
  );
  expect(report).toContain(
    "--seed 3 --only git:specify:2:after   (SIGKILL, 0; git commit)\n      head: a became b\n      left behind: x.lock",
  );
});
