// Tasks worked on side by side: a list of them, and agents that write what their task declares, or lie about it.

import { expect } from "vitest";
import { design, plan } from "./documents.ts";
import type { Ended, Roles, Turn, Workplace } from "./iflow.ts";
import { workplace } from "./iflow.ts";
import { inWords } from "./screen.ts";
import { approve, createFeature, FOLDER, spec } from "./story.ts";

export interface LaneTask {
  readonly number: string;
  /** `none`, or numbers of earlier tasks. */
  readonly after?: readonly string[];
  /** Declared; what its implementer really does is in its turn. */
  readonly files?: readonly string[];
}

export const PASSES: Roles = {
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [{ reply: { outlines: [] } }],
  "implementation-reviewer": [{ reply: approve("No external claims to verify") }],
  "code-quality-reviewer": [{ reply: approve() }],
  "security-reviewer": [{ reply: approve("No external security claims to verify") }],
};

/** Where only the tasks matter: the run waits as soon as the last one is joined, as often as it is continued. */
export const TASKS_ONLY: Roles = {
  "code-simplifier": Array.from({ length: 12 }, () => ({ limitedMs: 86_400_000 })),
  "test-deepener-a": Array.from({ length: 12 }, () => ({ delayMs: 200, reply: { outlines: [] } })),
};
const TASKS_DONE = /simplifier cannot work: the limit is reached/;

/** A feature with this task list; `lanes` is `implement.parallel`. */
export async function lanesPlace(
  list: readonly LaneTask[],
  roles: Roles,
  { lanes = 3, files = {}, settings = {} }: LanesOptions = {},
): Promise<Workplace> {
  const place = await workplace(
    { ...PASSES, ...roles },
    {
      "README.md": "x\n",
      "iflow.config.json": JSON.stringify({ implement: { parallel: lanes }, checks: { none: true }, ...settings }),
      ...files,
    },
  );
  await createFeature(place);
  const meta = { ...JSON.parse(place.read(`${FOLDER}/.meta.json`)), lastCompletedPhase: "create-tasks" };
  const documents = {
    [`${FOLDER}/spec.md`]: spec(),
    [`${FOLDER}/design.md`]: design(),
    [`${FOLDER}/plan.md`]: plan(),
    [`${FOLDER}/tasks.md`]: taskList(list),
    [`${FOLDER}/.meta.json`]: `${JSON.stringify(meta, null, 2)}\n`,
  };
  await place.write(documents);
  place.git("add", "--", ...Object.keys(documents));
  place.git("commit", "--quiet", "--message", "documents");
  return place;
}

interface LanesOptions {
  readonly lanes?: number | "auto";
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

function taskList(list: readonly LaneTask[]): string {
  const tasks = list.map(({ number, after, files }) =>
    [
      `### Task ${number}: Part ${number}`,
      "- **Why:** Plan 1.1",
      ...(after === undefined ? [] : [`- **Depends on:** ${after.map((one) => `Task ${one}`).join(", ") || "none"}`]),
      ...(files === undefined ? [] : [`- **Files:** ${files.join(", ")}`]),
      "- **Do:** write it",
      "- **Test:** node --test",
      "- **Done when:** it is there",
    ].join("\n"),
  );
  return `# Tasks: Login limit\n\n## Phase 1: The limit\n\n${tasks.join("\n\n")}\n`;
}

/** An implementer that writes these files, and says so. */
export const builds = (files: Readonly<Record<string, string>>, more: Turn = {}): Turn => ({
  writes: files,
  reply: reportOf(Object.keys(files)),
  ...more,
});

export const reportOf = (files: readonly string[]): string =>
  `Implemented: it\nTested: node --test\nFiles changed:\n${files.map((file) => `- ${file}`).join("\n")}\nDecisions: none\nDeviations: none\nConcerns: none`;

export const implementArgs = (place: Workplace): string[] => ["implement", "--script", place.scriptPath, "--yolo"];

export const implementIt = (place: Workplace, ...args: string[]): Promise<Ended> =>
  place.iflow(...implementArgs(place), ...args);

/** Subjects of the branch's commits since the documents, oldest first. */
export const subjects = (place: Workplace, revision = "HEAD"): string[] =>
  place
    .git("log", "--reverse", "--first-parent", "--format=%s", `main..${revision}`)
    .trim()
    .split("\n")
    .filter((subject) => subject.startsWith("iflow: implement") || subject.startsWith("phase(implement)"));

/** Work trees and branches that are left beside the person's own. */
export const leftOf = (place: Workplace): string[] => [
  ...place
    .git("worktree", "list", "--porcelain")
    .split("\n")
    .filter((line) => line.startsWith("worktree "))
    .slice(1),
  ...place
    .git("for-each-ref", "--format=%(refname)", "refs/heads/iflow")
    .split("\n")
    .filter((line) => line !== ""),
];

/** Answers what is asked about collisions and continues, until all tasks are joined; how often that was asked. */
export async function untilJoined(place: Workplace, first: Ended): Promise<number> {
  let ended = first;
  for (let asked = 0; ; asked++) {
    const id = /iflow answer (\d+\.\d+) take/.exec(ended.stderr)?.[1];
    if (id === undefined) {
      expect(inWords(ended.stderr)).toMatch(TASKS_DONE);
      return asked;
    }
    await place.iflow("answer", id, "take");
    ended = await place.iflow("continue", "--yolo", "--until", "implement");
  }
}

/** All lines of all tasks are on the branch, in the order of one by one unless that was asked about; nothing else is left. */
export function expectJoined(
  place: Workplace,
  { tasks, serial }: { tasks: readonly LaneTask[]; serial: Readonly<Record<string, string>> },
  { asked, name }: { readonly asked: number; readonly name: string },
): void {
  const sorted = (text: string) => text.split("\n").toSorted().join("\n");
  const order = asked > 0 ? sorted : (text: string) => text;
  const paths = place.git("ls-tree", "-r", "--name-only", "HEAD", "src").split("\n").filter(Boolean);
  const found = Object.fromEntries(
    paths.map((path) => [path, order(`${place.git("show", `HEAD:${path}`).trimEnd()}\n`)]),
  );
  const wanted = Object.fromEntries(Object.entries(serial).map(([path, text]) => [path, order(text)]));
  expect(found, name).toEqual(wanted);
  expect(place.git("rev-list", "--merges", "main..HEAD"), name).toBe("");
  const commits = subjects(place).filter((subject) => subject.startsWith("iflow: implement task"));
  expect(commits.toSorted(), name).toEqual(tasks.map(({ number }) => `iflow: implement task ${number}`));
  const log = `?? ${FOLDER}/implementation-log.md`; // committed with the completion
  expect(place.git("status", "--porcelain").replace(log, ""), name).toBe("");
  expect(
    leftOf(place).filter((one) => one.startsWith("worktree ")),
    name,
  ).toEqual([]);
}
