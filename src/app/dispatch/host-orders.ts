// Orders seen from outside their run: which ones have been carried out, what a report is worth, and withdrawing them.
// The host's model can claim anything, so an order is answered by what a hook saw, or, if the order itself allows it,
// by the model's word, which is then marked as such.
import { join } from "node:path";
import { type Evidence, judgeEvidence, NO_REPORT, type Report } from "../../domain/host/host-evidence.ts";
import { sentenceOf } from "../../domain/host/host-sentence.ts";
import type { HostOrder, Pending } from "../../domain/run/questions/question.ts";
import type { RunSummary } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";

type DeskPorts = Pick<Ports, "runs" | "hostDesk">;

/**
 * A host may learn that its agent has ended before the hook for that end is done: the report waits this long for it.
 */
const HOOK_WAIT = { tries: 50, pauseMs: 100 };

export interface GivenReport {
  readonly order: string;
  readonly agent?: string | undefined;
  /** Only where there are no hooks. */
  readonly reply?: string | undefined;
  readonly failed?: string | undefined;
}

/** After this many agents that no hook saw, one more would only cost money: the host's setup needs a look. */
const MOST_UNSEEN = 2;

/** `why` tells the host what was wrong and what to do; `stuck`: nothing the host's model could do would help. */
export type Reported =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly why: string; readonly stuck?: RunSummary };

/** Accepts every report that the hooks have evidence for, even if none was made: the host may have been restarted. */
export async function takeReports(ports: DeskPorts, run: RunSummary): Promise<Reported[]> {
  const taken: Reported[] = [];
  for (const order of ordersOf(run.pendings)) {
    const reported = await takeEvidence(ports, run, order);
    if (reported) taken.push(reported);
  }
  return taken;
}

/** A refused attempt is noted in the run it was about. */
export async function reportOrder(ports: DeskPorts & Pick<Ports, "clock">, given: GivenReport): Promise<Reported> {
  const open = await ports.runs.open();
  const run = open.find(({ head }) => given.order.startsWith(`${head.id}.`));
  const order = ordersOf(run?.pendings ?? []).find(({ id }) => id === given.order);
  if (!order && (await isTaken(ports, given))) return { accepted: true };
  if (!run || !order) {
    const about = run ?? open.find(({ pendings }) => ordersOf(pendings).length > 0);
    return refuse(
      ports,
      about,
      `${given.order} is not an open order: unknown, finished or withdrawn. Ask for the next one.`,
    );
  }
  if (given.reply !== undefined && order.proof === "hook") {
    return refuse(
      ports,
      run,
      `a report for ${order.id} came with its own answer; the answer is taken from the agent itself.`,
    );
  }
  // An agent that was seen has answered: reporting it as failed, or naming another agent, does not undo its verdict.
  const taken = await takeEvidence(ports, run, order, given.failed === undefined ? given.agent : undefined);
  if (taken !== undefined) return taken;
  // An agent that was never seen cannot have failed: if none could even be started, the user has to settle that.
  if (given.failed !== undefined && order.proof === "hook" && order.agent === null) {
    return refuse(
      ports,
      run,
      `${order.id} was reported as failed, but no agent was seen: start a new agent with its sentence. If that is not possible, tell the user why, and stop.`,
    );
  }
  if (given.failed !== undefined) {
    await keep(ports, run, order, { ...NO_REPORT, by: order.proof, failed: given.failed });
    return { accepted: true };
  }
  if (order.proof === "self") return takeWord(ports, run, order, given);
  const late = given.agent === undefined ? undefined : await awaitEvidence(ports, run, order, given.agent);
  if (late !== undefined) return late;
  return refuseUnseen(ports, run, order, given.agent);
}

/** A hook may have moved the run already, and been ended before it could say so: this is no second report. */
async function isTaken({ hostDesk }: DeskPorts, { order, agent }: GivenReport): Promise<boolean> {
  const [, run, number] = /^([^./\\\s][^/\\\s]*)\.(\d+)$/.exec(order) ?? [];
  if (agent === undefined || run === undefined || number === undefined) return false;
  return (await hostDesk.reportedBy(run, number)) === agent;
}

