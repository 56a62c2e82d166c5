// A feature whose implement phase is completed, and agents that finish it. The check is a real `node --test`.
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type Ended, type Roles, type Turn, type Workplace, workplace } from "./iflow.ts";
import { prepare } from "./prepared.ts";
import { createFeature, FEATURE, FOLDER, spec } from "./story.ts";

export const BRANCH = `feature/${FEATURE}`;

const CODE = "export const limit = 5;\nexport const isOver = (count) => count > limit;\n";
const WRONG_CODE = "export const limit = 5;\nexport const isOver = (count) => count >= limit;\n";
const TEST = `import assert from "node:assert";
import { test } from "node:test";
import { isOver } from "../src/limit.mjs";

test("the sixth login is over the limit", () => {
  assert.equal(isOver(5), false);
  assert.equal(isOver(6), true);
});
`;

export interface FeatureOptions {
  /** The code does not pass its test. */
  readonly broken?: boolean;
  readonly config?: Record<string, unknown>;
  /** The approved spec; one without criteria that have names, if nothing is said. */
  readonly spec?: string;
  /** More files of the feature's last commit. */
  readonly files?: Record<string, string>;
  /** Files of the feature's folder that it does not have. */
  readonly without?: readonly string[];
}

/** HEAD is on the feature's branch, everything is committed. */
export async function finishedFeature(roles: Roles, options: FeatureOptions = {}): Promise<Workplace> {
  const config = options.config ?? { checks: { test: "node --test" } };
  const place = await workplace(roles, {
    "README.md": "# Shop\n",
    "iflow.config.json": JSON.stringify(config),
    ".gitignore": "node_modules/\n",
  });
  await prepare(place, `finished ${JSON.stringify(options)}`, (fresh) => implementFeature(fresh, options));
  return place;
}

async function implementFeature(place: Workplace, options: FeatureOptions): Promise<void> {
  await createFeature(place);
  const files: Record<string, string> = {
    "src/limit.mjs": options.broken ? WRONG_CODE : CODE,
    "test/limit.test.mjs": TEST,
    [`${FOLDER}/spec.md`]: options.spec ?? spec(),
    [`${FOLDER}/tasks.md`]: "# Tasks\n\n## Task Details\n### Task 1.1: Count logins\n- **Done when:** it counts\n",
    [`${FOLDER}/implementation-log.md`]:
      "# Implementation Log\n\n## Task 1.1: Count logins\n- Decisions: a plain counter\n",
    [`${FOLDER}/.review-history.md`]:
      "# Review History\n\n## Iteration 1 - 2026-03-01T10:00:00Z\n\nThe window was unclear.\n",
    [`${FOLDER}/.meta.json`]: `${JSON.stringify(implemented(place), null, 2)}\n`,
    ...options.files,
  };
  for (const name of options.without ?? []) delete files[`${FOLDER}/${name}`];
  const meta = `${FOLDER}/.meta.json`;
  const { phases, ...rest } = implemented(place);
  await place.write({ [`${FOLDER}/spec.md`]: options.spec ?? spec() });
  const specify = { ...phases.specify, judged: place.git("hash-object", `${FOLDER}/spec.md`) };
  const specified = { ...rest, lastCompletedPhase: "specify", phases: { specify } };
  await complete(place, "specify", { [meta]: JSON.stringify(specified) }, [`${FOLDER}/spec.md`]);
  const isDocument = (path: string) => path.startsWith(`${FOLDER}/`);
  const code = Object.keys(files).filter((path) => !isDocument(path));
  await place.write(files);
  commit(place, code, "iflow: implement task 1.1", "implement/1/0/task-1.1-commit/1");
  const implement = { ...phases.implement, judged: place.git("rev-parse", "HEAD") };
  const record = { ...rest, phases: { specify, implement } };
  await complete(
    place,
    "implement",
    { [meta]: `${JSON.stringify(record, null, 2)}\n` },
    Object.keys(files).filter(isDocument),
  );
}

/** As iflow commits the end of a phase. */
async function complete(
  place: Workplace,
  phase: string,
  files: Record<string, string>,
  paths: readonly string[],
): Promise<void> {
  await place.write(files);
  const subject = `phase(${phase}): login-limit - approved`;
  commit(place, [...Object.keys(files), ...paths], subject, `${phase}/1/0/complete/1`);
}

function commit(place: Workplace, paths: readonly string[], subject: string, step: string): void {
  place.git("add", "--", ...paths);
  place.git("commit", "--quiet", "-m", subject, "-m", `Iflow-Step: ${step}`);
}

function implemented(place: Workplace) {
  return {
    ...JSON.parse(place.read(`${FOLDER}/.meta.json`)),
    lastCompletedPhase: "implement",
    phases: {
      specify: phaseRecord("2026-03-01T09:00:00.000Z", "2026-03-01T09:30:00.000Z", 2),
      implement: phaseRecord("2026-03-01T10:00:00.000Z", "2026-03-01T12:30:00.000Z", 1),
    },
  };
}

function phaseRecord(started: string, completed: string, iterations: number) {
  return { started, completed, iterations, reviewerNotes: [] };
}

const NO_UPDATES: Turn = { reply: { no_updates_needed: true, no_updates_reason: "nothing to see" } };

export const retroReply = (text = "# Retrospective: login limit\n\n## Observe\nIt went well.\n"): Turn => ({
  reply: {
    retro_md: text,
    observe: { summary: "Two phases." },
    review: { observations: [] },
    tune: { recommendations: [] },
    act: { patterns: [], anti_patterns: [], heuristics: [] },
  },
});

export const FINISH: Roles = {
  "documentation-researcher": [NO_UPDATES],
  "documentation-writer": [],
  "retro-facilitator": [retroReply()],
  fixer: [],
};

/** The researcher wants the README, the writer updates it. */
export const WITH_DOCS: Roles = {
  ...FINISH,
  "documentation-researcher": [
    {
      promptHas: ["merged into main", "src/limit.mjs", `- Spec: ${FOLDER}/spec.md`],
      reply: {
        no_updates_needed: false,
        recommended_updates: [{ file: "README.md", reason: "the limit is not mentioned", priority: "high" }],
      },
    },
  ],
  "documentation-writer": [
    {
      promptHas: ["- README.md (high): the limit is not mentioned"],
      writes: { "README.md": "# Shop\n\nAt most 5 logins a minute.\n" },
      reply: { updates_made: [{ file: "README.md", action: "update", lines_changed: 2 }], summary: "Said it." },
    },
  ],
};

/** A fixer's turn that repairs the code of a broken feature. */
export const REPAIR: Turn = {
  promptHas: ["node --test", "the sixth login is over the limit"],
  writes: { "src/limit.mjs": CODE },
  reply: "Implemented: the comparison\nFiles changed:\n- src/limit.mjs\nConcerns: none",
};

export const finishArgs = (place: Workplace, ...args: string[]): string[] => [
  ...["finish-feature", "--runtime", "scripted", "--script", place.scriptPath],
  ...args,
];

export function finishFeature(place: Workplace, ...args: string[]): Promise<Ended> {
  return place.iflow(...finishArgs(place, ...args));
}

export async function addHook(place: Workplace, name: string, script: string): Promise<void> {
  await place.write({ [`.git/hooks/${name}`]: `#!/bin/sh\n${script}\n` });
  await chmod(join(place.root, ".git", "hooks", name), 0o755);
}
