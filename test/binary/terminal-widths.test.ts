// A person at terminals of three widths: the questions before the first draft, rows, a window that becomes narrower
// while an agent works, Ctrl-C, the way back, and the question at the end with a look at what it is about.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { columnsOf } from "../../src/frontends/cli/screen/columns.ts";
import { verifies } from "../requirements.ts";
import { FOUND, IDEA, prd } from "../support/brainstorm-story.ts";
import { MAIN, type Roles, type Workplace, workplace } from "../support/iflow.ts";
import { inWords } from "../support/screen.ts";
import { approve, SPEC_PATH, TWO_ROUNDS } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { noTmux, type TerminalSession, withTerminal } from "../support/tmux.ts";
import { trusting } from "../support/trusting.ts";

/** An agent that works for a minute, but only the first time. */
const SLOW_ONCE = "[ -e .git/begun ] || { touch .git/begun; sleep 60; }";
const ROLES: Roles = {
  ...FOUND,
  ...TWO_ROUNDS,
  "prd-author": [{ writes: { "{artifact}": prd() }, reply: "Wrote it." }],
  "prd-reviewer": [{ reply: approve() }],
  "brainstorm-reviewer": [{ reply: approve() }],
  "spec-author": (TWO_ROUNDS["spec-author"] ?? []).map((turn) => ({ ...turn, run: [SLOW_ONCE] })),
};
const NARROW = 60;

describe.each([60, 80, 120])("at %i columns", (columns) => {
  verifies("USE-2", "U3, U7, U9: questions, rows, Ctrl-C and the end fit, and no word is broken", async (context) => {
    context.skip(noTmux !== undefined, noTmux);
    const place = await workplace(ROLES);

    const run = ["run", IDEA, "--until", "specify", "--script", place.scriptPath];
    const stopped = await sit(place, run, columns, async ({ press, sees, resize }) => {
      const questions = withoutFrame(await sees("What kind of change is this?"));
      expect(questions).toContain("Anything the author should know? What you leave out is left to them.");
      expect(questions).toContain("How will you know it is solved? Name something that can be checked.");
      press("Enter");
      expect(withoutFrame(await sees("Look first"))).toContain("login-limit.prd.md. What should happen to it?");
      press("Enter");
      await sees("writing the spec");
      if (columns > NARROW) {
        resize(NARROW);
        expect(await sees(/writing the spec +[1-9]\d* s/)).toMatch(/\n {2}writing the spec .*…\n/);
      }
      press("C-c");
    });
    expect(stopped.code).toBe(130);
    const [before, after = ""] = stopped.text.split("\nspecify   2/7");
    expect(before).toMatch(/\n {2}✓ PRD reviewer +approved\n {2}✓ readiness check +ready\n/);
    // neither the live row nor what was pressed is left
    expect(after).toMatch(/^ · ~\$0\.0\d\n\niflow: stopped while the spec was being written\n {2}Fix: iflow continue$/);

    const ended = await sit(place, ["continue"], columns, async ({ press, sees }) => {
      await sees("◆  The spec is approved and committed. What next?");
      press("Up", "Enter");
      expect(withoutFrame(await sees(/end of the pager.*Look first/s))).toContain(
        "Look first (shows spec.md and its last change, then asks again)",
      );
      press("Down", "Enter"); // from the last one around to the first
    });
    expect(ended.code).toBe(0);
    const words = inWords(ended.text);
    expect(words).toMatch(/Resuming; nothing is paid twice\. It stopped .* while the spec was being written\./);
    expect(words).toContain(`the spec author was interrupted; its changes in ${SPEC_PATH} are kept`);
    expect(words).toMatch(/✗ spec reviewer 1 blocker SR1\.1 When does the count end\? .* ✓ hand-off ready for design/);
    expect(ended.text).toMatch(/✓ Spec approved in .*\n {2}docs\/.*\/spec\.md\nNext: iflow design$/);
  });
});

verifies("USE-2", "the demo waits while its story is read, and leaves with Ctrl-C", async (context) => {
  context.skip(noTmux !== undefined, noTmux);
  const place = await workplace();

  const stopped = await sit(place, ["demo", "--keep", await tempFolder()], NARROW, async ({ press, sees }) => {
    expect(await sees("--fast does not wait, Ctrl-C leaves.")).not.toContain("idea · limit logins");
    press("C-c");
  });
  expect([stopped.code, stopped.text]).toEqual([
    130,
    expect.stringMatching(/\niflow: the demo was stopped\n {2}Fix: iflow demo {3}\(begins again\)$/),
  ]);
  expect(stopped.text).not.toContain("idea · limit logins");
});

/** Types into a command, waits for its end, and looks whether every line found room. */
async function sit(
  place: Workplace,
  args: readonly string[],
  columns: number,
  use: (session: TerminalSession) => Promise<void>,
): Promise<{ readonly code: number; readonly text: string }> {
  const env = { ...trusting(place.root), PAGER: await pager(), EDITOR: "", VISUAL: "" };
  const { code, lines } = await withTerminal(
    { cwd: place.root, columns, env },
    [process.execPath, MAIN, ...args],
    async (session) => {
      await use(session);
      return session.ended();
    },
  );
  expect(lines.filter((line) => columnsOf(line) > columns && !isPath(line))).toEqual([]);
  return { code, text: lines.join("\n").trim() };
}

/** Stands alone, so that it can be copied. */
const isPath = (line: string): boolean => /^ *\/\S+$/.test(line);

/** Shows little of what it gets, as one screen of a real one does. */
async function pager(): Promise<string> {
  const path = join(await tempFolder(), "pager");
  await writeFile(path, "head -3; echo end of the pager\n");
  return `sh ${path}`;
}

/** The words of a question, wherever its lines end. */
function withoutFrame(screen: string): string {
  return inWords(screen.replaceAll(/^[│◆◇└] ?/gm, ""));
}
