// One row of the table of review scenarios: who answers what, and what must come of it. Played through the command in a
// copy of a prepared repository, once with sessions that are resumed and once with every dispatch fresh.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { tasks, withTasks } from "./documents.ts";
import { type Ended, type Roles, type Turn, type Workplace, workplace } from "./iflow.ts";
import { prepare } from "./prepared.ts";
import { inWords } from "./screen.ts";
import { approve, FEATURE, FOLDER } from "./story.ts";
import { withoutTimes } from "./traces.ts";

export const CODE = "src/attempts.mjs";
const TEXT = "export const isAllowed = () => true;\n";

export interface Scenario {
  readonly name: string;
  /** Reviewers and fixer as far as they matter; a reviewer that is not named approves, a fixer fixes. */
  readonly roles?: Roles;
  /** Settings, by their variable. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What the person does; `iflow implement --yolo` that ends with 0 when nothing is said. */
  readonly course?: readonly Act[];
  /** `role kind reason`, from the first review on. */
  readonly dispatches: readonly string[];
  /** Round, then implementation, quality and security review; `cap`, then the decision and who made it. */
  readonly history: readonly string[];
  /** Lines the history holds besides. */
  readonly lines?: readonly string[];
  readonly markers?: readonly string[];
  readonly commits: readonly string[];
  /** The phase is not completed at the end. */
  readonly isOpen?: boolean;
  /** The person gave it up: the engine's files are committed all the same. */
  readonly isGivenUp?: boolean;
  readonly notes?: readonly string[];
}

export type Act =
  | { readonly run: string; readonly exit: number; readonly says?: readonly string[] }
  | { readonly answer: string }
  | { readonly does: (place: Workplace) => unknown };

type Mode = "resume" | "fresh" | "fork";

export const TASK = "iflow: implement task 1.1";
export const DONE = "phase(implement): login-limit - approved";
export const ACCEPTED = "phase(implement): login-limit - accepted with open issues";
export const fixCommit = (round: number) => `iflow: implement review iteration ${round} fixes`;

export const FIRST_ROUND = [
  "implementation fresh first-round",
  "quality fresh first-round",
  "security fresh first-round",
];

const SHORT: Readonly<Record<string, string>> = {
  "implementation-reviewer": "implementation",
  "code-quality-reviewer": "quality",
  "security-reviewer": "security",
};

/** A reviewer that is seen reading and says what it verified leaves no warning in the history. */
const looks = (reply: unknown, more: Turn = {}): Turn => ({ reads: ["{feature}/spec.md"], reply, ...more });
const NOTHING_TO_VERIFY = "No external claims to verify. No external security claims to verify.";

export const passes = (more: Turn = {}): Turn => looks(approve(NOTHING_TO_VERIFY), more);

export const fails = (description: string, more: Turn = {}): Turn => judges(false, "blocker", description, more);

export const judges = (approved: boolean, severity: string, description: string, more: Turn = {}): Turn =>
  looks({ approved, issues: [{ severity, description }], summary: NOTHING_TO_VERIFY }, more);

/** Words that are no verdict. */
export const says = (reply: string): Turn => looks(`${reply}\n${NOTHING_TO_VERIFY}`);

/** A turn that only happens where sessions are resumed: the resume that fails. */
export const whenResumed = (turn: Turn): Turn => ({ ...turn, whenResumed: true });

export const fixes = (mark: string, more: Turn = {}): Turn => ({
  reads: ["{feature}/spec.md"],
  writes: { [CODE]: `${TEXT}// ${mark}\n` },
  reply: `Fixed: ${mark}.\nFiles changed:\n- ${CODE}`,
  ...more,
});

const ALWAYS: Roles = {
  implementer: [{ writes: { [CODE]: TEXT }, reply: `Files changed:\n- ${CODE}` }],
  "code-simplifier": [looks({ approved: true, simplifications: [] }, { reads: ["{feature}/design.md"] })],
  "test-deepener-a": [looks({ outlines: [] })],
  ...Object.fromEntries(Object.keys(SHORT).map((role) => [role, Array.from({ length: 6 }, () => passes())])),
  fixer: [1, 2, 3, 4, 5].map((n) => fixes(`fix ${n}`)),
};

export async function play(scenario: Scenario, mode: Mode) {
  const place = await preparedPlace(rolesOf(scenario, mode));
  const exits = await playCourse(place, scenario, mode);
  return { place, exits, ...traces(place) };
}

/** The repository every row begins in, with the turns that are the same in all of them. */
export async function preparedPlace(roles: Roles, files?: Record<string, string>): Promise<Workplace> {
  const place = await workplace({ ...ALWAYS, ...roles }, files);
  await prepare(place, "one task", async (fresh) => {
    await withTasks(fresh);
    const [oneTask] = tasks().split("\n### Task 1.2");
    await fresh.write({ [`${FOLDER}/tasks.md`]: `${oneTask}\n` });
    fresh.git("commit", "--quiet", "--all", "--message", "one task");
    fresh.git("tag", "prepared");
  });
  return place;
}

