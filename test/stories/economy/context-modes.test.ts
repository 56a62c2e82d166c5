// The same verdicts in every way of handing over context and resuming sessions: same commits, history and outcome; only
// what is sent differs. And on the trunk: everybody's prompt begins with the same bytes, and changes are appended to it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import type { Workplace } from "../../support/iflow.ts";
import { ROUNDS } from "../../support/implement-scenarios.ts";
import { CODE, play } from "../../support/scenario.ts";
import { FEATURE } from "../../support/story.ts";

const row = ROUNDS.find(({ name }) => name.startsWith("a regression in the final validation"));
const TIMEOUT = 300_000;

function inMode(context: string) {
  if (!row) throw new Error("the row is gone");
  const roles = Object.fromEntries(
    Object.entries(row.roles ?? {}).map(([role, turns]) => [
      role,
      turns.map(({ promptHas: _, ...turn }) => turn), // other words in another mode
    ]),
  );
  return { ...row, roles, settings: { IFLOW_REVIEW_CONTEXT: context } };
}

function promptsOf(place: Workplace): { readonly name: string; readonly text: string }[] {
  const folder = join(place.runFolder(FEATURE, 1, "implement"), "dispatches");
  return place
    .dispatchFiles(FEATURE, ".prompt.md", "implement")
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

verifies(
  ["LOOP-7", "CTX-3", "CTX-6"],
  "lazy, inject and trunk, fresh, resumed and forked: one outcome; the trunk is the same for all",
  async () => {
    const lazy = await play(inMode("lazy"), "resume");
    const inject = await play(inMode("inject"), "fresh");
    const trunk = await play(inMode("trunk"), "resume");
    const fork = await play(inMode("trunk"), "fork");

    for (const other of [inject, trunk, fork])
      expect({ exits: other.exits, ...other.outcome }).toEqual({ exits: lazy.exits, ...lazy.outcome });
    expect(trunk.dispatches).toEqual(row?.dispatches);
    expect(fork.dispatches.filter((line) => !/ fresh (?:first-round|fork)$/.test(line))).toEqual([]);

    // inject: documents pasted in each role's own order, code by path
    const pasted = promptsOf(inject.place).find(({ name }) => name.includes("security-reviewer"))?.text ?? "";
    expect(pasted).toContain("## Spec: docs/features/");
    expect(pasted).not.toContain("You MUST read");
    expect(pasted).not.toContain("export const isAllowed = () => true;");

    const onTrunk = promptsOf(fork.place).filter(({ name }) => /reviewer|fixer/.test(name));
    const beginning = (text: string) => text.slice(0, text.indexOf("</document>", text.indexOf(`### ${CODE}`)));
    const [first] = onTrunk;
    expect(beginning(first?.text ?? "")).toContain("export const isAllowed");
    expect(new Set(onTrunk.map(({ text }) => beginning(text))).size).toBe(1);
    // who may not build on plan and tasks is not shown them; who may is
    expect(onTrunk.find(({ name }) => name.includes("security"))?.text).not.toContain("## Tasks: docs/features/");
    expect(onTrunk.find(({ name }) => name.includes("implementation"))?.text).toContain("## Tasks: docs/features/");
    // later rounds: the same trunk, each change once, then the role's own
    const last = onTrunk.at(-1)?.text ?? "";
    expect([last.split("\n## Change 1\n").length, last.split("\n## Change 2\n").length]).toEqual([2, 2]);
    expect(last).toContain("+// fix 2");
  },
  TIMEOUT,
);
