// Moves the open run of a host as far as it goes without the host's agents or its user, and says where it then stands.
// Doing it twice does no harm: reports are taken once, and a run that waits stays where it is.
import { type Reported, takeReports } from "../../../app/dispatch/host-orders.ts";
import { settleCreations } from "../../../app/feature/create/settle-creations.ts";
import { readStatus } from "../../../app/feature/status.ts";
import type { PhaseResult } from "../../../app/run/run-phase.ts";
import type { Proof } from "../../../domain/run/questions/question.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import type { Ports } from "../../../ports/ports.ts";
import type { DrivePlace } from "../context.ts";
import { continueFrom, openRuns, severalOpen } from "../continue-chain.ts";
import { continuePrd, theReadyPrd } from "../idea/ready-prd.ts";
import { meantKey } from "../place/meant-key.ts";
import { printerFor } from "../printed-commands.ts";
import type { PhaseFlags } from "../run-driver.ts";
import { typedNext } from "./flow-end.ts";
import { type FlowState, flowState, idleState } from "./flow-state.ts";

export async function nextState(place: DrivePlace, flags: PhaseFlags): Promise<PhaseResult | FlowState> {
  const { ports } = place;
  await settleCreations(ports);
  await takeOpenReports(ports, flags.feature);
  const open = await theMeantRuns(place, flags.feature);
  const [run] = open;
  if (run === undefined) return nextWithoutRun(place, flags);
  if (open.length > 1)
    throw severalOpen(
      open,
      `pass \`feature\`, such as "${run.head.feature}"; if the user has not said which one, ask them`,
    );
  const { feature: key, last } = await continueFrom(place, run, flags, async () => undefined);
  return last ?? idle(place, key, flags.proof);
}

/** What is told about the result of a move. */
export async function toldState(place: DrivePlace, proof: Proof, result: PhaseResult | FlowState): Promise<FlowState> {
  if ("state" in result) return result;
  const program = proof === "hook" ? "iflow" : place.wiring.program; // a host's own commands have no program
  return flowState(result, proof, await printerFor({ ...place, wiring: { program } }, result.run.feature));
}

/** What became of the reports that were not accepted is returned. */
export async function takeOpenReports(ports: Ports, key: string | undefined): Promise<Reported[]> {
  const taken: Reported[] = [];
  for (const run of await openRuns(ports, key)) taken.push(...(await takeReports(ports, run)));
  return taken.filter(({ accepted }) => !accepted);
}

/** Of several features the one of the current branch; for a brainstorm no branch speaks. */
async function theMeantRuns(place: DrivePlace, key: string | undefined): Promise<RunSummary[]> {
  const open = await openRuns(place.ports, key);
  if (open.length <= 1 || open.some(({ head }) => head.idea !== undefined)) return open;
  const current = await meantKey(place, undefined);
  const own = open.filter(({ head }) => head.feature === current);
  return own.length > 0 ? own : open;
}

/** A new phase begins only when it is asked for, as it was by a chain that stopped between its brainstorm and its feature. */
async function nextWithoutRun(place: DrivePlace, flags: PhaseFlags): Promise<PhaseResult | FlowState> {
  const ready = await theReadyPrd(place, flags.feature);
  if (!ready) return idle(place, flags.feature ?? null, flags.proof);
  const { feature: key, last } = await continuePrd(place, ready, flags, async () => undefined);
  return last ?? idle(place, key, flags.proof);
}

export async function idle(
  { ports, config, wiring }: DrivePlace,
  key: string | null,
  proof: Proof = "self",
): Promise<FlowState> {
  const rows = (await readStatus(ports, config.artifactsRoot, config.checks.test)).filter(
    (row) => key === null || row.key === key,
  );
  const open = rows.flatMap((row) => {
    const command = typedNext(row, proof, wiring.program);
    return command === null ? [] : [{ ...row, command }];
  });
  const lines = open.map((row) => `${row.key}: ${row.what}; next: ${row.command}`);
  const message =
    lines.length > 0 ? `No run is open.\n${lines.join("\n")}` : "No run is open and no feature is waiting.";
  return idleState(key, message, open[0]?.command ?? null);
}
