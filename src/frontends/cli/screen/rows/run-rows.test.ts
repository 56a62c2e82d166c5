// The permanent rows, as they appear in a log.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linesWiderThan, TestPipe, TestScreen, testHost } from "../../../../../test/support/screen.ts";
import type { RunEvent } from "../../../../domain/run/events/run-event.ts";
import { createTerminal } from "../terminal.ts";
import { RunRows } from "./run-rows.ts";

const DISPATCH = { step: "specify/1/1/spec-reviewer/1", role: "spec-reviewer", round: 1, activity: "review" } as const;
const PLAN = { number: 1, kind: "fresh", reason: "first-round", promptChars: 60, contextChars: 1000 } as const;
const STARTED = { type: "dispatch-started", ...DISPATCH, ...PLAN } as const;
const USAGE = { input: 9000, cacheRead: 91_000, cacheWrite: 0, output: 1200, estimated: false };
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
const SPENT = { milliseconds: 180_000, cost: 0.41, unpriced: 0, estimated: false };
const OPENED = {
  type: "run-opened",
  ...{ run: "007-rate-limit.specify.1", feature: "007-rate-limit", phase: "specify" },
  ...{ runtime: "claude", idea: "limit logins to 5 a minute", place: { number: 2, of: 7 }, spent: SPENT, budget: 20 },
  next: "design",
} as const;
const RAN = { type: "check-ran", name: "test", command: "pytest -q", tail: "", milliseconds: 14_000 } as const;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

interface Look {
  readonly unicode?: boolean;
  readonly verbose?: boolean;
}

