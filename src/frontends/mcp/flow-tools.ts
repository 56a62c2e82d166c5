// The tools that move a run: start, next, report. A handler may be called again with the user's answers to questions it
// asked, so each one first takes those answers, and doing the same thing twice does no harm.
import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { reportOrder, takeReports } from "../../app/dispatch/host-orders.ts";
import { settleCreations } from "../../app/feature/create/settle-creations.ts";
import { readStatus } from "../../app/feature/status.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import { PHASES } from "../../domain/feature/phase.ts";
import type { Proof } from "../../domain/run/question.ts";
import type { RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DriveContext, DrivePlace } from "../drive/context.ts";
import { continueFrom, openRuns, severalOpen } from "../drive/continue-chain.ts";
import { keyOf, meantKey } from "../drive/meant-key.ts";
import { printerFor } from "../drive/printed-commands.ts";
import { continuePrd, theReadyPrd } from "../drive/ready-prd.ts";
import { brainstormOn } from "../drive/run-brainstorm.ts";
import { type PhaseFlags, runFlags } from "../drive/run-driver.ts";
import { runIdea } from "../drive/run-idea.ts";
import { runPhase } from "../drive/run-phase.ts";
import { answered, storeAnswers, toAsk } from "./answers.ts";
import { from } from "./create-tool.ts";
import { typedNext } from "./flow-end.ts";
import { FlowSchema, type FlowState, flowState, idleState, pausedState } from "./flow-state.ts";
import { inTurn, untilFree } from "./in-turn.ts";
import { callTool, type ToolAnswer } from "./tool-call.ts";
import { requireUsersWord, type Start } from "./user-flags.ts";

const feature = z
  .string()
  .optional()
  .describe(
    "key, number or slug, such as 007-rate-limit or 7; by default the one of the current branch, or the only active one",
  );

const StartSchema = z.object({
  phase: z.enum([...PHASES, "run"]).describe("a phase, or `run` for all of them from an idea"),
  idea: z.string().optional().describe("for brainstorm and run: what the user wants, in their own words"),
  feature,
  yolo: z.boolean().optional().describe("only when the user asked for it: take the default answer to every question"),
  rerun: z.boolean().optional().describe("run a completed phase again"),
  from,
});

// Loose, so that anything else a model puts into it is noticed and not lost.
const ReportSchema = z.looseObject({
  order: z.string().describe("id of the order"),
  agent: z.string().optional().describe("id of the agent that carried it out"),
  reply: z.string().optional().describe("only where the client has no hooks: the agent's last message, word for word"),
  failed: z.string().optional().describe("why the agent could not be started or resumed"),
});

export function addFlowTools(server: McpServer, context: DriveContext, proof: Proof): void {
  const flags: PhaseFlags = { runtime: "host", proof };
  const answer = (ctx: ServerContext, move: Move, before?: (ports: Ports) => Promise<FlowState | undefined>) =>
    callTool(context, ctx, (place) =>
      inTurn(async () => {
        const end = answered(ctx) ? undefined : await before?.(place.ports);
        return end ? toAnswer(end) : flow(server, ctx, proof, place, move);
      }),
    );
  const meta = { outputSchema: FlowSchema, annotations: { readOnlyHint: false, openWorldHint: false } };

  server.registerTool(
    "start",
    { ...meta, title: "Start a phase", description: "Starts a phase, or continues it.", inputSchema: StartSchema },
    (given, ctx) => answer(ctx, (place) => start(place, given, flags)),
  );
  const whatIsNext = { title: "What is next", description: "Continues the open run, then says what to do." };
  server.registerTool("next", { ...meta, ...whatIsNext, inputSchema: z.object({ feature }) }, (given, ctx) =>
    answer(ctx, async (place) =>
      next(place, { ...flags, ...(given.feature !== undefined && { feature: await keyOf(place, given.feature) }) }),
    ),
  );
  server.registerTool(
    "report",
    {
      ...meta,
      title: "Report an order",
      description: "Reports that an agent has carried out an order; returns what is next. It carries no verdict.",
      inputSchema: ReportSchema,
    },
    (given, ctx) =>
      answer(
        ctx,
        async (place) => next(place, { ...flags, ...(await featureOf(place.ports, given.order)) }),
        (ports) => report(ports, given),
      ),
  );
}

