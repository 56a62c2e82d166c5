// One opening of a run: its phase is called from the beginning, replays its recorded past and works on from there.
import type { Feature } from "../../domain/feature/feature.ts";
import { artifactFileOf, type RunKind } from "../../domain/feature/phase.ts";
import { brainstormFile } from "../../domain/review/brainstorm.ts";
import { printStop, stopFile } from "../../domain/run/kept-stop.ts";
import type { RunHead, RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { type RunSession, Suspended } from "../../ports/runs/runs.ts";
import { readClosingCard } from "../billing/closing-card.ts";
import { wayOfFeature } from "../billing/feature-way.ts";
import { hearLastAttempts } from "../dispatch/host-dispatch.ts";
import { withdrawOrders } from "../dispatch/host-orders.ts";
import type { KnownFeature } from "../feature/features.ts";
import type { PhaseEnd } from "../phases/document/document-phase.ts";
import { tellLive } from "../stream/tell-live.ts";
import { recordAbilities } from "../work/given/role-agents.ts";
import { newPhaseRun } from "../work/state/phase-run.ts";
import type { Driver, PhaseResult } from "./driver.ts";
import { keepEnd } from "./keep-end.ts";
import { dollarsHold, limitsOf } from "./opening/limits-of-run.ts";
import { reconcile } from "./opening/reconcile.ts";
import { settleNow } from "./opening/settle-waits.ts";
import { functionOf } from "./phase-functions.ts";
import { openPhasePorts } from "./phase-ports.ts";
import { tellForecast } from "./tell-forecast.ts";
import { confirmTransition, transitionOf } from "./transition.ts";

/** Opens the journal once: replay, then live steps until the end, a question or an error. */
export async function walk(
  given: Ports,
  driver: Driver,
  known: KnownFeature,
  session: RunSession,
  before: Before,
): Promise<PhaseResult> {
  const { run } = session;
  const { head } = run;
  const facts = { run: head, folder: run.folder.path };
  const live = tellLive(given, head.id);
  const ports = { ...given, emit: live.emit };
  const stop = () => session.abort();
  session.settleBy((open) => settleNow(ports, driver, open, head));
  driver.signal.addEventListener("abort", stop);
  if (driver.signal.aborted) stop();
  try {
    const choice = head.runtime;
    const phasePorts = await openPhasePorts(ports, driver, choice);
    const { agent } = phasePorts;
    if (!agent.host && typeof before === "object") await withdrawOrders(ports, before.pendings);
    const budget = limitsOf(head, driver, agent);
    if (before !== "same-command") {
      await tellForecast(ports, { known, head, agent, budget, before });
      const way = await wayOfFeature(ports, known, head, dollarsHold(head, agent) ? budget.maxCost : undefined);
      ports.emit({
        ...{ type: "run-opened", run: head.id, feature: head.feature, phase: head.phase, runtime: agent.id, ...way },
        ...reopenedFacts(before),
      });
    }
    const name = head.phase as RunKind; // written by startPhase
    const phaseFunction = await functionOf(name, known);
    if (!phaseFunction) {
      throw new IflowError("journal-mismatch", `this version of iflow has no phase ${head.phase}`, {
        fix: `continue with iflow ${head.iflow}`,
      });
    }
    const phase = newPhaseRun({
      run,
      ports: phasePorts,
      feature: known.feature,
      artifact: artifactPath(head, known.feature),
      abilities: await recordAbilities(run, phasePorts),
      budget,
    });
    await reconcile(phase);
    const transition = transitionOf(known, name, head.flags);
    const isWanted = transition === undefined || (await confirmTransition(phase, transition));
    const end = isWanted ? await phaseFunction(phase) : CANCELLED;
    await hearLastAttempts(phase);
    if (head.idea !== undefined) await keepEnd(phase, end);
    await ports.commits.settleIndex(); // no phase ends while the user's next commit would undo one of ours
    await session.end(end.choice);
    if ((await ports.runs.open()).length === 0) await ports.snapshots.clear(); // another run may need its own
    const card = await readClosingCard(ports, head, end.facts);
    if (card) ports.emit({ type: "feature-closed", ...card }); // the run is over: nothing will replay this
    return { type: "ended", ...facts, end, ...(card && { card }) };
  } catch (error) {
    if (error instanceof Suspended) return { type: "waiting", ...facts, pendings: error.pendings };
    await keepStop(session, error);
    throw error;
  } finally {
    driver.signal.removeEventListener("abort", stop);
    await live.close();
    await session.close();
  }
}

/** For those who look at the run elsewhere; whoever typed the command is told in any case. */
async function keepStop({ run, reopened }: RunSession, error: unknown): Promise<void> {
  const text = printStop(error);
  if (text !== undefined) await run.folder.write(stopFile(reopened), text).catch(() => undefined);
}

/** The file that the run works on. */
export function artifactPath({ phase, idea, createdAt }: RunHead, { folder }: Pick<Feature, "folder">): string {
  return `${folder}/${idea === undefined ? artifactFileOf(phase as RunKind) : brainstormFile(createdAt, idea)}`;
}

const CANCELLED: PhaseEnd = { choice: "cancelled", rounds: 0, notes: 0 };

/** What an earlier command left, if this one did not begin the run itself. */
type Before = RunSummary | "same-command" | undefined;

function reopenedFacts(before: RunSummary | undefined) {
  if (!before) return {};
  const { inFlight, steps, lastAt } = before;
  return { reopened: { steps, lastAt, ...(inFlight !== undefined && { inFlight }) } };
}
