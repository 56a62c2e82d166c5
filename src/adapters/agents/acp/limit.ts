// Limits of the provider behind an agent. The protocol has no error for them, so they are known by their words: those of
// the providers, which agents pass on.
import type { RequestError } from "@agentclientprotocol/sdk";
import type { AgentOutcome } from "../../../ports/agents/agent-runtime.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";

type Barred = Pick<Extract<AgentOutcome, { status: "failed" }>, "needs" | "lifted" | "isGuessed">;

const UNPAID = /insufficient_quota|credit balance|no credit|\b402\b|payment required/i;
const LIMIT =
  /\b429\b|rate.?limit|too many requests|usage limit|resource.?exhausted|(?<!disk )quota|(?:hit|reached) (?:your|the) .{0,20}limit/i;
const OVERLOAD = /\b(?:502|503|529)\b|overloaded|service (?:is )?(?:temporarily )?unavailable/i;

/** For a limit that does not say when it ends: worth another try. */
const GUESSED = { lifted: 5 * 60_000, isGuessed: true } as const;

/** Undefined for any other error. */
export function explainLimit({ code, message, data }: RequestError): Barred | undefined {
  const said = `${code} ${message} ${JSON.stringify(data ?? "")}`;
  if (UNPAID.test(said)) return { needs: "add credit to the account of the agent, or use another one" };
  const waitMs = waitIn(said);
  const when = waitMs === undefined ? GUESSED : { lifted: waitMs };
  if (LIMIT.test(said)) return { needs: "wait until it is lifted, or use another account or key", ...when };
  if (OVERLOAD.test(said)) return { needs: "wait a few minutes", ...when };
  return undefined;
}

const WAIT = /(?:retry.?(?:after|delay)|again (?:in|after)|resets? in)\W{0,8}(\d+(?:\.\d+)?)\s*(ms|s|m|h)?/i;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `retry-after: 3600`, `"retryDelay":"58s"`, `try again in 2 hours`. */
function waitIn(said: string): number | undefined {
  const [, amount, unit = "s"] = WAIT.exec(said) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit.toLowerCase()] ?? 0);
  return milliseconds > 0 && milliseconds <= LONGEST_WAIT_MS ? milliseconds : undefined;
}
