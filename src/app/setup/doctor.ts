// What iflow finds on this machine, each problem with its fix. Checks and greets agents, but pays for nothing: the test
// of a runtime's sessions is a separate call, because it costs money.
import { PRICES } from "../../domain/billing/usage.ts";
import type { Config } from "../../domain/config/config.ts";
import type { RepositoryTrust } from "../../domain/config/repository-trust.ts";
import { listValues } from "../../domain/config/trusted-keys.ts";
import type { GateResult } from "../../domain/dispatch/gate.ts";
import { type BaseChoice, fixOfMissing } from "../../domain/feature/base-branch.ts";
import { IflowError, toDiagnostic } from "../../domain/text/errors.ts";
import { isOlder } from "../../domain/text/version.ts";
import type { Abilities, AgentRuntime, FoundRuntime } from "../../ports/agents/agent-runtime.ts";
import type { KnownIdentity } from "../../ports/git/repository.ts";
import type { GatePorts } from "../../ports/ports.ts";
import type { SandboxStatus } from "../../ports/sandbox.ts";
import type { TeamLook } from "../../ports/wiring.ts";
import { runSessionTest, type TestedSessions } from "./session-test.ts";

export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  readonly detail: string;
  readonly fix?: string;
}

export interface CheckedRuntime extends FoundRuntime {
  readonly version?: string;
  readonly abilities?: Abilities;
  /** What an earlier test of its sessions found; null when this version was never tested. */
  readonly gate?: GateResult | null;
}

/** What becomes of files with secrets (`.env`, keys, `agents.deny`) on each runtime. */
export const SECRET_FILES: Readonly<Record<string, string>> = {
  anthropic: "closed to it",
  openai: "closed to it",
  claude: "closed to it; searches leave out the usual names",
  acp: "closed where it asks iflow; what it reads by itself is only reported",
  host: "not held back by iflow; your host's own rules decide",
  scripted: "closed to it, but not to commands of the script",
};

const OLDEST_NODE = "20.19";
const OLDEST_GIT = "2.38"; // for `git merge-tree --write-tree`
const OLD_PRICES_DAYS = 180;
const DAY_MS = 86_400_000;

export function checkVersions({ node, git }: { readonly node: string; readonly git: string | undefined }): Check[] {
  return [
    isOlder(node, OLDEST_NODE)
      ? { name: "node", state: "problem", detail: `${node} is too old`, fix: `install Node ${OLDEST_NODE} or newer` }
      : { name: "node", state: "ok", detail: node },
    git === undefined
      ? { name: "git", state: "problem", detail: "not found", fix: "install git and put it on the path" }
      : isOlder(git, OLDEST_GIT)
        ? { name: "git", state: "problem", detail: `${git} is too old`, fix: `install git ${OLDEST_GIT} or newer` }
        : { name: "git", state: "ok", detail: git },
  ];
}

/** A problem that would make another part of the program stop. */
export function checkError(name: string, error: unknown): Check {
  const { message, fix } = toDiagnostic(error);
  return { name, state: "problem", detail: message, ...(fix !== undefined && { fix }) };
}

/** Where nothing is committed yet `iflow init` cannot begin either. */
export const TELL_GIT = "git config user.name NAME && git config user.email ADDRESS";

/** Without it nothing can be committed. */
export function checkIdentity({ isEnough, name, email }: KnownIdentity, hasCommit: boolean): Check {
  if (isEnough) return { name: "identity", state: "ok", detail: `${name} <${email}>` };
  const fix = hasCommit ? "iflow init   (or: git config --global user.name NAME, and user.email)" : TELL_GIT;
  return { name: "identity", state: "problem", detail: "git does not know who you are", fix };
}

/** Without it no feature can begin. */
export function checkBase(base: BaseChoice, local: readonly string[]): Check {
  const name = "base branch";
  if (base.type === "known") return { name, state: "ok", detail: base.branch };
  if (base.type === "missing") {
    const fix = fixOfMissing(base.branch, local);
    return { name, state: "problem", detail: `there is no branch ${base.branch}, which baseBranch names`, fix };
  }
  if (base.candidates.length === 0)
    return { name, state: "problem", detail: "there is no branch with a commit yet", fix: FIRST_COMMIT };
  const detail = `it is not clear which one it is: ${base.candidates.join(", ")}`;
  return { name, state: "problem", detail, fix: "iflow init   (or set baseBranch)" };
}

