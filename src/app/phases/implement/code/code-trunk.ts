// The code on the trunk: a snapshot taken from a commit, and each later commit as one shared change. Every role that
// looks at the code shares this trunk, so it is paid for once. When the changes have grown large, it is rebuilt and all
// roles start fresh.
import { printDelta } from "../../../../domain/prompts/delta.ts";
import type { CodeTrunk } from "../../../../domain/prompts/trunk.ts";
import { withoutHeadings } from "../../../../domain/text/words/foreign-words.ts";
import { contextMode, diffForm } from "../../../work/given/context-mode.ts";
import { keptDiff } from "../../../work/given/kept-diff.ts";
import type { Parts, PhaseRun } from "../../../work/state/phase-run.ts";
import { printFile } from "./code-files.ts";
import type { Implementation, LaidTrunk } from "./implementation.ts";

/** Share of the longest prompt (four fifths of a model's window): more code than this is shown as a diff or a list. */
const LARGEST_SNAPSHOT = 0.5;
/** Share of documents and code: changes beyond this cost more than a new trunk. */
const MOST_CHANGES = 0.4;

/** Undefined if there is no trunk. `summary` is what the last fixer said about its fix. */
export async function codeTrunk(
  phase: PhaseRun,
  code: Implementation,
  summary: string | undefined,
): Promise<CodeTrunk | undefined> {
  if (contextMode(phase) !== "trunk") return undefined;
  const head = phase.world.expected.head ?? phase.run.head.base;
  const laid = code.trunk;
  if (!laid) return lay(phase, code, head);
  if (laid.head === head) return laid;
  const diff = await keptDiff(phase, laid.head, head, code.files, diffForm(phase));
  const delta = printDelta(diff, true);
  const isFix = summary !== undefined && !laid.told.includes(summary); // a manual change is not a fix
  const said = isFix ? `\n\n### What the fixer says\n${withoutHeadings(summary)}` : "";
  const told = isFix ? [...laid.told, summary] : laid.told;
  const grown = { ...laid, head, told, deltas: delta === "" ? laid.deltas : [...laid.deltas, `${delta}${said}`] };
  if (isOutgrown(phase, code, grown)) return rebase(phase, code, head);
  code.layTrunk(grown);
  return grown;
}

async function lay(
  phase: Parts<"abilities" | "ports" | "run">,
  code: Implementation,
  head: string,
): Promise<LaidTrunk> {
  const laid = { head, ...(await snapshot(phase, code.files, head)), deltas: [], told: [] };
  code.layTrunk(laid);
  return laid;
}

/** Every session holds the old snapshot and all changes: from here on a new agent is cheaper and sees more clearly. */
async function rebase(
  phase: Parts<"abilities" | "ports" | "run" | "sessions">,
  code: Implementation,
  head: string,
): Promise<LaidTrunk> {
  const { sessions } = phase;
  sessions.requireFresh(
    sessions.roles().filter((role) => sessions.freshReason(role) === undefined),
    "rebase",
  );
  return lay(phase, code, head);
}

function isOutgrown(
  phase: Parts<"abilities">,
  { documents }: Implementation,
  { code, codeChars, deltas }: LaidTrunk,
): boolean {
  const texts = Object.values(documents).join("").length;
  const changes = deltas.join("").length;
  return changes > MOST_CHANGES * (texts + codeChars) || texts + code.length + changes > phase.abilities.promptChars;
}

type Snapshot = Pick<LaidTrunk, "code" | "isWhole" | "codeChars">;

async function snapshot(
  phase: Parts<"abilities" | "ports" | "run">,
  paths: readonly string[],
  head: string,
): Promise<Snapshot> {
  const largest = LARGEST_SNAPSHOT * phase.abilities.promptChars;
  const parts: string[] = [];
  for (const path of paths) parts.push(await printFile(phase, head, path));
  const whole = parts.join("\n\n");
  const codeChars = whole.length;
  if (codeChars <= largest) return { code: whole || "(no files)", isWhole: true, codeChars };
  const delta = printDelta(await keptDiff(phase, phase.run.head.base, head, paths), true);
  const diff = `The files are too large to stand here whole; this is what changed in them:\n\n${delta}`;
  if (delta !== "" && diff.length <= largest) return { code: diff, isWhole: false, codeChars };
  const list = paths.map((path) => `- ${path}`).join("\n");
  return { code: `The files are too large to stand here; read what you need:\n${list}`, isWhole: false, codeChars };
}
