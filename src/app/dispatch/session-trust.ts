// Whether a run may resume sessions. It must be known before the first resume, from an earlier session test of this
// version or from one now, and it is recorded, so that a replay plans as the run did. A runtime that failed the test
// gets only fresh dispatches; it never stops a run.
import { sumKnown } from "../../domain/billing/bill.ts";
import { NOTHING_DONE, type Outcome } from "../../domain/billing/outcome.ts";
import { type Gate, type GateResult, isCold } from "../../domain/dispatch/gate.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { leftProcesses } from "../../domain/run/left-processes.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { sha256 } from "../../domain/text/sha256.ts";
import { withinBudget } from "../economy/budget.ts";
import { runSessionTest, type TestedSessions, type TestTurn } from "../setup/session-test.ts";
import { spawnedNote } from "../work/checks/spawned-note.ts";
import { numberedFile, writeOutcome } from "../work/given/dispatch-files.ts";
import { abilitiesFor, agentOf, runtimeKey } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";

const NOTHING_TO_DOUBT: Gate = { gate: "open", cold: false, failure: null };

/** Called before a resume is planned; the run's sessions store the answer. */
export async function testSessions(phase: PhaseRun, role: RoleId): Promise<Gate> {
  const key = runtimeKey(phase, role);
  const gate = phase.sessions.trustIn(key) ?? (await findTrust(phase, role, key));
  phase.sessions.keepTrust(key, gate);
  return gate;
}

async function findTrust(phase: PhaseRun, role: RoleId, key: string): Promise<Gate> {
  const { gates, emit } = phase.ports;
  const agent = agentOf(phase.ports, role);
  const { version } = agent;
  const { gated, resume } = abilitiesFor(phase, role);
  const wants = phase.run.head.config.review.session !== "fresh" && resume;
  if (!gated || !wants) return NOTHING_TO_DOUBT;
  const first = phase.steps.takeDispatches(2); // numbers of its two turns, reserved even if it was tested before
  const step = phase.steps.next(0, key === "" ? "resume-gate" : `resume-gate-${key}`);
  const { failure, cold } = await phase.run.step({
    name: step,
    input: null,
    work: async (context) => {
      // A killed test starts again: two short turns are cheaper than remembering half of them. Its rows stay in the bill.
      for (const child of leftProcesses(step, context.interrupted)) await phase.ports.endProcess(child);
      if (version === undefined) return { failure: null, cold: false }; // other agents continue the run
      const known = await gates.find(agent.id, version);
      if (known) return verdictOf(known);
      emit({ type: "gate-started", runtime: agent.id, version });
      const tested = await withinBudget(phase, { step }, () =>
        runSessionTest(phase.ports, {
          agent,
          version,
          step,
          signal: context.signal,
          onSpawned: async (child) => context.note(await spawnedNote(phase.ports, child)),
          onAnswered: (turn) => keepTurn(phase, step, turn.kind === "fresh" ? first : first + 1, turn),
        }),
      );
      if (context.signal.aborted)
        throw new IflowError("interrupted", "stopped while testing the sessions of the runtime", {
          fix: "iflow continue",
        });
      if (tested.conclusive) await gates.keep(tested.result);
      emit({ type: "gate-tested", runtime: agent.id, version, ...factsOf(tested) });
      return verdictOf(tested.result);
    },
  });
  return { gate: failure === null ? "open" : "closed", cold, failure };
}

function verdictOf(result: GateResult): { failure: string | null; cold: boolean } {
  return { failure: failureText(result), cold: isCold(result) };
}

function failureText({ failure }: GateResult): string | null {
  return failure && `${failure.test}: ${failure.why}`;
}

function factsOf({ result, turns }: TestedSessions) {
  const failure = failureText(result);
  const cost = sumKnown(turns.map((turn) => turn.cost ?? null));
  return {
    ...(failure !== null && { failure }),
    cached: result.cached,
    ...(cost !== null && { cost }),
    milliseconds: turns.reduce((sum, turn) => sum + turn.milliseconds, 0),
  };
}

/** A test turn's cost is on the bill like that of any other dispatch. */
async function keepTurn(
  phase: Parts<"name" | "ports" | "run" | "world">,
  step: string,
  number: number,
  turn: TestTurn,
): Promise<void> {
  const file = await freeFile(phase, number, `resume-gate-${turn.kind}`);
  const outcome: Outcome = {
    ...{ step, phase: phase.name, role: "resume-gate", round: 0, kind: turn.kind, reason: "gate-test" },
    prompt: sha256(turn.prompt),
    status: turn.error === undefined ? "completed" : "failed",
    ...{ reply: turn.reply, sessionLost: false, session: null, ...NOTHING_DONE },
    ...(turn.error !== undefined && { error: turn.error }),
    world: { ...phase.world.expected },
    usage: turn.usage,
    ...(turn.cost !== undefined && { cost: turn.cost }),
    promptChars: turn.prompt.length,
    contextChars: turn.prompt.length,
    milliseconds: turn.milliseconds,
    at: phase.ports.clock.now().toISOString(),
  };
  await phase.run.folder.write(`${file}.prompt.md`, turn.prompt);
  await writeOutcome(phase, file, outcome);
}

/** A killed test may have left a row of its own under this number. */
async function freeFile({ run }: Parts<"run">, number: number, name: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const file = numberedFile(number, attempt === 1 ? name : `${name}-${attempt}`);
    if ((await run.folder.read(`${file}.outcome.json`)) === undefined) return file;
  }
}

/** If no session can be resumed, a new agent is shown the answer that it is to put into the required form. */
export async function canTrustSessions(phase: PhaseRun, role: RoleId): Promise<boolean> {
  return abilitiesFor(phase, role).resume && (await testSessions(phase, role)).gate === "open";
}