async function refuseUnseen(
  ports: DeskPorts,
  run: RunSummary,
  order: HostOrder,
  agent: string | undefined,
): Promise<Reported> {
  const unseen = `no agent was seen to carry out ${order.id}`;
  const before = (await ports.hostDesk.attempts(run.head.id)).filter((attempt) => attempt.startsWith(unseen));
  const refused = await refuse(
    ports,
    run,
    `${unseen}${agent === undefined ? "" : ` (agent ${agent})`}: ` +
      `start ${order.agent === null ? "a new agent" : `agent ${order.agent}`} with its sentence, wait for it, then report.`,
  );
  return before.length < MOST_UNSEEN ? refused : { accepted: false, stuck: run, why: `${unseen}, ${NO_HOOKS}` };
}

const NO_HOOKS =
  "again and again: its sentence was not passed on word for word, or Claude Code's hooks do not run. Start no more agents for it. " +
  "Fix: iflow plugin check, and the last lines of .git/iflow/hook.log";

/** Another runtime continues the run, so the orders given to its host are no longer wanted. */
export async function withdrawOrders(ports: Pick<Ports, "runs">, pendings: readonly Pending[]): Promise<void> {
  for (const { id } of ordersOf(pendings)) await ports.runs.answer(id, "withdrawn");
}

export function ordersOf(pendings: readonly Pending[]): HostOrder[] {
  return pendings.filter((pending) => pending.type === "order");
}

/** Undefined when no hook has seen anything (or nothing of that agent). */
async function takeEvidence(
  ports: DeskPorts,
  run: RunSummary,
  order: HostOrder,
  agent?: string,
): Promise<Reported | undefined> {
  const { id } = run.head;
  let last: Reported | undefined;
  for (const seen of await ports.hostDesk.evidence(id, numberOf(order))) {
    if (agent !== undefined && seen.agent !== agent) continue;
    const judged = judgeEvidence(order, seen, await earlierSentences(ports, run, seen.agent));
    if (judged.ok) {
      await keep(ports, run, order, reportOf(seen));
      return { accepted: true };
    }
    const why = `${order.id}: ${judged.why}`;
    await ports.hostDesk.setAside(id, numberOf(order), seen.agent);
    last = await refuse(ports, run, why);
    if (!judged.spoilt) continue;
    await keep(ports, run, order, { ...NO_REPORT, failed: judged.why });
    return last;
  }
  return last;
}

async function awaitEvidence(
  ports: DeskPorts & Pick<Ports, "clock">,
  run: RunSummary,
  order: HostOrder,
  agent: string,
): Promise<Reported | undefined> {
  const never = new AbortController().signal;
  for (let tried = 0; tried < HOOK_WAIT.tries; tried++) {
    await ports.clock.sleep(HOOK_WAIT.pauseMs, never);
    const taken = await takeEvidence(ports, run, order, agent);
    if (taken !== undefined) return taken;
  }
  return undefined;
}

function reportOf({ agent, reply, reads, wrote, denied, model, usage, milliseconds }: Evidence): Report {
  return { by: "hook", agent, reply, reads, wrote, ...(denied && { denied }), model, usage, milliseconds };
}

/** The sentences of orders that this agent carried out earlier in this run, in the order it was told them. */
async function earlierSentences({ runs }: DeskPorts, { head, folder }: RunSummary, agent: string): Promise<string[]> {
  const outcomes = await runs.outcomes(head.feature);
  return outcomes
    .filter(({ run, outcome }) => run === head.id && outcome.session === agent)
    .map(({ file }) => sentenceOf(join(folder, `${file}.prompt.md`)));
}

async function takeWord(ports: DeskPorts, run: RunSummary, order: HostOrder, given: GivenReport): Promise<Reported> {
  if (given.reply === undefined)
    return refuse(ports, run, `a report for ${order.id} needs the agent's reply, word for word.`);
  await keep(ports, run, order, { ...NO_REPORT, by: "self", agent: given.agent ?? null, reply: given.reply });
  return { accepted: true };
}

/** Stores the report first: an answer without one could not be read. */
async function keep(ports: DeskPorts, run: RunSummary, order: HostOrder, report: Report): Promise<void> {
  await ports.hostDesk.keepReport(run.head.id, numberOf(order), report);
  await ports.runs.answer(order.id, "reported");
}

/** A host may send text of any length; more of an attempt than this is not worth reading. */
const LONGEST_ATTEMPT = 400;

async function refuse(ports: DeskPorts, run: RunSummary | undefined, reason: string): Promise<Reported> {
  const why = reason.slice(0, LONGEST_ATTEMPT);
  if (run) await ports.hostDesk.noteAttempt(run.head.id, why);
  return { accepted: false, why };
}

function numberOf({ id }: HostOrder): string {
  return id.slice(id.lastIndexOf(".") + 1);
}
