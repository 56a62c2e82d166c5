// What a person is asked before the first draft is one screen at a terminal: Enter starts, or they pick what to answer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { atTerminal, CTRL_C, DOWN, ENTER, UP } from "../support/at-terminal.ts";
import {
  brainstorm,
  brainstormArgs,
  FOUND,
  iflow,
  NOW,
  PRD_PATH,
  prd,
  runFolder,
  writesPrd,
} from "../support/brainstorm-story.ts";
import { type Roles, type Workplace, workplace } from "../support/iflow.ts";
import { approve, createFeature, ONE_ROUND, specifyArgs } from "../support/story.ts";

const SCREEN = "◆  Anything the author should know?";
const START = { env: { IFLOW_NOW: NOW } };
const PRD_ROUND: Roles = {
  ...FOUND,
  "prd-author": [writesPrd(prd())],
  "prd-reviewer": [{ reply: approve() }],
  "brainstorm-reviewer": [{ reply: approve() }],
};

verifies("USE-2", "U6: a brainstorm's six questions are one screen, and Enter skips them all", async () => {
  const place = await workplace(PRD_ROUND);
  const terminal = atTerminal(place.root, brainstormArgs(place), START);
  await terminal.sees(SCREEN);
  await terminal.sees("● No, start now");
  await terminal.sees("What kind of change is this?");
  await terminal.press(ENTER);
  await terminal.sees("◆  The PRD is ready");
  await terminal.press(CTRL_C);
  const { text } = await terminal.ended;
  expect(text.split("\n").filter((line) => line.length > 80 && line.startsWith("│"))).toEqual([]);
  expect(text.match(/◆/g)).toHaveLength(2); // that screen and the decision
  expect(draftPrompt(place)).toContain("mark as assumption: problem, target user, success");
});

verifies("USE-2", "U6: what the person picks is told to the author; a kind can be chosen", async () => {
  const place = await workplace(PRD_ROUND);
  const terminal = atTerminal(place.root, brainstormArgs(place), START);
  await terminal.sees(SCREEN);
  await terminal.press(DOWN, DOWN, ENTER);
  await terminal.sees("◆  Who has this problem");
  await terminal.press("Night shift", ENTER);
  await terminal.sees(SCREEN);
  await terminal.sees("Who has this problem, and in what situation? (answered)");
  await terminal.press(UP, ENTER); // up, around to the last one
  await terminal.sees("◆  What kind of change is this?");
  await terminal.press(DOWN, ENTER);
  await terminal.sees(SCREEN);
  await terminal.sees("● Start now");
  await terminal.press(ENTER);
  await terminal.sees("◆  The PRD is ready");
  await terminal.press(CTRL_C);
  await terminal.ended;
  const prompt = draftPrompt(place);
  expect(prompt).toContain("- Target user: Night shift");
  expect(prompt).toContain("### Problem type\nTechnical/Architecture");
});

verifies(
  "USE-2",
  "U6: without a PRD a spec's three questions are one screen; leaving it leaves them open",
  async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const left = atTerminal(place.root, specifyArgs(place));
    await left.sees(SCREEN);
    await left.press(CTRL_C);
    const { code, text } = await left.ended;
    expect([code, text]).toEqual([4, expect.stringContaining("iflow answer 001 skip")]);

    const terminal = atTerminal(place.root, ["continue"]);
    await terminal.sees(SCREEN);
    await terminal.press(ENTER);
    await terminal.sees("◆  The spec is approved");
    await terminal.press(ENTER);
    expect((await terminal.ended).text).toContain("Spec approved");
  },
);

const ASKING = prd(
  "\n## Open Questions\n- Who may lift a lock? — changes FR-1; until then: support\n- Is five right?\n",
);

verifies(
  "USE-2",
  "U6: the author's questions about this idea come after the draft; answers reach it before a review",
  async () => {
    const place = await workplace({
      ...PRD_ROUND,
      "prd-author": [
        writesPrd(ASKING, { expect: "fresh" }),
        writesPrd(prd(), { expect: "resume", promptHas: ["Open question: Is five right? Answer: Ten is"] }),
      ],
      "prd-reviewer": [{ promptHas: ["Is five right? Answer: Ten is"], reply: approve() }],
    });
    const terminal = atTerminal(place.root, brainstormArgs(place), START);
    await terminal.sees(SCREEN);
    await terminal.press(ENTER);
    await terminal.sees("◆  The author asks.");
    await terminal.sees("Who may lift a lock?");
    await terminal.press(DOWN, DOWN, ENTER);
    await terminal.sees("◆  Is five right?");
    await terminal.press("Ten is", ENTER);
    await terminal.sees("◆  The author asks.");
    await terminal.press(ENTER);
    await terminal.sees("◆  The PRD is ready");
    await terminal.press(ENTER);
    const { code, text } = await terminal.ended;
    expect([code, text]).toEqual([0, expect.any(String)]);
  },
);

verifies(
  "USE-2",
  "U6: Enter leaves the author's questions in the PRD, and nobody is asked without a terminal",
  async () => {
    const roles = { ...PRD_ROUND, "prd-author": [writesPrd(ASKING)] };
    const place = await workplace(roles);
    const terminal = atTerminal(place.root, brainstormArgs(place), START);
    await terminal.sees(SCREEN);
    await terminal.press(ENTER);
    await terminal.sees("◆  The author asks.");
    await terminal.press(ENTER);
    await terminal.sees("◆  The PRD is ready");
    await terminal.press(CTRL_C);
    await terminal.ended;
    expect(place.read(PRD_PATH)).toContain("- Who may lift a lock?");
    expect(place.dispatchFiles("b1", "prd-author-fresh.prompt.md", "brainstorm")).toHaveLength(1);

    const elsewhere = await workplace(roles);
    await brainstorm(elsewhere);
    await iflow(elsewhere, "answer", "b1", "skip");
    expect((await iflow(elsewhere, "continue")).stderr).toContain("iflow answer b1.7 promote ");
  },
);

/** What the author was sent. */
function draftPrompt(place: Workplace): string {
  const [file = ""] = place.dispatchFiles("b1", "prd-author-fresh.prompt.md", "brainstorm");
  return readFileSync(join(runFolder(place), "dispatches", file), "utf8");
}
