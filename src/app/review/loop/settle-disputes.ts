// A reviewer has insisted twice on what the author will not change: the person rules. With --yolo the run stops on a blocker,
// or, where the settings say so, an adjudicator rules on what reviewers have raised; a warning stays open then.
import {
  isDisputed,
  mayAdjudicate,
  type Ruling,
  ruledMarker,
  ruledWith,
  withoutRepeats,
} from "../../../domain/review/register/disputes.ts";
import type { Register, RegisteredIssue } from "../../../domain/review/register/issue-register.ts";
import type { Work } from "../../../domain/review/register/named-place.ts";
import { printOpenIssue } from "../../../domain/review/register/register-text.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import { agentName, thePhase } from "../../../domain/run/events/work-words.ts";
import { disputeText } from "../../../domain/run/questions/dispute-text.ts";
import { decide, wish } from "../../work/decide.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { askPerson, stopFor } from "../../work/wait-for.ts";
import { adjudicate } from "./adjudicate.ts";

export interface Ruled {
  /** What becomes of each ruled issue: gone, itself with the ruling, or what the person wants instead. */
  readonly issues: Map<string, RoleIssue | undefined>;
  /** For the history. */
  readonly markers: string[];
}

export async function settleDisputes(
  phase: PhaseRun,
  loop: string,
  round: number,
  work: () => Promise<Work>,
): Promise<Ruled> {
  const ruled: Ruled = { issues: new Map(), markers: [] };
  for (;;) {
    const disputes = owed(phase, loop);
    if (disputes.length === 0) return ruled;
    const rulings = await ruleOn(phase, round, disputes, work);
    for (const ruling of rulings ?? []) await apply(phase, loop, round, ruling, ruled);
    if (rulings === undefined) await stop(phase, round, disputes);
  }
}

/** Nobody stops for a warning that nobody is there to rule on. */
function owed(phase: PhaseRun, loop: string): Register {
  const disputes = phase.register.disputes(loop);
  if (!phase.mode.yolo) return disputes;
  const { adjudicate: mayRule } = phase.run.head.config.review;
  return disputes.filter((one) => one.severity === "blocker" || (mayRule && mayAdjudicate(one)));
}

/** Undefined where nobody can rule. */
async function ruleOn(
  phase: PhaseRun,
  round: number,
  disputes: Register,
  work: () => Promise<Work>,
): Promise<readonly Ruling[] | undefined> {
  const apart = withoutRepeats(disputes);
  if (phase.mode.yolo) {
    const own = phase.run.head.config.review.adjudicate ? apart.filter(mayAdjudicate) : [];
    return own.length > 0 ? adjudicate(phase, round, await work(), own) : undefined;
  }
  const rulings: Ruling[] = [];
  for (const dispute of apart) {
    const same = ruledWith(disputes, dispute.id);
    rulings.push(
      await ask(
        phase,
        round,
        dispute,
        disputes.filter(({ id }) => same.includes(id)),
      ),
    );
  }
  return rulings;
}

/** `same`: the dispute, and what others say in its very words. */
async function ask(phase: PhaseRun, round: number, { id }: RegisteredIssue, same: Register): Promise<Ruling> {
  const answer = await askPerson(phase, {
    name: phase.steps.next(round, "dispute"),
    topic: "dispute",
    text: `${insisting(same)}, and the author will not change it. Who is right?`,
    detail: disputeText(same),
    options: [
      { value: "fix", label: "Fix it", hint: "the author must change it" },
      { value: "drop", label: "Drop it", hint: "it stays as it is, and is not raised again" },
    ],
    freeText: true,
  });
  if (answer === "fix" || answer === "drop") return { id, kind: answer, by: "person", why: "" };
  return { id, kind: "own-words", by: "person", why: answer };
}

/** `The implementation reviewer and the security reviewer insist on IR1.1 and SEC1.1` */
function insisting(same: Register): string {
  const ids = same.map(({ id }) => id).join(" and ");
  const roles = [...new Set(same.map(({ reviewer }) => reviewer))];
  if (same.some(({ source }) => source !== "reviewer")) return `A reviewer insists on ${ids}`;
  const who = roles.map((role) => `the ${agentName(role)}`).join(" and ");
  return `T${who.slice(1)} ${roles.length === 1 ? "insists" : "insist"} on ${ids}`;
}

async function apply(
  phase: PhaseRun,
  loop: string,
  round: number,
  ruling: Ruling,
  { issues, markers }: Ruled,
): Promise<void> {
  const { id, kind, by, why } = ruling;
  const issue = phase.register.all.find((one) => one.id === id);
  if (!issue || !isDisputed(issue)) return; // it was ruled with another one
  const about = [printOpenIssue({ ...issue, suggestion: "", suggested_fix: "" }).replace(/^- /, "")];
  const ruled = ruledWith(phase.register.all, id);
  phase.register.rule(ruling);
  for (const one of ruled)
    issues.set(one, kind === "fix" ? phase.register.all.find((known) => known.id === one) : undefined);
  if (kind === "own-words") issues.set(id, (await wish(phase, loop, { kind: "ruling", text: why, about })).issue);
  if (by === "person" && kind !== "own-words") {
    const text = kind === "fix" ? `${id} is to be fixed:` : `${id} stays as it is and is not raised again:`;
    await decide(phase, { kind: "ruling", text, about });
  }
  markers.push(ruledMarker(ruling));
  await phase.run.step({
    name: phase.steps.next(round, "ruling"),
    input: [id, kind, by],
    work: async () => {
      phase.ports.emit({ type: "dispute-ruled", issue: id, ruling: kind, by, why });
      return null;
    },
  });
}

async function stop(phase: PhaseRun, round: number, disputes: Register): Promise<void> {
  const ids = disputes.map(({ id }) => id).join(", ");
  await stopFor(phase, {
    name: phase.steps.next(round, "dispute-stop"),
    reason: "not-approved",
    text: `${thePhase(phase.name)} is not approved: its reviewer has insisted twice on ${ids}, and the author will not change it.`,
    detail: disputeText(disputes),
    fix: "decide who is right: iflow continue   (--yolo stops here until somebody has)",
  });
}
