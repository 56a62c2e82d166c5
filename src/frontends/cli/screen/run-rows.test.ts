// The permanent rows, as they appear in a log.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TestPipe, TestScreen, testHost } from "../../../../test/support/screen.ts";
import type { RunEvent } from "../../../domain/run/run-event.ts";
import { RunRows } from "./run-rows.ts";
import { createTerminal } from "./terminal.ts";

const DISPATCH = { step: "specify/1/1/spec-reviewer/1", role: "spec-reviewer", round: 1, activity: "review" } as const;
const PLAN = { kind: "fresh", reason: "first-round", promptChars: 60, contextChars: 1000 } as const;
const STARTED = { type: "dispatch-started", ...DISPATCH, ...PLAN } as const;
const USAGE = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, estimated: false };
const END = {
  type: "dispatch-ended",
  ...DISPATCH,
  ...PLAN,
  status: "completed",
  usage: USAGE,
  milliseconds: 51_000,
} as const;
const PASSED = { type: "verdict-read", role: "spec-reviewer", round: 1, passed: true, issues: [] } as const;
const GATE = { type: "gate-tested", runtime: "claude", version: "2.1.325", cached: 0.94, milliseconds: 7000 } as const;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function show<Place extends TestScreen | TestPipe>(events: readonly RunEvent[], place: Place, unicode = true): string {
  const rows = new RunRows(createTerminal({ unicode, quiet: false, asEvent: false }, testHost(place)), Date.now);
  for (const event of events) rows.show(event);
  return place.text;
}

const inLog = (...events: readonly RunEvent[]) => show(events, new TestPipe());
const worked = (did: string, refused?: string) =>
  ({
    type: "agent-worked",
    step: DISPATCH.step,
    role: DISPATCH.role,
    did,
    ...(refused !== undefined && { refused }),
  }) as const;

describe("a finished dispatch", () => {
  it("is one row with its verdict, its kind and its price", () => {
    expect(inLog(STARTED, { ...END, cost: 0.19 }, PASSED)).toBe(
      "  review   spec-reviewer           round 1 ✓                      fresh              51 s  $0.19\n",
    );
  });

  it("keeps its words apart, however long the role's name", () => {
    const role = "security-reviewer";

    expect(inLog({ ...END, role }, { ...PASSED, role })).toContain("  review   security-reviewer       round 1 ✓ ");
  });

  it.each([
    ["delta", "resumed with 6 %"],
    ["cold", "resumed cold with 6 %"],
  ] as const)("that was resumed (%s) says how", (reason, words) => {
    expect(inLog({ ...END, kind: "resume", reason }, PASSED)).toContain(words);
  });

  it("takes the place of its live line on a terminal, and the others stay below", () => {
    const screen = new TestScreen(120);
    const other = { ...STARTED, step: "other", role: "code-reviewer" };
    const rows = new RunRows(
      createTerminal({ unicode: true, quiet: false, asEvent: false }, testHost(screen)),
      Date.now,
    );
    for (const event of [STARTED, other]) rows.show(event);
    vi.advanceTimersByTime(2000);

    for (const event of [END, PASSED]) rows.show(event);

    expect(screen.text).toBe(
      [
        "  review   spec-reviewer           round 1 ✓                      fresh              51 s",
        "  review   code-reviewer           round 1   2 s",
        "",
      ].join("\n"),
    );
  });
});

describe("a refused tool call", () => {
  it("is a note that says why", () => {
    expect(inLog(STARTED, worked("read src/a.ts"), worked("read ../x", "it is outside the repository"))).toBe(
      "  note     spec-reviewer was refused: read ../x (it is outside the repository)\n",
    );
  });

  it("is told three times for each dispatch, the rest is counted at its end", () => {
    const again = Array.from({ length: 7 }, (_, index) => worked(`read ../${index}`, "it is outside"));

    const lines = inLog(STARTED, ...again, END, PASSED, { ...STARTED, round: 2 }, worked("run x", "no")).split("\n");

    expect(lines.map((line) => line.slice(0, 45).trimEnd())).toEqual([
      "  note     spec-reviewer was refused: read ..",
      "  note     spec-reviewer was refused: read ..",
      "  note     spec-reviewer was refused: read ..",
      "  note     spec-reviewer was refused 4 more t",
      "  review   spec-reviewer           round 1 ✓",
      "  note     spec-reviewer was refused: run x (",
      "",
    ]);
  });
});

describe("the test of a runtime's sessions", () => {
  it.each([
    ["warm", { cost: 0.02 }, "✓  sessions work, 94 % read from cache", "7 s  $0.02"],
    ["cold", { cached: 0.12 }, "✓  sessions work, but only 12 % is read from cache (cold)", "7 s"],
    ["untold", { cached: null }, "✓  sessions work", "7 s"],
    [
      "failed",
      { failure: "V3: resumed, it no longer knows the first line it read", cached: null },
      "✗  V3: resumed, it no longer knows the first line it read; every dispatch will be fresh",
      "7 s",
    ],
  ])("is a row of its own: %s", (_, facts, words, price) => {
    const row = inLog({ ...GATE, ...facts });

    expect(row).toMatch(/^ {2}resume {3}claude 2\.1\.325 +[✓✗] /);
    expect(row).toContain(words);
    expect(row.trimEnd().endsWith(price)).toBe(true);
  });

  it("has plain marks where ornaments are not wanted", () => {
    expect(show([GATE], new TestPipe(), false)).toContain(" ok  sessions work");
  });
});

describe("words of agents", () => {
  const escapes = "\u001b[2J\u0007\r\b\u009b2K\u007f\u202e";

  it("cannot steer the terminal", () => {
    const text = inLog(
      STARTED,
      worked(`read a${escapes}b`, `no\n${escapes}`),
      { ...END, status: "failed", error: `x${escapes}y` },
      { ...GATE, failure: `V2: ${escapes}` },
      { type: "warned", text: escapes },
    );

    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.split("\n")).toHaveLength(5);
  });

  it("cannot steer the terminal from a live line either", () => {
    const screen = new TestScreen(200);
    const rows = new RunRows(
      createTerminal({ unicode: true, quiet: false, asEvent: false }, testHost(screen)),
      Date.now,
    );
    rows.show(STARTED);
    rows.show({ type: "agent-said", step: DISPATCH.step, role: DISPATCH.role, text: `Hello\n${escapes}you` });

    vi.advanceTimersByTime(1000);

    expect(screen.text).toMatch(/^ {2}review {3}spec-reviewer +round 1 +1 s +Hello \[2J 2K you\n$/);
  });

  it("that quote an escape sequence are shown as they are", () => {
    expect(inLog({ type: "warned", text: String.raw`"\u001b[2J" and "\n" and \u0007` })).toBe(
      `  note     ${String.raw`"\u001b[2J" and "\n" and \u0007`}\n`,
    );
  });
});

it("a new run begins without the agents of one that was cut off", () => {
  const screen = new TestScreen();
  const rows = new RunRows(createTerminal({ unicode: true, quiet: false, asEvent: false }, testHost(screen)), Date.now);
  rows.show(STARTED);
  vi.advanceTimersByTime(1000);

  rows.show({ type: "run-opened", feature: "001-a", phase: "specify", runtime: "claude" });
  vi.advanceTimersByTime(1000);

  expect(screen.text).toBe("feature 001-a · specify · runtime claude\n\n");
});