/** Must be safe to repeat. */
type Move = (place: DrivePlace) => Promise<PhaseResult | FlowState>;

async function flow(
  server: McpServer,
  ctx: ServerContext,
  proof: Proof,
  place: DrivePlace,
  move: Move,
): Promise<ToolAnswer> {
  await storeAnswers(ctx, place.ports);
  const result = await untilFree(() => move(place));
  if ("state" in result) return toAnswer(result);
  const ask = result.type === "waiting" ? await toAsk(server, ctx, result.pendings) : undefined;
  if (ask) return ask;
  const program = proof === "hook" ? "iflow" : place.wiring.program; // a host's own commands have no program
  return toAnswer(flowState(result, proof, await printerFor({ ...place, wiring: { program } }, result.run.feature)));
}

/** The text is already one of the fields, so it is not repeated. */
function toAnswer(state: FlowState): ToolAnswer {
  return { data: state, text: "" };
}

async function start(place: DrivePlace, asked: Start, base: PhaseFlags): Promise<PhaseResult | FlowState> {
  const given = asked.feature === undefined ? asked : { ...asked, feature: await keyOf(place, asked.feature) };
  const { yolo, rerun } = given;
  const { ports } = place;
  const flags: PhaseFlags = {
    ...base,
    ...(given.feature !== undefined && { feature: given.feature }),
    ...(yolo !== undefined && { yolo }),
    ...(rerun !== undefined && { rerun }),
    ...(given.from !== undefined && { from: given.from }),
  };
  await requireUsersWord(place, base.proof ?? "self", given);
  await takeOpenReports(ports, flags.feature);
  const result = await startOn(place, given, flags);
  if ((yolo || rerun) && "type" in result) await ports.hostDesk.useTyped(result.run.id);
  return result;
}

async function startOn(place: DrivePlace, given: Start, flags: PhaseFlags): Promise<PhaseResult | FlowState> {
  const { phase } = given;
  if (phase !== "run" && phase !== "brainstorm") return runPhase(place, phase, flags);
  const idea = given.idea?.trim();
  if (!idea) throw new IflowError("usage", `${phase} needs an idea`, { fix: "pass `idea`: what the user wants" });
  if (phase === "brainstorm") return brainstormOn(place, idea, flags, runFlags(flags, "single"));
  const { feature: key, last } = await runIdea(place, idea, flags, async () => undefined);
  return last ?? idle(place, key, flags.proof);
}

async function next(place: DrivePlace, flags: PhaseFlags): Promise<PhaseResult | FlowState> {
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

/** A report is about its own run, whatever else is open; empty when that run is over. */
async function featureOf({ runs }: Ports, order: string): Promise<Pick<PhaseFlags, "feature">> {
  const run = (await runs.open()).find(({ head }) => order.startsWith(`${head.id}.`));
  return run ? { feature: run.head.feature } : {};
}

async function takeOpenReports(ports: Ports, key: string | undefined): Promise<void> {
  for (const run of await openRuns(ports, key)) await takeReports(ports, run);
}

async function report(
  ports: Ports,
  { order, agent, reply, failed, ...others }: z.infer<typeof ReportSchema>,
): Promise<FlowState | undefined> {
  const [extra] = Object.keys(others);
  const word = reply ?? (extra === undefined ? undefined : `${extra}: ${JSON.stringify(others[extra])}`);
  const reported = await reportOrder(ports, { order, agent, reply: word, failed });
  if (reported.accepted) return undefined;
  if (reported.stuck) return pausedState(reported.stuck.head, reported.why);
  throw new IflowError("not-approved", reported.why, { fix: "call next and do what it says" });
}

async function idle(
  { ports, config, wiring }: DrivePlace,
  key: string | null,
  proof: PhaseFlags["proof"] = "self",
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
