// kill -9 anywhere in a brainstorm, then the same command again: the same PRD and history, no reply paid for twice, and
// still nothing committed.
import { readdirSync, readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brainstorm, brainstormWith, iflow, PRD_PATH, REJECTED_ONCE, runFolder } from "../support/brainstorm-story.ts";
import { type Roles, type Workplace, workplace } from "../support/iflow.ts";
import { tempFolder } from "../support/temp-repo.ts";

const KILLER = join(import.meta.dirname, "..", "support", "kill-at.mjs");

test("killed at journal lines all along, it ends as if nothing had happened", async () => {
  const whole = await workplace(REJECTED_ONCE);
  const template = join(await tempFolder(), "template");
  await cp(whole.root, template, { recursive: true });
  expect((await brainstorm(whole, "--yolo")).code).toBe(0);
  const wanted = traces(whole);
  const lines = readFileSync(join(runFolder(whole), "journal.jsonl"), "utf8")
    .trim()
    .split("\n").length;

  const moments = Array.from({ length: lines - 2 }, (_, index) => index + 1).filter(
    (at) => at % 4 === 1 || at % 4 === 2,
  ); // half of them; the first line is the head, the last the end
  await inPairs(moments, async (at) => {
    const place = await copyOf(template);
    const when = at % 2 === 0 ? "after" : "before";
    const env = { KILL_AT: String(at), KILL_WHEN: when };
    const killed = await brainstormWith(place, { node: ["--import", KILLER], env }, "--yolo");
    expect(killed.signal, `kill ${when} flush ${at}`).toBe("SIGKILL");

    const ended = await brainstorm(place, "--yolo");

    expect(`${at}: ${ended.stderr}${ended.stdout}`).toContain("readiness check: PASSED · 3 rounds");
    expect(traces(place), `after a kill ${when} flush ${at}`).toEqual(wanted);
  });
}, 600_000);

test.each([
  ["codebase-explorer", 0],
  ["knowledge-searcher", 0],
  ["prd-author", 0],
  ["prd-author", 1],
  ["prd-reviewer", 1],
  ["brainstorm-reviewer", 0],
])("killed inside %s, turn %i: that dispatch is sent again, the others stand", async (role, turn) => {
  undisturbed ??= undisturbedTraces();
  const wanted = await undisturbed;
  const place = await workplace();
  const mark = join(place.root, ".git", "killed");
  await place.script(withTurn(role, turn, { run: [`[ -f ${mark} ] || { touch ${mark}; kill -9 $PPID; }`] }));
  expect((await brainstorm(place, "--yolo")).signal).toBe("SIGKILL");

  const ended = await iflow(place, "continue", "--yolo");

  expect(ended.stderr + ended.stdout).toContain("readiness check: PASSED · 3 rounds");
  expect(traces(place)).toEqual(wanted);
  if (role === "prd-author") expect(ended.stderr).toContain("-interrupted.patch");
});

let undisturbed: Promise<ReturnType<typeof traces>> | undefined;

async function undisturbedTraces() {
  const place = await workplace(REJECTED_ONCE);
  expect((await brainstorm(place, "--yolo")).code).toBe(0);
  return traces(place);
}

/** What must be equal; the clock stands still. */
function traces(place: Workplace) {
  return {
    log: place.git("log", "--all", "--format=%s"),
    status: place.git("status", "--porcelain", "--untracked-files=all"),
    prd: place.read(PRD_PATH),
    history: readFileSync(join(runFolder(place), "review-history.md"), "utf8"),
    paid: readdirSync(join(runFolder(place), "dispatches"))
      .filter((name) => name.endsWith(".outcome.json"))
      .map((name) => name.replace(/^\d+-/, ""))
      .sort(),
  };
}

function withTurn(role: string, turn: number, more: Record<string, unknown>): Roles {
  const turns = REJECTED_ONCE[role] ?? [];
  return { ...REJECTED_ONCE, [role]: turns.map((old, index) => (index === turn ? { ...old, ...more } : old)) };
}

async function copyOf(template: string): Promise<Workplace> {
  const copy = await workplace();
  await rm(copy.root, { recursive: true });
  await cp(template, copy.root, { recursive: true });
  return copy;
}

async function inPairs<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all([lane(), lane()]);
}
