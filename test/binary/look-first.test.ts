// "Look first" at a question: the person's own pager or editor opens at their terminal, and the same question comes again.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { atTerminal, CTRL_C, DOWN, ENTER, UP } from "../support/at-terminal.ts";
import { prd } from "../support/brainstorm-story.ts";
import { FINISH, finishArgs, finishedFeature } from "../support/finish-story.ts";
import { type Roles, type Workplace, workplace } from "../support/iflow.ts";
import {
  approve,
  createFeature,
  FEATURE,
  reject,
  SPEC_PATH,
  spec,
  specifyArgs,
  TWO_ROUNDS,
  writes,
} from "../support/story.ts";

verifies(
  ["PH-8", "USE-2"],
  "U7: the pager shows the spec and its last change, then the question is there again",
  async () => {
    const place = await specified(TWO_ROUNDS);
    const terminal = atTerminal(place.root, specifyArgs(place), { env: { PAGER: "cat", EDITOR: "" } });
    await terminal.sees("◆  The spec is approved");
    await terminal.sees("Look first");
    await terminal.press(UP, ENTER);
    await terminal.sees("# Specification: Login limit");
    await terminal.sees("+- AC-2: after a minute the count is zero again.");
    await terminal.sees("◆  The spec is approved");
    await terminal.press(DOWN, ENTER); // from "Look first" around to "Continue"
    const { code, text } = await terminal.ended;
    expect([code, text]).toEqual([0, expect.stringContaining("Spec approved in")]);
    expect(text).not.toContain("Look at it first"); // it would end the run
    expect(journalOf(place).match(/"type":"asked"/g)).toHaveLength(1); // looking is no step and no answer
  },
);

verifies(
  ["PH-8", "USE-2"],
  "U7: a pager that is not there or fails costs a line, and the question is asked again",
  async () => {
    const place = await specified(TWO_ROUNDS);
    const terminal = atTerminal(place.root, specifyArgs(place), { env: { PAGER: "no-such-pager", VISUAL: "false" } });
    await terminal.sees("◆  The spec is approved");
    await terminal.press(UP, UP, ENTER);
    await terminal.sees("no-such-pager: ended with exit code 127; set $PAGER");
    await terminal.sees("◆  The spec is approved");
    await terminal.press(DOWN, ENTER);
    await terminal.sees("false: ended with exit code 1; set $VISUAL or $EDITOR");
    await terminal.sees("◆  The spec is approved");
    await terminal.press(DOWN, ENTER); // around to "Continue"
    expect((await terminal.ended).code).toBe(0);
  },
);

verifies(
  ["PH-8", "PH-6"],
  "U7: what the person changes in their editor is reviewed again, as if edited elsewhere",
  async () => {
    const place = await specified({
      ...TWO_ROUNDS,
      "spec-reviewer": [...(TWO_ROUNDS["spec-reviewer"] ?? []), { reply: approve() }],
      "phase-reviewer": [{ reply: approve() }, { reply: approve() }],
    });
    const env = { EDITOR: await editorOf(place, "- AC-3: an operator can reset the count.") };
    const terminal = atTerminal(place.root, specifyArgs(place), { env });
    await terminal.sees("◆  The spec is approved");
    await terminal.press(UP, ENTER);
    await terminal.sees("edited");
    await terminal.sees("◆  The spec is approved");
    await terminal.press(UP, UP, ENTER); // "Fix and rerun reviews"
    await terminal.sees("◆  The spec is approved");
    expect(place.git("show", `HEAD:${SPEC_PATH}`)).toContain("AC-3");
    await terminal.press(ENTER);
    expect((await terminal.ended).code).toBe(0);
  },
);

verifies(["PH-6", "TR-1"], "U7: an edit at the cap is not accepted unseen: the person is asked about it", async () => {
  const stubborn = Array.from({ length: 2 }, () => ({ reply: reject("No number.") }));
  const place = await specified(
    { "spec-author": [writes(spec()), writes(spec("- AC-2: more.\n"))], "spec-reviewer": stubborn },
    { review: { maxRounds: 2 } },
  );
  const env = { EDITOR: await editorOf(place, "- AC-3: mine.") };
  const terminal = atTerminal(place.root, specifyArgs(place), { env });
  await terminal.sees("◆  The spec is not approved");
  await terminal.press(UP, ENTER);
  await terminal.sees("edited");
  await terminal.sees("◆  The spec is not approved");
  await terminal.press(UP, UP, UP, ENTER); // "Accept with the open issues"
  await terminal.sees("spec.md was edited by somebody else.");
  await terminal.press(CTRL_C);
  expect((await terminal.ended).code).toBe(4);
  const { document } = await place.json("status");
  expect(document.data.features[0].pendings).toMatchObject([{ topic: "foreign-change" }]);
});

