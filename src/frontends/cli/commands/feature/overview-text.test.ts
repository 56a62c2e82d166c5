// The overview on narrow and wide terminals: nothing is wider than the terminal, no word is broken.
import colors from "picocolors";
import { expect, test } from "vitest";
import { overviewOf } from "../../../../app/feature/overview.ts";
import type { FeatureStatus } from "../../../../app/feature/status.ts";
import { printCommands } from "../../../../domain/feature/printed-commands.ts";
import type { Question } from "../../../../domain/run/questions/question.ts";
import { overviewText } from "./overview-text.ts";
import { statusText } from "./status-command.ts";

const NOW = new Date("2026-03-01T10:06:30.000Z");
const MARKS = { pass: "✓", fail: "✗", arrow: "→", minus: "−", dot: "·", bullet: "●", ellipsis: "…" };
const look = (columns: number) => ({ columns, marks: MARKS, paint: colors.createColors(false) });

function feature(key: string, more: Partial<FeatureStatus>): FeatureStatus {
  return {
    ...{
      key,
      description: "what was wanted",
      branch: `feature/${key}`,
      tree: null,
      current: false,
      phase: "specify",
      phases: [],
      depth: null,
    },
    ...{ state: "idle", what: "specify approved", next: "iflow design", pendings: [], run: null, lastActivity: null },
    ...{ project: null, tests: "npm test", ...more },
  };
}

const asked: Question = {
  ...{ type: "question", name: "q", topic: "t", options: [], id: "007.2" },
  text: "The spec is not approved: after 5 rounds 1 blocker and 2 warnings are still open. What now?",
};
const run = { id: "008-export-csv.implement.1", createdAt: "2026-03-01T10:00:00.000Z", steps: 31 };
const FEATURES = [
  feature("007-rate-limit", { state: "waiting", pendings: [asked], current: true }),
  feature("008-export-csv", {
    ...{ phase: "implement", state: "running", next: null, lastActivity: "2026-03-01T10:05:00.000Z" },
    run: { ...run, inFlight: "implement/1/0/implementer-4/1" },
  }),
  feature("006-dark-mode", { phase: "design", what: "design approved" }),
];
const overview = overviewOf(
  { repository: "shop", root: "/home/ann/shop", branch: "main", isSetUp: true, testsWait: false },
  FEATURES,
  NOW,
);

test("at 80 columns each feature is one line", () => {
  expect(overviewText(overview, look(80))).toMatchInlineSnapshot(`
    "shop · main · 3 features

      waits for you
        007-rate-limit   The spec is not approved: after 5 rounds   iflow answer 7
                         1 blocker and 2 warnings are still open.
                         What now?
      runs now
        008-export-csv   implement, task 4, 6 min
      ready
        006-dark-mode    design approved                            iflow continue 6

    Start something:  iflow run "what you want"
    Look closer:      iflow status
    All commands:     iflow --help"
  `);
});

test("an idea is shown by its sentence, and why it stopped is never cut off", () => {
  const pause = { type: "pause", name: "p", reason: "agent-unavailable", fix: "set another key" } as const;
  const text = "the code explorer, the knowledge searcher and the internet researcher got no answer: key refused";
  const idea = feature("b1", {
    ...{ phase: "brainstorm", state: "paused", description: "limit logins to 5 a minute", next: "iflow continue b1" },
    pendings: [{ ...pause, text }],
  });
  const place = { repository: "shop", root: "/home/ann/shop", branch: "main", isSetUp: true, testsWait: false };

  for (const columns of [60, 80]) {
    const shown = overviewText(overviewOf(place, [idea], NOW), look(columns));
    const words = shown.replaceAll(/ {3,}iflow continue b1/g, "").replaceAll(/\s+/g, " ");
    expect(words).toMatch(/ b1 limit logins to 5 a minute brainstorm: the code explorer, .* key refused/);
    expect(shown.split("\n").filter((line) => line.length > columns)).toEqual([]);
  }
  expect(statusText(overviewOf(place, [idea], NOW), look(80), NOW)).toMatch(
    /wanted {2}limit logins.*\n.*brainstorm: the code/,
  );
});

test("where nothing is open, no page is offered that shows the same once more", () => {
  const done = feature("006-dark-mode", { state: "completed", next: null });
  const place = { repository: "shop", root: "/home/ann/shop", branch: "main", isSetUp: true, testsWait: false };
  const nothing = overviewOf(place, [done], NOW);

  expect(overviewText(nothing, look(80))).toContain("1 finished:       iflow list --all");
  for (const text of [overviewText(nothing, look(80)), statusText(nothing, look(80), NOW)])
    expect(text).not.toContain("iflow status");
});

test("a question of the record is shown in plain words", () => {
  const text =
    "Skipping specify, design, create-plan, create-tasks, implement. This may reduce artifact quality. Continue?";
  const early = feature("001-login-limit", { phase: "finish", state: "waiting", pendings: [{ ...asked, text }] });
  const place = { repository: "shop", root: "/home/ann/shop", branch: "main", isSetUp: true, testsWait: false };
  const shown = overviewOf(place, [early], NOW);

  expect(overviewText(shown, look(80))).toContain("finish: There is no code yet. Finish");
  expect(statusText(shown, look(80), NOW)).toContain("finish: There is no code yet. Finish anyway?");
});

test("a longer way to start iflow is counted in", () => {
  const text = overviewText(overview, look(80), (own) => printCommands(own, { program: "npx iflow" }));

  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(text).toMatch(/^ {4}007-rate-limit {3}.* npx iflow answer 7$/m);
});

test("at 50 columns a command has its own line", () => {
  expect(overviewText(overview, look(50))).toMatchInlineSnapshot(`
    "shop · main · 3 features

      waits for you
        007-rate-limit
          The spec is not approved: after 5 rounds 1
          blocker and 2 warnings are still open. What
          now?
          iflow answer 7
      runs now
        008-export-csv
          implement, task 4, 6 min
      ready
        006-dark-mode
          design approved
          iflow continue 6

    Start something:  iflow run "what you want"
    Look closer:      iflow status
    All commands:     iflow --help"
  `);
});

test("status at 60 columns", () => {
  expect(statusText(overview, look(60), NOW)).toMatchInlineSnapshot(`
    "shop · main · 3 features

    ● 007-rate-limit   waits for you
        wanted  what was wanted
        now     The spec is not approved: after 5 rounds 1
                blocker and 2 warnings are still open. What now?
        branch  feature/007-rate-limit
        next    iflow answer 7

      008-export-csv   runs now
        wanted  what was wanted
        now     implement, task 4, 6 min
        branch  feature/008-export-csv
        run     008-export-csv.implement.1, 31 steps, 1 min ago

      006-dark-mode   ready
        wanted  what was wanted
        now     design approved
        branch  feature/006-dark-mode
        next    iflow continue 6"
  `);
});

test.each([60, 72, 80])("nothing is wider than %i columns, and every word stays whole", (columns) => {
  const long = feature("123-the-longest-name-there-can-be-it", { state: "interrupted", what: "interrupted" });
  const wide = overviewOf(
    { repository: "shop", root: "/home/ann/shop", branch: "main", isSetUp: false, testsWait: false },
    [...FEATURES, long],
    NOW,
  );
  for (const text of [overviewText(wide, look(columns)), statusText(wide, look(columns), NOW)]) {
    expect(text.split("\n").filter((line) => line.length > columns)).toEqual([]);
    expect(text).toContain("iflow continue 123");
  }
});