const FIRST_COMMIT = 'git commit --allow-empty --message "start"';

/** What the repository's file may decide; nothing to say where it decides nothing. */
export function checkTrust({ state, values }: RepositoryTrust): Check[] {
  if (state === "nothing") return [];
  const keys = listValues(values).map(([key]) => key);
  if (state === "confirmed") return [{ name: "trust", state: "ok", detail: `confirmed: ${keys.join(", ")}` }];
  const detail = `not confirmed yet, so it does not count: ${keys.join(", ")}`;
  return [{ name: "trust", state: "warning", detail, fix: "iflow trust" }];
}

/** Whether the engine runs any tests in this project. */
export function checkTests({ test, none }: Config["checks"], { state, values }: RepositoryTrust): Check {
  if (test !== undefined) return { name: "tests", state: "ok", detail: test };
  if (none) return { name: "tests", state: "warning", detail: "nothing is tested, as checks.none says" };
  const isWaiting = state === "unconfirmed" && values.checks !== undefined;
  if (isWaiting)
    return { name: "tests", state: "warning", detail: "the checks are not confirmed yet", fix: "iflow trust" };
  const detail = "nothing is tested: there is no test command";
  return { name: "tests", state: "warning", detail, fix: "iflow init   (or set checks.test)" };
}

/** What holds the commands of agents. Without any, the rules about which lines may run are all there is. */
export function checkSandbox({ state, detail, fix }: SandboxStatus, { mode }: Config["sandbox"]): Check {
  const isMissing = mode === "require" && state === "none";
  const mark = state === "applied" ? "ok" : isMissing ? "problem" : "warning";
  return { name: "sandbox", state: mark, detail, ...(fix !== undefined && { fix }) };
}

export function checkPrices(now: Date): Check {
  const days = Math.floor((now.getTime() - Date.parse(PRICES.asOf)) / DAY_MS);
  const detail = `as of ${PRICES.asOf}, ${days} days old`;
  if (days <= OLD_PRICES_DAYS) return { name: "prices", state: "ok", detail };
  return { name: "prices", state: "warning", detail, fix: "update iflow; costs shown may be out of date" };
}

/** The database that keeps the runs of this repository, and whether it is reached. */
export async function checkTeam(
  team: TeamLook,
): Promise<{ readonly check: Check; readonly problem?: ReturnType<typeof toDiagnostic> }> {
  const name = "team";
  try {
    await team.reach();
    return { check: { name, state: "ok", detail: `${team.place}, as ${team.repository}` } };
  } catch (error) {
    return { check: checkError(name, error), problem: toDiagnostic(error) };
  }
}

export type OpenAgent = (found: FoundRuntime) => Promise<AgentRuntime>;

/** Opens runtimes that are ready, to learn their version and abilities; this starts and greets an ACP agent. */
export async function checkRuntime(
  gates: GatePorts["gates"],
  found: FoundRuntime,
  open: OpenAgent,
): Promise<CheckedRuntime> {
  if (found.state !== "ready") return found;
  try {
    const { version, abilities, id } = await open(found);
    if (version === undefined) return { ...found, abilities };
    return { ...found, version, abilities, gate: (await gates.find(id, version)) ?? null };
  } catch (error) {
    const { detail, fix } = checkError(found.name, error);
    return { ...found, state: "missing", detail, ...(fix !== undefined && { fix }) };
  }
}

/** Tests a runtime's sessions and stores the result, unless it says nothing about sessions. `begun` before it is paid. */
export async function testRuntime(
  ports: GatePorts,
  agent: AgentRuntime,
  signal: AbortSignal,
  begun: () => void,
): Promise<TestedSessions> {
  const { version } = agent;
  if (version === undefined || !agent.abilities.resume) {
    const fix = agent.abilities.resume ? "iflow keeps its sessions itself" : "each of its dispatches is fresh";
    throw new IflowError("usage", `${agent.id} has no sessions to test`, { fix: `${fix}; nothing to do` });
  }
  begun();
  const step = "doctor/gate";
  const tested = await runSessionTest(ports, { agent, version, signal, step, onSpawned: async () => undefined });
  if (signal.aborted) throw new IflowError("interrupted", "stopped in the middle of the test", { fix: "iflow doctor" });
  if (tested.conclusive) await ports.gates.keep(tested.result);
  return tested;
}
