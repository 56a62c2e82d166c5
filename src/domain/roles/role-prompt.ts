// Splits a role's prompt file into its parts. Text before the first marker is the rubric; a marker is a line that holds
// only a comment: coda, checks, revise, or expectations of one phase. An unknown marker is refused, so that a typo
// cannot make a check list vanish.
import { IflowError } from "../text/errors.ts";

export interface RolePrompt {
  /** Who the agent is, what to look at, how to weigh it, how to answer. */
  readonly rubric: string;
  /** The closing sentences that sharpen the rubric. */
  readonly coda?: string;
  /** The check list placed below the required artifacts. */
  readonly checks?: string;
  /** Instructions for an author or fixer when issues come back. */
  readonly revise?: string;
  /** Per phase: what the next phase needs. */
  readonly expectations: Readonly<Record<string, string>>;
}

const MARKER = /^<!--\s*(.*?)\s*-->$/;
const FENCE = /^\s*(```|~~~)/;
const PARTS: ReadonlySet<string> = new Set(["coda", "checks", "revise"]);
const EXPECTATIONS = /^expectations: (specify|design|create-plan|create-tasks)$/;

/** `origin` names the file in errors. */
export function parseRolePrompt(text: string, origin = "the prompt"): RolePrompt {
  const parts = splitAtMarkers(text, origin);
  const { rubric = "", ...others } = Object.fromEntries(parts);
  const expectations: Record<string, string> = {};
  const named: Record<string, string> = {};
  for (const [marker, part] of Object.entries(others)) {
    const phase = EXPECTATIONS.exec(marker)?.[1];
    if (phase !== undefined) expectations[phase] = part;
    else if (PARTS.has(marker)) named[marker] = part;
    else throw refusal(origin, `unknown marker <!-- ${marker} -->`);
  }
  return { rubric, ...named, expectations };
}

function splitAtMarkers(text: string, origin: string): Map<string, string> {
  const parts = new Map<string, string[]>([["rubric", []]]);
  let current = "rubric";
  let inFence = false;
  for (const line of text.split(/\r?\n/)) {
    if (FENCE.test(line)) inFence = !inFence;
    const marker = inFence ? undefined : MARKER.exec(line)?.[1];
    if (marker === undefined) {
      parts.get(current)?.push(line);
      continue;
    }
    if (parts.has(marker)) throw refusal(origin, `marker <!-- ${marker} --> appears twice`);
    parts.set(marker, []);
    current = marker;
  }
  return new Map([...parts].map(([marker, lines]) => [marker, filled(lines.join("\n").trim(), marker, origin)]));
}

function filled(part: string, marker: string, origin: string): string {
  if (part === "") throw refusal(origin, `there is no text under ${marker}`);
  return part;
}

function refusal(origin: string, problem: string): IflowError {
  return new IflowError("config-invalid", `${origin}: ${problem}`, {
    fix: "Markers are coda, checks, revise and expectations of specify, design, create-plan or create-tasks, each once and with text below it.",
  });
}