verifies("PH-8", "U7: Ctrl-C in the pager is the pager's: the run still waits for the answer", async () => {
  const place = await specified(TWO_ROUNDS);
  const PAGER = `trap 'echo taken; exit 0' INT; cat; echo reading; sleep 20`;
  const terminal = atTerminal(place.root, specifyArgs(place), { env: { PAGER, EDITOR: "" } });
  await terminal.sees("◆  The spec is approved");
  await terminal.press(UP, ENTER);
  await terminal.sees("reading");
  await terminal.press(CTRL_C);
  await terminal.sees("taken");
  await terminal.sees("◆  The spec is approved");
  await terminal.press(DOWN, ENTER);
  expect((await terminal.ended).code).toBe(0);
});

verifies(["PH-8", "USE-2"], "U7: `iflow answer` opens the pager too, also from another branch", async () => {
  const place = await specified(TWO_ROUNDS);
  expect((await place.iflow(...specifyArgs(place))).code).toBe(4);
  place.git("switch", "--quiet", "main");
  const terminal = atTerminal(place.root, ["answer", "1"], { env: { PAGER: "cat", EDITOR: "vi" } });
  await terminal.sees("◆  The spec is approved");
  await terminal.press(UP, ENTER); // nothing can be edited here
  await terminal.sees("# Specification: Login limit");
  await terminal.sees("◆  The spec is approved");
  await terminal.press(DOWN, ENTER);
  const { code, text } = await terminal.ended;
  expect([code, text]).toEqual([0, expect.stringContaining("→ continue")]);
  expect(text).not.toMatch(/Look at it first|Open it in your editor/);
});

verifies(["PH-8", "USE-2"], "U7: a phase that was ended to look at it is called so", async () => {
  const place = await specified(TWO_ROUNDS);
  await place.iflow(...specifyArgs(place));
  await place.iflow("answer", "1", "review");
  expect((await place.iflow("continue")).code).toBe(0);
  expect((await place.iflow("show", "1")).stdout).toMatch(/^specify · ended, to be looked at$/m);
});

verifies(["FIN-1", "USE-2"], "U7: before a merge, everything that would be merged can be read", async () => {
  const place = await finishedFeature(FINISH);
  const terminal = atTerminal(place.root, finishArgs(place), { env: { PAGER: "tee .git/seen" } });
  await terminal.sees("◆  001-login-limit is ready");
  await terminal.press(UP, ENTER);
  await terminal.sees("+export const limit = 5;");
  await terminal.sees("◆  001-login-limit is ready");
  await terminal.press(DOWN, ENTER);
  expect((await terminal.ended).code).toBe(0);
  expect(place.git("log", "-1", "--format=%P", "main").split(" ")).toHaveLength(2);
  const diffs = [...place.read(".git/seen").matchAll(/^diff --git a\/(\S+)/gm)].map(([, path]) => path);
  expect(diffs[0]).toBe("src/limit.mjs"); // the code first, then documents, and no records
  expect(diffs.at(-1)).toMatch(/^docs\/features\/.*\.md$/);
  expect(diffs.filter((path) => path?.includes("/."))).toEqual([]);
});

/** Ready for specify; with a PRD, so that nothing is asked before the draft. */
async function specified(roles: Roles, config: Record<string, unknown> = {}): Promise<Workplace> {
  const place = await workplace(roles, { "idea.md": prd(), "iflow.config.json": JSON.stringify(config) });
  await createFeature(place, "--prd", "idea.md");
  return place;
}

function journalOf(place: Workplace): string {
  return place.read(`.git/iflow/runs/${FEATURE}.specify.1/journal.jsonl`);
}

/** An editor that adds a line and says so. */
async function editorOf(place: Workplace, line: string): Promise<string> {
  const path = join(place.root, ".git", "editor.sh");
  await writeFile(path, `#!/bin/sh\necho "${line}" >> "$1"\necho edited\n`);
  await chmod(path, 0o755);
  return path;
}
