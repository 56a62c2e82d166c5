// A dispatch to an agent of the host, recorded in three parts: the order (its prompt file and a snapshot taken before);
// the wait, which leaves no process and no lock behind; and the step that makes an outcome of the report. A replay does
// not depend on which runtime continues the run: the record says that there was an order.
import { isAbsolute, join } from "node:path";
import { NO_REPORT, type Report, ReportSchema } from "../../domain/host/host-evidence.ts";
import { sentenceOf } from "../../domain/host/host-sentence.ts";
import { answeredQuestion } from "../../domain/review/host-words.ts";
import { roleOf } from "../../domain/roles/role.ts";
import type { HostOrder, Proof } from "../../domain/run/questions/question.ts";
import { unseal } from "../../domain/text/json/seal.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { sha256 } from "../../domain/text/sha256.ts";
import type { AgentOutcome } from "../../ports/agents/agent-runtime.ts";
import type { Step } from "../../ports/runs/runs.ts";
import type { Expectation } from "../economy/expected-cost.ts";
import { paidAgain } from "../economy/sent-before.ts";
import { fileOf, paddedNumber } from "../work/given/dispatch-files.ts";
import { type Dispatch, hashOf } from "../work/given/dispatch-request.ts";
import { keepConfig } from "../work/keep-config.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { look, settleForeignChange } from "../work/world.ts";
import { takePaid } from "./adopt-answer.ts";
import { endDispatch, factsOf, gitPosition, keepAnswer } from "./after-dispatch.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { recoverDispatch } from "./interrupted-dispatch.ts";
import { toOutcome } from "./run-agent.ts";

/** What the journal keeps of an order; everything else can be derived from the dispatch. */
export type Ordered = {
  readonly status: "ordered";
  readonly proof: Proof;
  /** Snapshot taken before the order, and where HEAD stood. */
  readonly base: string;
  readonly branch: string | null;
  readonly head: string | null;
  /** By the disk's own clock; missing in orders of earlier versions. */
  readonly since?: number;
  /** The expected cost; missing in orders of earlier versions. */
  readonly expected?: { readonly estimate?: number; readonly expectedRead?: number; readonly sentBefore?: number };
  /** The settings that can make git run something, as they were before. */
  readonly settings: Record<string, string>;
  /** The repository's configuration as it was before; missing in orders of earlier versions. */
  readonly config?: string | null;
};

export async function writeOrder(
  phase: Parts<"artifact" | "ports" | "run">,
  dispatch: Dispatch,
  proof: Proof,
  expected: Expectation & { readonly sentBefore: number },
): Promise<Ordered> {
  const { ports, run } = phase;
  const base = dispatch.base ?? (await ports.snapshots.take()).tree;
  const stands = await gitPosition(phase);
  const config = await keepConfig(phase); // no agent begins before all orders are written
  await run.folder.write(`${fileOf(dispatch)}.prompt.md`, hostPrompt(phase, dispatch));
  const since = await lastTouch(phase, dispatch);
  ports.emit({ type: "dispatch-started", ...factsOf(dispatch, expected.estimate) });
  return {
    status: "ordered",
    proof,
    base,
    ...stands,
    ...(config !== undefined && { config }),
    ...(since !== undefined && { since }),
    expected: { ...expected },
  };
}

/** An agent of a host works wherever its session happens to be, so only its prompt says where the paths begin. */
function hostPrompt({ ports }: Parts<"ports">, { prompt }: Dispatch): string {
  return `Repository: ${ports.repository.root}\nWork there; every path below is relative to it.\n\n${prompt.text}`;
}

/**
 * When the order was given, by the disk's own clock; the working tree and the run may be on disks with different
 * clocks.
 */
async function lastTouch(
  { ports, run, artifact }: Parts<"artifact" | "ports" | "run">,
  dispatch: Dispatch,
): Promise<number> {
  const prompt = await run.folder.touchedAt(`${fileOf(dispatch)}.prompt.md`);
  const paths = [artifact, ...(dispatch.requiredPaths ?? [])];
  const files = await Promise.all(paths.map((path) => ports.tree.touchedAt(path).catch(() => undefined)));
  return Math.max(...[prompt, ...files].map((time) => time ?? 0));
}

interface Pair {
  readonly dispatch: Dispatch;
  readonly ordered: Ordered;
}

/** Suspends the run until all of them are reported. */
export async function awaitReports(
  phase: PhaseRun,
  pairs: readonly Pair[],
): Promise<ReadonlyMap<Dispatch | undefined, DispatchResult>> {
  const [first] = pairs;
  if (!first) return new Map();
  phase.host.noteOrdered();
  const answers = await phase.run.wait(pairs.map((pair) => pendingOf(phase, pair)));
  await hearAttempts(phase, first.dispatch.step);
  await returnToBranch(phase, first.dispatch);
  const results = await phase.run.all(
    pairs.map((pair, index) => reportStep(phase, pair, answers[index] ?? "withdrawn")),
  );
  return new Map(pairs.map(({ dispatch }, index) => [dispatch, results[index] as DispatchResult])); // one per step
}

function pendingOf(phase: Parts<"ports" | "run">, { dispatch, ordered }: Pair): HostOrder {
  const promptFile = join(phase.run.folder.path, `${fileOf(dispatch)}.prompt.md`);
  return {
    type: "order",
    name: `${dispatch.step}/order`,
    id: `${phase.run.head.id}.${paddedNumber(dispatch.number)}`,
    role: dispatch.role,
    kind: dispatch.kind,
    text: `${roleOf(dispatch.role).title} (${dispatch.kind}) must be carried out by an agent of the host`,
    sentence: sentenceOf(promptFile),
    promptFile,
    promptHash: sha256(hostPrompt(phase, dispatch)),
    agent: dispatch.session ?? null,
    access: roleOf(dispatch.role).access,
    readable: dispatch.readable ?? [],
    proof: ordered.proof,
  };
}

