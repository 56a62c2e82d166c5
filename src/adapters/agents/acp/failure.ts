// What went wrong with an agent, in words a person can act on: what it said, how it ended, how to log in or install it.
// The message is one line and contains none of the secrets the agent was given.
import { RequestError } from "@agentclientprotocol/sdk";
import { IflowError } from "../../../domain/text/errors.ts";
import { maskValues } from "../../../domain/text/secrets/secrets.ts";
import type { AgentOutcome } from "../../../ports/agents/agent-runtime.ts";
import type { Exit } from "../../commands/watched-child.ts";
import type { AuthMethod } from "./greeting-schema.ts";
import { explainLimit } from "./limit.ts";
import type { AcpSetup } from "./setup.ts";

/** Thrown inside a turn and caught at its edge, where it becomes an outcome. */
export class AgentFailure extends Error {
  readonly sessionLost: boolean;
  /** What the person has to do about it. */
  readonly needs: string | undefined;

  constructor(message: string, { sessionLost = false, needs }: { sessionLost?: boolean; needs?: string } = {}) {
    super(message);
    this.sessionLost = sessionLost;
    this.needs = needs;
  }
}

/** What is known about the child when something goes wrong. */
export interface Remains {
  /** Undefined while the child is alive. */
  readonly exit: Exit | undefined;
  readonly stderr: string;
  /** A line of its output that is not part of the protocol. */
  readonly garbage: string | undefined;
  readonly authMethods: readonly AuthMethod[];
}

const AUTH_REQUIRED = -32000;
const NOT_FOUND = 127;
const LAST_LINES = 5;
const LONGEST_LINE = 300;

export type Explained = Pick<Extract<AgentOutcome, { status: "failed" }>, "error" | "needs" | "lifted" | "isGuessed">;

export function explainFailure({ agent, secrets }: AcpSetup, error: unknown, remains: Remains): Explained {
  if (isAuthError(error)) {
    const needs = `log in with ${waysToLogIn(agent, remains.authMethods)}`;
    return { error: `${agent.name}: it is not logged in`, needs: maskValues(secrets, needs) };
  }
  const words = maskValues(secrets, `${agent.name}: ${explain(error)}`);
  const lines = lastLines(maskValues(secrets, remains.stderr));
  const saysItAll = error instanceof AgentFailure && error.sessionLost;
  const needs = error instanceof AgentFailure ? error.needs : undefined;
  return {
    error: lines === "" || saysItAll ? words : `${words}; it said: ${lines}`,
    ...(needs !== undefined && { needs }),
    ...(error instanceof RequestError && explainLimit(error)),
  };

  function explain(cause: unknown): string {
    if (cause instanceof AgentFailure || cause instanceof IflowError) return `${cause.message}${garbage(remains)}`;
    if (cause instanceof RequestError) return `it answered with an error: ${wordsOf(cause)}`;
    if (isMissing(remains)) {
      return `the command cannot be found${agent.install === "" ? "" : `; install it with: ${agent.install}`}`;
    }
    if (remains.exit) return `it ended in the middle (${describeExit(remains.exit)})${garbage(remains)}`;
    return `the connection broke: ${cause instanceof Error ? cause.message : String(cause)}${garbage(remains)}`;
  }
}

/** Whether the shell at the gate failed to find the program. */
export function isMissing({ exit }: Remains): boolean {
  return exit?.code === NOT_FOUND;
}

const STOPS: ReadonlyMap<string, string> = new Map([
  ["refusal", "it refused to answer"],
  ["max_tokens", "its answer was cut off: it reached its limit of tokens"],
  ["max_turn_requests", "it gave up: it reached its limit of requests in one turn"],
  ["cancelled", "it cancelled the turn by itself"],
]);

/** Why a turn that ended has no valid answer; undefined when it has one. */
export function explainStop(stopReason: string): string | undefined {
  if (stopReason === "end_turn") return undefined;
  return STOPS.get(stopReason) ?? `it stopped for an unknown reason: ${stopReason}`;
}

export function isAuthError(error: unknown): boolean {
  return error instanceof RequestError && error.code === AUTH_REQUIRED;
}

/** The message of an answer, with the detail that agents put next to it. */
export function wordsOf({ message, data }: RequestError): string {
  const fields = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const detail = [data, fields.details, fields.message].find((value) => typeof value === "string");
  return (detail === undefined || detail === message ? message : `${message}: ${detail}`).replaceAll(/\s+/g, " ");
}

function waysToLogIn(agent: AcpSetup["agent"], methods: readonly AuthMethod[]): string {
  if (agent.login !== "") return agent.login;
  const ways = methods.map(({ name, description, args }) => {
    if (args.length > 0) return [...agent.command, ...args].join(" ");
    return description ? `${name} (${description})` : name;
  });
  return ways.length > 0 ? ways.join(", or ") : "the agent's own program";
}

function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : signal;
}

function garbage({ garbage }: Remains): string {
  return garbage === undefined ? "" : `; its output is not the protocol: ${garbage.slice(0, LONGEST_LINE)}`;
}

function lastLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim().slice(0, LONGEST_LINE));
  return lines
    .filter((line) => line !== "")
    .slice(-LAST_LINES)
    .join(" | ");
}
