// `iflow demo`: from one sentence to a merge commit, on a real repository in a temp folder, with scripted agents. Only
// the model is faked: git, files and tests are real, and so are the functions, the same ones that `iflow run` uses.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { EARLIER_KNOWLEDGE } from "../../../../../examples/demo/next-feature.ts";
import { REPOSITORY, TEST_COMMAND } from "../../../../../examples/demo/repository.ts";
import { IDEA, SCRIPT } from "../../../../../examples/demo/story.ts";
import { readCost } from "../../../../app/billing/cost.ts";
import { summarize } from "../../../../app/billing/dispatch-summary.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import { readReport } from "../../../../app/work/checks/run-check.ts";
import { addUp, addUpBy } from "../../../../domain/billing/bill.ts";
import type { Outcome } from "../../../../domain/billing/outcome.ts";
import { mergeConfig } from "../../../../domain/config/config.ts";
import { DOCUMENTS } from "../../../../domain/documents/document-names.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { EndedPhase } from "../../../drive/context.ts";
import { runIdea } from "../../../drive/idea/run-idea.ts";
import type { CommandContext } from "../../command.ts";
import { cardRows } from "../run/card-text.ts";
import { tell } from "../run/chain-result.ts";
import { isMerge } from "../run/ending-text.ts";
import { demoText } from "./ending.ts";
import { openingText, WAITING } from "./opening.ts";
import { type Learned, playNext, whatWasLearned } from "./play-next.ts";

interface DemoFlags {
  readonly keep?: string;
  readonly fast?: boolean;
}

export async function demoCommand(context: CommandContext, flags: DemoFlags) {
  const { wiring, terminal } = context;
  const root = await wiring.createSampleRepository({ ...REPOSITORY, ...EARLIER_KNOWLEDGE }, flags.keep);
  const isRead = terminal.interactive && flags.fast !== true;
  terminal.say(openingText(terminal));
  const pause: Pause = async (seconds) => {
    if (isRead) await wait(1000 * seconds, undefined, { signal: context.signal });
  };
  try {
    terminal.status(isRead ? [WAITING] : undefined);
    await pause(TO_READ_THE_OPENING);
    terminal.status(undefined);
    const demo = inside(context, root);
    const ports = await wiring.openPorts(root, demo.emit);
    return await resultOf(demo, ports, await play(demo, ports, pause));
  } catch (error) {
    if (!context.signal.aborted) throw error;
    throw new IflowError("interrupted", "the demo was stopped", { fix: "iflow demo   (begins again)", cause: error });
  }
}

/** At a terminal, for people to read what has just been told; nothing anywhere else. */
type Pause = (seconds: number) => Promise<void>;
const TO_READ_THE_OPENING = 6;
const TO_READ_A_PHASE = 1.5;

/** The same command, run in the new repository. The story must not depend on the reader's settings. */
function inside(context: CommandContext, root: string): CommandContext {
  const layers = [{ origin: "the demo", values: JSON.parse(REPOSITORY["iflow.config.json"] ?? "{}") }];
  return {
    ...context,
    cwd: root,
    wiring: {
      ...context.wiring,
      readConfig: async () => mergeConfig(layers),
      readConfigLayers: async () => layers,
    },
  };
}

interface Played {
  readonly ended: readonly EndedPhase[];
  readonly next: EndedPhase;
  readonly learned: Learned;
}

async function play(context: CommandContext, ports: Ports, pause: Pause): Promise<Played> {
  const script = join(ports.repository.gitDir, "iflow-demo-script.json");
  await writeFile(script, JSON.stringify(SCRIPT));
  const config = await context.wiring.readConfig(ports.repository);
  const place = { ...context, ports, config };
  const ended: EndedPhase[] = [];
  const note = async (result: EndedPhase) => {
    ended.push(result);
    if (result.card) context.terminal.say(`${cardRows(context.terminal, result.card)}\n`);
    else await tell(place, result);
    await pause(TO_READ_A_PHASE);
  };
  const { last } = await runIdea(place, IDEA, { yolo: true, script }, note);
  await note(requireEnded(last));
  const first = [...ended];
  const next = requireEnded(await playNext(place, requireEnded(last).run.feature, note));
  await note(next);
  await rm(script, { force: true });
  return { ended: first, next, learned: await whatWasLearned(ports, config, next.run.feature) };
}

function requireEnded(last: PhaseResult | undefined): EndedPhase {
  if (last?.type === "ended") return last;
  throw new IflowError("blocked", "the demo stopped", { detail: JSON.stringify(last?.pendings), fix: "report this" });
}

async function resultOf(context: CommandContext, ports: Ports, { ended, next, learned }: Played) {
  const root = ports.repository.root;
  const merge = next.end.facts?.merge; // the second is on top of the first
  const last = ended.at(-1);
  if (!isMerge(merge) || !last) throw new IflowError("blocked", "the demo did not merge", { fix: "report this" });
  await runTests(context, ports, merge.commit);

  const config = await context.wiring.readConfig(ports.repository);
  const cost = await readCost(ports, config, last.run.feature, "phase");
  const outcomes = await outcomesOf(ports, ended);
  const folder = `docs/features/${last.run.feature}`;
  const names = [...DOCUMENTS, "retro.md", ".meta.json"];
  const files = names.map((name) => `${folder}/${name}`);
  const phases = ended.map(({ run, end, folder: runFolder }) => {
    const bill = addUp(outcomes.filter(({ phase }) => phase === run.phase));
    return { phase: run.phase, rounds: end.rounds, ...bill, run: runFolder };
  });
  const summary = summarize(outcomes);
  return {
    data: {
      feature: last.run.feature,
      repository: root,
      merge: { repository: root, commit: merge.commit, test: TEST_COMMAND },
      phases,
      roles: addUpBy(outcomes, ({ role }) => role),
      rounds: phases.reduce((sum, { rounds }) => sum + rounds, 0),
      files,
      run: last.folder,
      next: { feature: next.run.feature, ...learned },
      ...summary,
    },
    text: demoText(context.terminal, { root, program: context.wiring.program, merge, cost, learned }),
    verbatim: true as const,
  };
}

const LIMIT_MS = 60_000;

/**
 * finish ran them before the merge; they run again on the merged tree, because the claim is about exactly that tree.
 */
async function runTests({ emit, signal }: CommandContext, ports: Ports, commit: string): Promise<void> {
  const { head } = await ports.repository.where();
  const begun = ports.clock.now().getTime();
  const unheard = { onSpawned: async () => undefined, onLine: () => undefined };
  const check = { command: TEST_COMMAND, step: "demo", environment: [], limitMs: LIMIT_MS, ...unheard };
  const { exitCode, output } = await ports.checks.run(check, signal);
  const passed = exitCode === 0 && head === commit;
  const milliseconds = ports.clock.now().getTime() - begun;
  const name = "tests after merge";
  const ran = { name, command: TEST_COMMAND, passed, tail: output.slice(-2000), milliseconds };
  emit({ type: "check-ran", ...ran, ...readReport(output, passed) });
  if (!passed)
    throw new IflowError("blocked", "the tests fail on the merged tree", { detail: output, fix: "report this" });
}

async function outcomesOf(ports: Ports, ended: readonly EndedPhase[]): Promise<Outcome[]> {
  const keys = new Set(ended.map(({ run }) => run.feature));
  const found = await Promise.all([...keys].map((key) => ports.runs.outcomes(key)));
  return found.flat().map(({ outcome }) => outcome);
}
