// The tools that move a run: start, next, report. A handler may be called again with the user's answers to questions it
// asked, so each one first takes those answers, and doing the same thing twice does no harm.
import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { reportOrder } from "../../app/dispatch/host-orders.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import { PHASES } from "../../domain/feature/phase.ts";
import type { Proof } from "../../domain/run/questions/question.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { requireMover } from "../drive/before/require-person.ts";
import type { DriveContext, DrivePlace } from "../drive/context.ts";
import { FlowSchema, type FlowState, pausedState } from "../drive/host/flow-state.ts";
import { idle, nextState, takeOpenReports, toldState } from "../drive/host/next-state.ts";
import { brainstormOn } from "../drive/idea/run-brainstorm.ts";
import { runIdea } from "../drive/idea/run-idea.ts";
import { keyOf } from "../drive/place/meant-key.ts";
import { type PhaseFlags, runFlags } from "../drive/run-driver.ts";
import { runPhase } from "../drive/run-phase.ts";
import { answered, storeAnswers, toAsk } from "./answers.ts";
import { from } from "./create-tool.ts";
import { inTurn, untilFree } from "./in-turn.ts";
import { callTool, type ToolAnswer } from "./tool-call.ts";
import { requireUsersWord, type Start } from "./user-flags.ts";

const feature = z
  .string()
  .optional()
  .describe(
    "key, number or name, such as 007-rate-limit or 7; by default the one of the current branch, or the only active one",
  );

const StartSchema = z.object({
  phase: z.enum([...PHASES, "run"]).describe("a phase, or `run` for all of them from an idea"),
  idea: z.string().optional().describe("for brainstorm and run: what the user wants, in their own words"),
  feature,
  yolo: z.boolean().optional().describe("only when the user asked for it: take the default answer to every question"),
  rerun: z.boolean().optional().describe("run a completed phase again"),
  from,
});

const NextSchema = z.object({ feature });

/** Where hooks tell what was used, a budget in dollars holds, and only the user changes a limit. */
const LIMIT = {
  max_dispatches: z
    .int()
    .positive()
    .optional()
    .describe("how often agents may be asked for this feature, as the user said; needed once for each feature"),
};

// Loose, so that anything else a model puts into it is noticed and not lost.
const ReportSchema = z.looseObject({
  order: z.string().describe("id of the order"),
  agent: z.string().optional().describe("id of the agent that carried it out"),
  reply: z
    .string()
    .optional()
    .describe("the agent's last message, word for word; left out in Claude Code, where iflow's hooks see it"),
  failed: z.string().optional().describe("why the agent could not be started or resumed"),
});

export function addFlowTools(server: McpServer, context: DriveContext, proof: Proof): void {
  const flags: PhaseFlags = { runtime: "host", proof };
  const answer = (ctx: ServerContext, move: Move, before?: (ports: Ports) => Promise<FlowState | undefined>) =>
    callTool(context, ctx, (place) =>
      inTurn(async () => {
        await requireMover(place);
        const end = answered(ctx) ? undefined : await before?.(place.ports);
        return end ? toAnswer(end) : flow(server, ctx, proof, place, move);
      }),
    );
  const meta = {
    outputSchema: FlowSchema,
    annotations: { readOnlyHint: false, openWorldHint: false },
    _meta: ALWAYS_LISTED,
  };

  server.registerTool(
    "start",
    {
      ...meta,
      title: "Start a phase",
      description: START,
      inputSchema: proof === "self" ? StartSchema.extend(LIMIT) : StartSchema,
    },
    (given: Start, ctx) => answer(ctx, (place) => start(place, given, flags)),
  );
  const whatIsNext = {
    title: "What is next",
    description:
      "Continues the open run and says what to do now. Call it after the user has answered, or when in doubt.",
  };
  const nextSchema = proof === "self" ? NextSchema.extend(LIMIT) : NextSchema;
  server.registerTool("next", { ...meta, ...whatIsNext, inputSchema: nextSchema }, (given: Omit<Start, "phase">, ctx) =>
    answer(ctx, async (place) =>
      nextState(place, {
        ...{ ...flags, ...limitOf(given) },
        ...(given.feature !== undefined && { feature: await keyOf(place, given.feature) }),
      }),
    ),
  );
  server.registerTool(
    "report",
    {
      ...meta,
      title: "Report an order",
      description:
        "Reports that an agent has carried out an order, or why it could not, and says what to do now. A verdict is only ever the agent's own words.",
      inputSchema: ReportSchema,
    },
    (given, ctx) =>
      answer(
        ctx,
        async (place) => nextState(place, { ...flags, ...(await featureOf(place.ports, given.order)) }),
        (ports) => report(ports, given),
      ),
  );
}

const START =
  "Starts a phase, or continues it: returns orders for your agents, a question for the user, or how it ended.";

/** Claude Code lists them whole: a tool that is listed by its name alone costs a request before its first use. */
const ALWAYS_LISTED = { "anthropic/alwaysLoad": true };

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
  await place.ports.stops.take(); // one that came after the last call was about that call
  const result = await untilFree(() => move(place));
  const isWaiting = "type" in result && result.type === "waiting";
  const ask = isWaiting ? await toAsk(server, ctx, result.pendings) : undefined;
  return ask ?? toAnswer(await toldState(place, proof, result));
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
    ...limitOf(given),
  };
  await requireUsersWord(place, base.proof ?? "self", given);
  await takeOpenReports(ports, flags.feature);
  const result = await startOn(place, given, flags);
  if ((yolo || rerun) && "type" in result) await ports.hostDesk.useTyped(result.run.id);
  return result;
}

function limitOf({ max_dispatches: limit }: Pick<Start, "max_dispatches">): Pick<PhaseFlags, "maxDispatches"> {
  return limit === undefined ? {} : { maxDispatches: String(limit) };
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

/** A report is about its own run, whatever else is open; empty when that run is over. */
async function featureOf({ runs }: Ports, order: string): Promise<Pick<PhaseFlags, "feature">> {
  const run = (await runs.open()).find(({ head }) => order.startsWith(`${head.id}.`));
  return run ? { feature: run.head.feature } : {};
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