function show<Place extends TestScreen | TestPipe>(events: readonly RunEvent[], place: Place, look: Look = {}): string {
  const { unicode = true, verbose = false } = look;
  const terminal = createTerminal({ unicode, quiet: false, verbose }, testHost(place));
  const rows = new RunRows(terminal, Date.now);
  for (const event of events) rows.show(event);
  rows.settle();
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

describe("the header of a phase", () => {
  it("has its place, the time, the money and the budget; the feature stands above it, once", () => {
    expect(inLog(OPENED, { ...OPENED, run: "007-rate-limit.design.1", phase: "design" })).toBe(
      [
        "007-rate-limit · limit logins to 5 a minute",
        "specify   2/7 · 3 min · $0.41 of $20",
        "",
        "design   2/7 · 3 min · $0.41 of $20",
        "",
        "",
      ].join("\n"),
    );
  });

  it("leaves out what there is not", () => {
    const { budget: _, place: __, ...opened } = OPENED;
    const spent = { milliseconds: 0, cost: null, unpriced: 0, estimated: false };

    expect(inLog({ ...opened, phase: "retrospect", spent })).toContain("\nretrospect\n");
  });

  it("says that a price is unknown, in part or altogether, and never that nothing was paid", () => {
    const { budget: _, place: __, ...opened } = OPENED;
    const spent = { milliseconds: 0, cost: null, unpriced: 3, estimated: false };

    expect(inLog({ ...opened, spent })).toMatch(/^specify {3}\?$/m);
    expect(inLog({ ...OPENED, spent: { ...spent, cost: 0.41 } })).toContain("$0.41 + ? of $20");
  });

  it("of a run that is resumed says that nothing is paid twice, and what was in flight, never a step", () => {
    const reopened = { inFlight: "specify/1/0/spec-author/2", steps: 9, lastAt: "1969-12-31T23:57:00.000Z" };

    const text = inLog({ ...OPENED, reopened });

    expect(text.replaceAll("\n", " ")).toContain(
      "Resuming; nothing is paid twice. It stopped 3 min ago, while the spec was being written.",
    );
    expect(text).not.toContain("specify/1");
  });
});

describe("a finished dispatch", () => {
  it("is one row with its verdict and its time; how it was sent and its price are not told", () => {
    expect(inLog(STARTED, { ...END, cost: 0.19 }, PASSED)).toBe(
      "  ✓ spec reviewer         approved                                         51 s\n",
    );
  });

  it("waits for its verdict, although another has begun meanwhile", () => {
    const other = { step: "specify/1/1/security-reviewer/1", role: "security-reviewer" } as const;

    const text = inLog(STARTED, END, { ...STARTED, ...other }, PASSED);

    expect(text).toBe("  ✓ spec reviewer         approved                                         51 s\n");
  });

  it("keeps the words of who it is together, however long its trouble", () => {
    const error = "the API did not take the request (400). It said: there is no such model";
    const failed = { ...END, role: "test-deepener-a", activity: "tests", status: "failed", error } as const;

    expect(inLog(failed)).toMatch(/^ {2}✗ test designer +the API did not take the request \(400\)/);
  });

  it("tells with --verbose how it was sent, and what that cost", () => {
    const resumed = { ...END, kind: "resume", reason: "delta", cost: 0.19 } as const;

    expect(show([resumed, PASSED], new TestPipe(), { verbose: true })).toContain(
      "\n    resumed with 6 % of its context · 100 k tokens in, 91 % cached · 1200 out ·\n    $0.19\n",
    );
  });

  it("that judged again says how many issues it ends", () => {
    const again = { ...END, round: 2 };
    expect(inLog(again, { ...PASSED, round: 2, resolved: 3 })).toMatch(
      /✓ spec reviewer +all 3 resolved +round 2 +51 s/,
    );
  });

  it("that wrote says what is there, how long it is, and what was answered", () => {
    const author = { ...END, step: "specify/1/0/spec-author/1", role: "spec-author", milliseconds: 161_000 } as const;
    const written = { type: "artifact-written", path: "spec.md", lines: 84, added: 9, removed: 4 } as const;

    expect(inLog({ ...author, activity: "draft" }, written)).toMatch(/^ {2}spec written +84 lines +2 min 41 s\n$/);
    const answers = { fixed: 2, disputed: 1 };
    expect(inLog({ ...author, activity: "revise", answers }, written)).toMatch(
      /^ {2}spec revised +3 answered, 1 disputed +\+9 −4 +2 min 41 s\n$/,
    );
  });

  it("that hands over says for what", () => {
    const role = "phase-reviewer";
    const handedOver = { ...END, role, activity: "handoff" } as const;

    expect(inLog(OPENED, handedOver, { ...PASSED, role })).toMatch(/✓ hand-off +ready for design +51 s/);
  });

  it("takes the place of its live line on a terminal, and the others stay below", () => {
    const screen = new TestScreen(120);
    const other = { ...STARTED, step: "other", role: "security-reviewer" };
    const rows = new RunRows(createTerminal({ unicode: true, quiet: false }, testHost(screen)), Date.now);
    for (const event of [STARTED, other]) rows.show(event);
    vi.advanceTimersByTime(2000);

    for (const event of [END, PASSED]) rows.show(event);

    expect(screen.text).toMatch(/^ {2}✓ spec reviewer +approved +51 s\n {2}security reviewer +2 s\n$/);
  });
});

describe("a check of the project", () => {
  it("is one line when it is green, whatever it printed", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `\u001b[32mtest ${index}\u001b[39m`);
    const printed = lines.map((line) => ({ type: "check-output", name: "test", line }) as const);

    expect(inLog(...printed, { ...RAN, passed: true, tail: lines.join("\n"), summary: "212 passed" })).toMatch(
      /^ {2}✓ tests +pytest -q {3}212 passed +14 s\n$/,
    );
  });

  it("shows the first failure when it is red, and where the rest is", () => {
    const failure = { name: "test_login.py::test_sixth_try", message: "\u001b[31massert 200 == 429\u001b[0m" };
    const red = { ...RAN, passed: false, summary: "1 failed, 211 passed", failure, number: 3 };

    expect(inLog(OPENED, red).split("\n").slice(3, 6)).toEqual([
      expect.stringMatching(/^ {2}✗ tests +pytest -q {3}1 failed, 211 passed +14 s$/),
      "    test_login.py::test_sixth_try assert 200 == 429",
      "    whole output: iflow show 007-rate-limit --check 3",
    ]);
  });

  it("names the command as it is typed, on one line", () => {
    const red = { ...RAN, passed: false, summary: "1 failed", number: 3 };
    const typed = `node ${"long/".repeat(8)}main.js`;
    const place = new TestPipe();
    const rows = new RunRows(createTerminal({ unicode: true, quiet: false }, testHost(place)), Date.now, (own) =>
      own.replace("iflow", typed),
    );
    for (const event of [OPENED, red]) rows.show(event);

    expect(place.text).toContain(`\n    whole output:\n    ${typed} show 007-rate-limit --check 3\n`);
  });

  it("shows its last lines where no test is known by name", () => {
    const red = { ...RAN, name: "lint", passed: false, tail: "one\n\ntwo\nthree\nfour\n", number: 1 };

    expect(inLog(OPENED, red)).toContain("\n    two\n    three\n    four\n    whole output");
  });
});