function rolesOf({ roles = {} }: Scenario, mode: Mode): Roles {
  return Object.fromEntries(
    Object.entries(roles).map(([role, turns]) => [
      role,
      turns.flatMap(({ whenResumed: onlyResumed, ...turn }) => {
        if (mode === "resume") return [turn];
        const { promptHas: _, ...plain } = turn; // a fresh prompt has other words
        return onlyResumed ? [] : [plain];
      }),
    ]),
  );
}

async function playCourse(place: Workplace, scenario: Scenario, mode: Mode): Promise<(number | null)[]> {
  const env = { ...scenario.settings, IFLOW_REVIEW_SESSION: mode };
  const exits: (number | null)[] = [];
  let last: Ended | undefined;
  for (const act of scenario.course ?? [{ run: "implement --yolo", exit: 0 }]) {
    if ("does" in act) await act.does(place);
    else if ("answer" in act) {
      const id = /iflow answer (\S+\.\d+)/.exec(last?.stderr ?? "")?.[1] ?? "no question";
      expect((await place.iflow("answer", id, ...act.answer.split(" "))).code, `answering ${act.answer}`).toBe(0);
    } else {
      const [command = "", ...flags] = act.run.split(" ");
      const script = command === "implement" ? ["--script", place.scriptPath] : [];
      last = await place.iflowWith({ env }, command, ...script, ...flags);
      exits.push(last.code);
      expect(`${mode}, ${act.run}: ${last.code} ${last.stderr}`).toContain(`${mode}, ${act.run}: ${act.exit} `);
      for (const text of act.says ?? []) expect(inWords(last.stderr)).toContain(inWords(text));
    }
  }
  return exits;
}

function traces(place: Workplace) {
  const history = place.read(`${FOLDER}/.review-history.md`);
  return {
    dispatches: dispatchesOf(place),
    /** What a mode of sending may change. */
    markers: history.split("\n").filter((line) => MARKER.test(line)),
    outcome: {
      commits: place.git("log", "--reverse", "--format=%s", "prepared..HEAD").split("\n"),
      files: place.git("log", "--reverse", "--format=%s", "--name-only", "prepared..HEAD"),
      tree: place.git("ls-tree", "-r", "HEAD", "--", "src"),
      code: place.read(CODE),
      status: place.git("status", "--porcelain"),
      rounds: roundsOf(history),
      history: withoutMarkers(withoutTimes(history)),
      meta: withoutTimes(place.read(`${FOLDER}/.meta.json`)),
      log: place.read(`${FOLDER}/implementation-log.md`),
    },
  };
}

const MARKER = /^(?:RESUME-FALLBACK|LAZY-LOAD-WARNING|VERIFICATION-WARNING):/;

function withoutMarkers(history: string): string {
  const lines = history.split("\n").filter((line) => !MARKER.test(line));
  return lines.join("\n").replaceAll(/\n{3,}/g, "\n\n");
}

/** `3 FINAL | Approved | Approved | Skipped (passed iter 2, unchanged)` */
function roundsOf(history: string): string[] {
  return history
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const [heading = ""] = entry.split("\n");
      const round = /^Iteration (\d+)/.exec(heading)?.[1];
      if (heading.startsWith("Decision at the cap - "))
        return ["cap", ...[...entry.matchAll(/^\*\*Deci\w+(?: by)?:\*\* (.*)$/gm)].map(([, text]) => text)].join(" | ");
      if (round === undefined) return heading.replace(/ - .*/, "");
      const cells = [...entry.matchAll(/^\*\*\w+ Review:\*\* (.*)$/gm)].map(([, text]) => text);
      return [heading.endsWith(" [FINAL VALIDATION]") ? `${round} FINAL` : round, ...cells].join(" | ");
    });
}

const BEFORE = ["implementer", "code-simplifier", "test-deepener-a"].map((role) => `${role} fresh always-fresh`);

function dispatchesOf(place: Workplace): string[] {
  const folder = join(place.runFolder(FEATURE, 1, "implement"), "dispatches");
  const lines = place.dispatchFiles(FEATURE, ".outcome.json", "implement").map((name) => {
    const { role, kind, reason } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return `${SHORT[role] ?? role} ${kind} ${reason}`;
  });
  expect(lines.splice(0, BEFORE.length)).toEqual(BEFORE);
  return lines;
}

/** Nobody can commit to the branch while this file is there. */
export const LOCK = `.git/refs/heads/feature/${FEATURE}.lock`;
