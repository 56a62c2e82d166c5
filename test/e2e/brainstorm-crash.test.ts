// kill -9 anywhere in a brainstorm, then the same command again: the same PRD and history, no reply paid for twice, and
// still nothing committed.
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brainstorm, brainstormWith, iflow, PRD_PATH, REJECTED_ONCE, runFolder } from "../support/brainstorm-story.ts";
import { atLine, copyOf, inPairs, journalLines, momentsUpTo, paidRoles, withTurn } from "../support/crash.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { tempFolder } from "../support/temp-repo.ts";

test("killed at journal lines all along, it ends as if nothing had happened", async () => {
  const whole = await workplace(REJECTED_ONCE);
  const template = join(await tempFolder(), "template");
  await cp(whole.root, template, { recursive: true });
  expect((await brainstorm(whole, "--yolo")).code).toBe(0);
  const wanted = traces(whole);

  // the first line is the head, the last the end
  await inPairs(momentsUpTo(journalLines(runFolder(whole)) - 2), async (at) => {
    const place = await copyOf(template);
    const killed = await brainstormWith(place, atLine(at), "--yolo");
    expect(killed.signal, `kill at ${at}`).toBe("SIGKILL");

    const ended = await brainstorm(place, "--yolo");

    expect(`${at}: ${ended.stderr}${ended.stdout}`).toContain("readiness check: PASSED · 3 rounds");
    expect(traces(place), `after a kill at ${at}`).toEqual(wanted);
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
  await place.script(
    withTurn(REJECTED_ONCE, role, turn, { run: [`[ -f ${mark} ] || { touch ${mark}; kill -9 $PPID; }`] }),
  );
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
    paid: paidRoles(runFolder(place)),
  };
}