describe("the engine's own check of a document", () => {
  it("prints nothing when there is nothing to correct", () => {
    expect(inLog({ type: "artifact-checked", path: "spec.md", findings: [] })).toBe("");
  });

  it("lists what is to be corrected", () => {
    expect(inLog({ type: "artifact-checked", path: "spec.md", findings: ["line 1: no task cites AC-5"] })).toBe(
      "  ✗ format                1 to correct before a review\n    line 1: no task cites AC-5\n",
    );
  });
});

describe("answers of --yolo", () => {
  const answered = (text: string, topic = "requirements") =>
    ({ type: "question-answered", id: "007.1", text, answer: "infer", by: "yolo", topic }) as const;

  it("are one line for several, and a short line for one", () => {
    expect(inLog(answered("What?"), answered("Why?"), PASSED)).toBe("  --yolo  answered 2 questions\n");
    expect(inLog(answered("What?"))).toBe("  --yolo  What? → infer\n");
  });

  it("about the work are told in full", () => {
    const files = Array.from({ length: 20 }, (_, index) => `src/file-${index}.ts`).join(", ");
    const text = inLog(answered(`it also changed ${files}`, "other-files"), answered("Done?", "finish"));

    expect(text).toContain("src/file-19.ts");
    expect(text).toContain("Done? → infer");
    expect(linesWiderThan(80, text)).toEqual([]);
  });

  it("to continue are not told: the next phase shows it", () => {
    expect(inLog(answered("The spec is approved and committed. What next?", "closing"))).toBe("");
    expect(
      inLog(answered("The code is approved and committed. It changed the tests. What next?", "closing")),
    ).toContain("It changed the tests.");
  });
});

describe("a refused tool call", () => {
  it("is a note that says why", () => {
    expect(inLog(STARTED, worked("read src/a.ts"), worked("read ../x", "it is outside the repository"))).toBe(
      "  note  spec reviewer was refused: read ../x (it is outside the repository)\n",
    );
  });

  it("is told three times for each dispatch, the rest is counted at its end", () => {
    const again = Array.from({ length: 7 }, (_, index) => worked(`read ../${index}`, "it is outside"));

    const lines = inLog(STARTED, ...again, END, PASSED, { ...STARTED, round: 2 }, worked("run x", "no")).split("\n");

    expect(lines.map((line) => line.slice(0, 42).trimEnd())).toEqual([
      "  note  spec reviewer was refused: read ..",
      "  note  spec reviewer was refused: read ..",
      "  note  spec reviewer was refused: read ..",
      "  note  spec reviewer was refused 4 more t",
      "  ✓ spec reviewer         approved",
      "  note  spec reviewer was refused: run x (",
      "",
    ]);
  });
});

describe("the test of a runtime's sessions", () => {
  it("is no news when they work, unless --verbose asks", () => {
    expect(inLog(GATE)).toBe("");
    expect(show([GATE], new TestPipe(), { verbose: true })).toContain("sessions can be resumed, 94 % read from cache");
    expect(show([{ ...GATE, cached: 0.12 }], new TestPipe(), { verbose: true })).toContain("but only 12 %");
  });

  it("is a note when they do not", () => {
    expect(inLog({ ...GATE, failure: "it no longer knows what it read", cached: null })).toBe(
      "  note  claude 2.1.325: it no longer knows what it read; every agent will start\n" +
        "        afresh, which costs more\n",
    );
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
    const rows = new RunRows(createTerminal({ unicode: true, quiet: false }, testHost(screen)), Date.now);
    rows.show(STARTED);
    rows.show({ type: "agent-said", step: DISPATCH.step, role: DISPATCH.role, text: `Hello\n${escapes}you` });

    vi.advanceTimersByTime(1000);

    expect(screen.text).toMatch(/^ {2}spec reviewer +1 s +Hello you\n$/);
  });

  it("that quote an escape sequence are shown as they are", () => {
    expect(inLog({ type: "warned", text: String.raw`"\u001b[2J" and "\n" and \u0007` })).toBe(
      `  note  ${String.raw`"\u001b[2J" and "\n" and \u0007`}\n`,
    );
  });
});

