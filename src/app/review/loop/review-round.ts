// One round of reviews: every role of the round is planned and dispatched side by side, then asked again if its
// dispatch was cut off, its resume failed or its answer could not be read, until each role has a judgement.
import type { CostEstimate } from "../../../domain/dispatch/dispatch-cost.ts";
import type { SessionEntry } from "../../../domain/dispatch/dispatch-plan.ts";
import type { Prompt } from "../../../domain/prompts/prompt.ts";
import type { Judgement } from "../../../domain/review/review-loop.ts";
import { type RoleId, roleOf } from "../../../domain/roles/role.ts";
import { askRound, type ForeignChange, type Sending } from "../../dispatch/ask.ts";
import { hostMarkers } from "../../dispatch/host-markers.ts";
import { planSession, type Resumption } from "../../dispatch/session-plan.ts";
import { testSessions } from "../../dispatch/session-trust.ts";
import { expectCosts } from "../../economy/expected-cost.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { askedReviewer, type Round, type RoundNotes, type RoundPrompts } from "./ask-reviewer.ts";

export type RoundEnd =
  | {
      readonly type: "judged";
      readonly judgements: readonly Judgement[];
      readonly markers: readonly string[];
      /** When the last answer of the round arrived. */
      readonly at: string;
    }
  | ({ readonly type: "foreign" } & ForeignChange);

export async function judgeRound(phase: PhaseRun, round: Round, prompts: RoundPrompts): Promise<RoundEnd> {
  const notes: RoundNotes = { markers: [], at: "" };
  const first = await firstSendings(phase, round, prompts);
  const end = await askRound(
    phase,
    round.roles.flatMap((role, index) => {
      const sending = first[index];
      return sending ? [askedReviewer(phase, { round, prompts, notes, role }, sending)] : [];
    }),
  );
  if ("foreign" in end) return { type: "foreign", ...end.foreign };
  return {
    type: "judged",
    judgements: end.answers,
    // The host's attempts come first, then markers by role: their order must not show which roles were asked again.
    markers: [
      ...hostMarkers(phase),
      ...round.roles.flatMap((role) => notes.markers.filter((marker) => marker.role === role).map(({ line }) => line)),
    ],
    at: notes.at,
  };
}

/** Nobody who certifies is resumed: they are to know nothing of the conversation. */
async function certifySending(prompts: RoundPrompts, role: RoleId): Promise<Sending> {
  return { kind: "fresh", reason: "certify", prompt: await prompts.certify(role), session: undefined };
}

async function firstSendings(phase: PhaseRun, round: Round, prompts: RoundPrompts): Promise<Sending[]> {
  const known = round.roles.filter((role) => !round.certified.includes(role));
  for (const role of known) if (sessionOf(phase, role)) await testSessions(phase, role);
  const sessions = await Promise.all(known.map((role) => openSession(phase, round, prompts, role)));
  const segment = COST_STEPS[round.activity];
  const costs = known.length === 0 ? new Map() : await expectCosts(phase, { round: round.number, segment }, sessions);
  return Promise.all(
    round.roles.map((role) => {
      const session = sessions.find((one) => one.role === role);
      return session ? firstSending(phase, prompts, session, costs) : certifySending(prompts, role);
    }),
  );
}

/** Names fixed by existing journals. */
const COST_STEPS: Readonly<Record<Round["activity"], string>> = { review: "review-cost", handoff: "gate-cost" };

/** A role, and what resuming it would mean. */
interface OpenSession extends Resumption {
  readonly resumed: Prompt | undefined;
}

async function openSession(
  phase: Parts<"sessions">,
  { final, reopened }: Round,
  prompts: RoundPrompts,
  role: RoleId,
): Promise<OpenSession> {
  const entry = sessionOf(phase, role);
  const resumed = entry ? await prompts.resumed(role, final) : undefined;
  const resumedChars = resumed?.text.length ?? 0;
  return { role, entry, resumed, resumedChars, canFork: prompts.canFork ?? false, final, reopened };
}

/** The session that a resume could continue; a role that is always fresh has none. */
function sessionOf(phase: Parts<"sessions">, role: RoleId): SessionEntry | undefined {
  return roleOf(role).alwaysFresh ? undefined : phase.sessions.entryOf(role);
}

async function firstSending(
  phase: Parts<"abilities" | "run" | "sessions">,
  prompts: RoundPrompts,
  session: OpenSession,
  costs: ReadonlyMap<RoleId, CostEstimate>,
): Promise<Sending> {
  const { role, entry, resumed } = session;
  const plan = planSession(phase, session, costs);
  if (resumed && (plan.kind === "resume" || plan.kind === "final")) {
    return { ...plan, prompt: resumed, session: entry?.agent_id ?? undefined };
  }
  return { ...plan, prompt: await prompts.fresh(role, plan.kind === "fallback"), session: undefined };
}
