// The script of the scripted agent: its form, and which of its turns a dispatch plays. The position in the script
// follows only from the outcomes a feature already has, never from memory, so a restarted run finds it again. A script
// that does not fit fails the run and names the position: a test or a demo must never continue by accident.
import * as z from "zod";
import { UsageSchema } from "../../../domain/billing/usage.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { AgentRequest } from "../../../ports/agents/agent-runtime.ts";

const texts = z.array(z.string()).default([]);

const TurnSchema = z.strictObject({
  expect: z.enum(["fresh", "resume", "final", "fallback", "repair"]).optional(),
  promptHas: texts,
  /** Its changes and commands respect the role's rights; a refusal stops nothing. Without it, the turn never asks. */
  asks: z.boolean().default(false),
  reads: texts,
  writes: z.record(z.string(), z.string()).default({}),
  deletes: texts,
  run: texts,
  delayMs: z.int().nonnegative().max(86_400_000).default(0),
  hang: z.boolean().default(false),
  error: z.string().min(1).optional(),
  /** It is turned away by a limit that is lifted after so long. */
  limitedMs: z.int().positive().max(86_400_000).optional(),
  /** The session that it is asked to resume is not known any more. */
  forgets: z.boolean().default(false),
  reply: z.union([z.string(), z.record(z.string(), z.unknown())]).default(""),
  usage: UsageSchema.optional(),
});
export type Turn = z.infer<typeof TurnSchema>;

const ScriptSchema = z.strictObject({ roles: z.record(z.string(), z.array(TurnSchema)) });

interface Script {
  /** Used only in messages. */
  readonly path: string;
  readonly turns: ReadonlyMap<string, readonly Turn[]>;
}

/** One per outcome written in the feature so far, however the dispatch ended. */
export interface ScriptedOutcome {
  readonly role: string;
  readonly phase: string;
  readonly step?: string | undefined;
  readonly session?: string | undefined;
}

export interface ChosenTurn {
  /** `role`, `phase/role` or `role-task`, as written in the script. */
  readonly key: string;
  /** Counted from 1. */
  readonly number: number;
  /** With `{feature}` and `{artifact}` replaced. */
  readonly turn: Turn;
}

export function parseScript(path: string, text: string): Script {
  const result = ScriptSchema.safeParse(readScriptJson(path, text));
  if (!result.success) throw mismatch(`${path}: ${result.error.issues.map(describeIssue).join("; ")}`);
  return { path, turns: new Map(Object.entries(result.data.roles)) };
}

/** The turn for this dispatch; throws when there is none, or when the turn expects something else. */
export function chooseTurn(script: Script, request: AgentRequest, outcomes: readonly ScriptedOutcome[]): ChosenTurn {
  const key = keyOf(script, request);
  const number = outcomes.filter((outcome) => keyOf(script, outcome) === key).length + 1;
  const turn = script.turns.get(key)?.[number - 1];
  if (turn === undefined) throw missingTurn(script, request, key, number);

  const chosen = { key, number, turn: fillIn(turn, request) };
  checkExpectations(script, chosen, request);
  return chosen;
}

function readScriptJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = (cause as SyntaxError).message; // JSON.parse throws nothing else
    const [, position] = /at position (\d+)/.exec(reason) ?? [];
    const line = position === undefined ? "" : `:${text.slice(0, Number(position)).split("\n").length}`;
    throw mismatch(`${path}${line}: not valid JSON: ${reason}`, { cause });
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.map((part) => (typeof part === "number" ? `turn ${part + 1}` : String(part))).join(" > ");
  if (issue.code !== "unrecognized_keys") return `${place || "the script"}: ${issue.message}`;
  return `${place || "the script"}: unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
}

/** A task has a key of its own, `implementer-1.2`: which one of several at a time is asked first is not certain. */
function keyOf(script: Script, { role, phase, step = "" }: Omit<ScriptedOutcome, "session">): string {
  const segment = step.split("/").at(-2) ?? "";
  const ofTask = segment.startsWith(`${role}-`) ? [segment] : [];
  return [...ofTask, `${phase}/${role}`].find((key) => script.turns.has(key)) ?? role;
}

function fillIn(turn: Turn, { feature, artifact }: AgentRequest): Turn {
  const folder = feature.folder.replace(/\/+$/, "");
  const values: Record<string, string> = { "{feature}": folder, "{artifact}": artifact };
  const fill = (text: string) => text.replaceAll(/\{feature\}|\{artifact\}/g, (name) => values[name] ?? name);
  return {
    ...turn,
    promptHas: turn.promptHas.map(fill),
    reads: turn.reads.map(fill),
    writes: Object.fromEntries(Object.entries(turn.writes).map(([path, content]) => [fill(path), content])),
    deletes: turn.deletes.map(fill),
    run: turn.run.map(fill),
  };
}

function checkExpectations(script: Script, { key, number, turn }: ChosenTurn, request: AgentRequest): void {
  const place = `${script.path}: ${key} turn ${number}`;
  if (turn.expect !== undefined && turn.expect !== request.kind) {
    throw mismatch(`${place} expects a ${turn.expect} dispatch, but a ${request.kind} one came (step ${request.step})`);
  }
  const absent = turn.promptHas.find((text) => !request.prompt.text.includes(text));
  if (absent !== undefined) {
    const message = `${place} expects ${JSON.stringify(absent)} in the prompt, but it is not there (step ${request.step})`;
    throw mismatch(message, { detail: `The prompt begins:\n${request.prompt.text.slice(0, 1000)}` });
  }
}

function missingTurn(script: Script, request: AgentRequest, key: string, number: number): IflowError {
  const turns = script.turns.get(key);
  const has =
    turns === undefined
      ? `it has neither ${JSON.stringify(`${request.phase}/${request.role}`)} nor ${JSON.stringify(request.role)}`
      : `${JSON.stringify(key)} has ${turns.length} turn${turns.length === 1 ? "" : "s"}`;
  const came = `a ${request.kind} dispatch in phase ${request.phase}, step ${request.step}`;
  return mismatch(`${script.path}: no turn ${number} for ${request.role} (${came}): ${has}`);
}

function mismatch(message: string, more: { cause?: unknown; detail?: string } = {}): IflowError {
  const fix = "Correct the script, or start the run on another runtime with --runtime.";
  return new IflowError("script-mismatch", message, { fix, ...more });
}