describe("on a narrow terminal", () => {
  const issue = { severity: "blocker", reviewer: "spec-reviewer", id: "SR1.1", location: "## Acceptance Criteria" };
  const description = 'AC-3 cannot be tested: "fast enough" has no number, and no test could tell';
  const failed = { ...PASSED, passed: false, round: 2, issues: [{ ...issue, description } as never] };
  const task = { ...END, step: "implement/1/0/implementer-1.1/1", role: "implementer", activity: "task" } as const;
  const events: RunEvent[] = [
    ...[OPENED, END, failed],
    { ...task, about: "Count every try before it is checked, per address and per account" },
    { ...RAN, passed: false, command: "npx vitest run --reporter=dot --coverage", summary: "1 failed, 2 passed" },
    { ...END, status: "failed", error: "the connection was lost while the answer was being sent" },
  ];

  it.each([44, 60, 72, 80, 120])("of %i columns nothing is wider, and no word is broken", (columns) => {
    const screen = new TestScreen(columns);
    const text = show(events, screen);

    expect(linesWiderThan(columns, text)).toEqual([]);
    for (const word of ["--reporter=dot", "connection", "Acceptance", "address"]) expect(text).toContain(word);
  });

  it("the round moves to what was said, the time goes last", () => {
    expect(show([END, failed], new TestScreen(80))).toMatch(/1 blocker +round 2 +51 s\n/);
    expect(show([END, failed], new TestScreen(60))).toMatch(/1 blocker, round 2 +51 s\n/);
    expect(show([END, failed], new TestScreen(40))).toMatch(/1 blocker,\n +round 2\n/);
  });
});

it("a new run begins without the agents of one that was cut off", () => {
  const screen = new TestScreen();
  const rows = new RunRows(createTerminal({ unicode: true, quiet: false }, testHost(screen)), Date.now);
  rows.show(STARTED);
  vi.advanceTimersByTime(1000);

  rows.show(OPENED);
  vi.advanceTimersByTime(1000);

  expect(screen.text).toBe("007-rate-limit · limit logins to 5 a minute\nspecify   2/7 · 3 min · $0.41 of $20\n\n");
});

it("two that worked side by side are told in the order in which they were asked, whoever began or ended first", () => {
  const asked = (number: number, role: "documentation-researcher" | "retro-facilitator") =>
    ({ ...STARTED, number, step: `finish/1/0/${role}/1`, role, activity: "research" }) as const;
  const ended = ({ number, step, role, activity }: ReturnType<typeof asked>) =>
    ({ ...END, number, step, role, activity }) as const;
  const [first, second] = [asked(1, "documentation-researcher"), asked(2, "retro-facilitator")];
  const done = { type: "warned", text: "both are done" } as const;
  const inOrder = inLog(first, second, ended(first), ended(second), done);

  expect(inLog(first, second, ended(second), ended(first), done)).toBe(inOrder);
  expect(inLog(second, first, ended(second), ended(first), done)).toBe(inOrder);
});

it("tasks that end one after the other while others work have a row each", () => {
  const task = (number: string) =>
    ({
      ...END,
      step: `implement/1/0/implementer-${number}/1`,
      role: "implementer",
      activity: "task",
      about: number,
    }) as const;
  const told = inLog(task("1.1"), task("1.2"), { type: "warned", text: "task 1.3 is done again" });
  expect(told.split("\n").map((line) => line.trim().slice(0, 8))).toEqual(["task 1.1", "task 1.2", "note  ta", ""]);
});