/** Records what the host tried at the end, when no further history entry will mention it, in the journal. */
export async function hearLastAttempts(phase: Parts<"host" | "name" | "ports" | "run">): Promise<void> {
  if (phase.host.ordered) await hearAttempts(phase, `${phase.name}/end`);
}

/** Records what the host tried and was refused since the last check. */
async function hearAttempts(phase: Parts<"host" | "ports" | "run">, step: string): Promise<void> {
  const read = phase.host.heard;
  const heard = await phase.run.step({
    name: `${step}/attempts`,
    input: read,
    work: async () => {
      const attempts = (await phase.ports.hostDesk.attempts(phase.run.head.id)).slice(read);
      for (const note of attempts) {
        const text = answeredQuestion(note) === undefined ? `the host was refused: ${note}` : `the host ${note}`;
        phase.ports.emit({ type: "warned", text });
      }
      return attempts;
    },
  });
  phase.host.hear(heard);
}

/** On another branch every file looks changed, so the agent's own changes could not be identified. */
async function returnToBranch(phase: PhaseRun, dispatch: Dispatch): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const name = `${dispatch.step}/branch/${attempt}`;
    const seen = await phase.run.step({
      name,
      input: dispatch.expected.branch,
      work: async () => ({ ...(await look(phase)) }),
    });
    if (seen.branch === dispatch.expected.branch) return;
    await settleForeignChange(phase, name, seen);
  }
}

function reportStep(phase: PhaseRun, { dispatch, ordered }: Pair, answer: string): Step<DispatchResult> {
  return {
    name: `${dispatch.step}/report`,
    input: { prompt: hashOf(dispatch), answer },
    work: async () => {
      const paid = await takePaid(phase, dispatch);
      if (paid) return paid;
      const { base, branch, head, settings, config } = ordered;
      const known = config !== undefined && { config };
      if (answer === "withdrawn") return recoverDispatch(phase, dispatch, [{ type: "started", base, ...known }]);
      const report = await readReport(phase, dispatch);
      const { reads, wrote, milliseconds, model } = report;
      const seen = { reads, wrote, refused: [], milliseconds };
      const swapped = await swappedFile(phase, dispatch, ordered, reads);
      const end = swapped === undefined ? report : { ...report, failed: `${swapped} was written to while it was read` };
      const { cost, ...answered } = toOutcome(phase, dispatch, endOf(end, dispatch), seen, model ?? undefined);
      // The order was for the host, whichever runtime continues the run. One without hooks does not tell what its agents
      // used: unknown, not free.
      const own = { runtime: "host", ...(report.by === "self" ? { selfReported: true } : { cost }) };
      const { sentBefore, ...expected } = ordered.expected ?? {};
      const paidTwice = paidAgain(phase, dispatch, sentBefore, answered.usage);
      const before = { base, branch, head, settings, ...known };
      const kept = await keepAnswer(phase, dispatch, { ...answered, ...expected, ...paidTwice, ...own }, before);
      return endDispatch(phase, dispatch, kept);
    },
  };
}

/**
 * A reader must have read the files as they are. A lasting change is found by comparing trees; a file that was changed
 * and put back was touched after the order was given.
 */
async function swappedFile(
  { ports, artifact }: Parts<"artifact" | "ports">,
  { writes, requiredPaths = [] }: Dispatch,
  { since }: Ordered,
  reads: readonly string[],
): Promise<string | undefined> {
  if (writes.length > 0 || since === undefined) return undefined;
  for (const path of new Set([artifact, ...requiredPaths, ...reads])) {
    const touched = await ports.tree.touchedAt(path).catch(() => undefined); // fails for paths outside the repository
    if (touched !== undefined && touched > since) return path;
  }
  return undefined;
}

function endOf(
  { failed, reply, agent, usage, denied = [] }: Report,
  dispatch: Dispatch,
): Exclude<AgentOutcome, { status: "aborted" }> {
  const used = usage ?? undefined;
  const kept = denied.filter((path) => !isAbsolute(path)); // what lies elsewhere is not its work
  if (failed === undefined && kept.length > 0 && dispatch.writes.length > 0) {
    const error = `the host's permissions did not let it write ${listNames(kept)}`;
    return { status: "failed", error, needs: ALLOW_WRITING, sessionLost: false, usage: used };
  }
  if (failed === undefined) return { status: "completed", reply, session: agent ?? undefined, usage: used };
  return { status: "failed", error: failed, sessionLost: dispatch.session !== undefined, usage: used };
}

const ALLOW_WRITING =
  "allow Edit and Write in the host (in Claude Code: /permissions, or start it with --permission-mode acceptEdits)";

async function readReport(phase: Parts<"run">, dispatch: Dispatch): Promise<Report> {
  const name = `orders/${paddedNumber(dispatch.number)}.report.json`;
  const read = unseal(Buffer.from((await phase.run.folder.read(name)) ?? ""));
  const report = ReportSchema.safeParse(read.state === "damaged" ? undefined : read.value);
  if (report.success) return report.data;
  return { ...NO_REPORT, failed: `${name} is missing or damaged` }; // so the role is asked again
}
