// A fixer that is given what its issues cite instead of the trunk, where that is cheaper: the same verdicts lead to the same
// commits and history, every choice is recorded, and the trunk is kept warm for the reviewers. Loops of the benchmark over the
// fake's cache books; without pings nobody may leave the trunk, which is how the two are compared.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { readAsked } from "../../../bench/economy/asked.ts";
import { createBenchClock } from "../../../bench/economy/clock.ts";
import { inventCode, inventDocuments, inventNeighbours } from "../../../bench/economy/documents.ts";
import { answer, turnsOf } from "../../../bench/economy/model.ts";
import { playLoop } from "../../../bench/economy/play.ts";
import { copyRepository, FEATURE, prepareRepository, readOutcome } from "../../../bench/economy/repository.ts";
import { CODE_TOKENS } from "../../../bench/economy/sizes.ts";
import { OutcomeSchema } from "../../../src/domain/billing/outcome.ts";
import { verifies } from "../../requirements.ts";
import { continuePhase, runPhase } from "../../support/engine.ts";
import { blocksToMark, siblingViolations } from "../../support/fake-anthropic/prompt-prefix.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";

const HOME = join(import.meta.dirname, "../../..");
const TIMEOUT = 300_000;
const documents = inventDocuments();
const code = inventCode(CODE_TOKENS.small);
const template = prepareRepository("implement", { documents, code, neighbours: inventNeighbours() });
afterAll(() => rmSync(template, { recursive: true, force: true }));

const FILES = Object.keys(code);
/** Every round finds something in the same three files, the third one also in one that nobody has cited before. */
const SAME = FILES.map((_, index) => FILES[index === 6 ? 3 : index % 3] ?? "");

interface Fixed {
  readonly way: string;
  readonly prompt: string;
}

/** What each fixer was sent, and how; the prices of each choice; the pings. */
function readFixes(root: string) {
  const runs = join(root, ".git", "iflow", "runs");
  const names = readdirSync(runs, { recursive: true, encoding: "utf8" }).sort();
  const outcomes = names
    .filter((name) => name.endsWith(".outcome.json"))
    .map((name) => ({ name, outcome: OutcomeSchema.parse(JSON.parse(readFileSync(join(runs, name), "utf8"))) }));
  const fixes = outcomes.filter(({ outcome: { role, kind } }) => role === "fixer" && kind !== "ping");
  const journal = names.find((name) => name.endsWith("journal.jsonl")) ?? "";
  const records = readFileSync(join(runs, journal), "utf8").trim().split("\n");
  const steps = records.map((line): { step?: string; type: string; result: unknown } => JSON.parse(line));
  return {
    fixes: fixes.map(({ name, outcome: { kind, reason } }): Fixed => {
      const prompt = readFileSync(join(runs, name.replace(".outcome.json", ".prompt.md")), "utf8");
      return { way: `${kind} ${reason}`, prompt };
    }),
    choices: steps.filter(({ step = "", type }) => type === "done" && step.includes("/fixer-choice/")),
    pings: outcomes.map(({ outcome }) => outcome).filter(({ kind }) => kind === "ping"),
  };
}

async function played(
  mode: { readonly session: "resume" | "fork"; readonly keepWarm: boolean },
  files: readonly string[],
) {
  let read: ReturnType<typeof readFixes> | undefined;
  const { outcome, records } = await playLoop({
    ...{ template, loop: "implement", review: { ...REVIEW, ...mode }, gaps: [600, 100, 100] },
    ...{ spec: documents.spec, code: files, home: HOME },
    inspect: (root) => {
      read = readFixes(root);
    },
  });
  if (!read) throw new Error("nobody looked");
  return { ...read, outcome, records };
}

const REVIEW = { context: "trunk", finalValidation: "always" } as const;

/** Stopped after the first fix, and continued with a model of which nobody knows what it costs. */
async function stoppedAndContinued(files: readonly string[]) {
  const root = copyRepository(template);
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  let fixes = 0;
  const place = { root, spec: documents.spec, code: files };
  const reply = (request: Parameters<typeof readAsked>[0]) => {
    const asked = readAsked(request);
    if (asked.who === "fixer" && asked.turn === 0) fixes += 1;
    return answer(turnsOf(place, asked, Math.max(0, fixes - 1)), asked);
  };
  const fake = await startFakeAnthropic([{ replies: [reply] }]);
  onTestFinished(() => fake.close());
  const clock = createBenchClock(Date.parse("2026-03-02T09:00:00Z"));
  const run = { root, feature: FEATURE, phase: "implement", url: fake.url, clock, review: REVIEW, home: HOME } as const;
  const stopped = await runPhase({ ...run, budget: { maxDispatches: 7 } });
  expect(stopped.thrown).toMatchObject({ code: "budget-reached" });
  const continued = await continuePhase({ ...run, model: "a-model-without-a-price" });
  expect([continued.thrown, continued.result?.type]).toEqual([undefined, "ended"]);
  return { ...readFixes(root), outcome: readOutcome(root) };
}

const shown = (path: string, prompt = "") => prompt.includes(`### ${path}\n\n<document>`);
const PRICES = { trunk: expect.any(Number), lean: expect.any(Number) };

verifies(
  ["LOOP-7", "RES-2", "RES-5", "CTX-1"],
  "a lean fixer: the same commits and history as on the trunk, resumed while it knows most of what its issues cite, and then given the rest; a stopped run continues with the choice it made",
  async () => {
    const lean = await stoppedAndContinued(SAME);
    const onTrunk = await played({ session: "resume", keepWarm: false }, SAME);

    expect(lean.outcome).toEqual(onTrunk.outcome);
    expect(lean.outcome.commits.match(/review iteration \d fixes/g)).toHaveLength(3);
    expect(lean.fixes.map(({ way }) => way)).toEqual(["fresh lean", "resume delta", "resume delta"]);
    expect(onTrunk.fixes.map(({ way }) => way)).toEqual(["fresh first-round", "resume delta", "resume delta"]);
    // the choice says what both would have cost; without pings there is none
    expect(lean.choices.map(({ result }) => result)).toEqual([PRICES, null, null]);
    expect(onTrunk.choices).toEqual([]);

    // whole files and sections that are cited, the rest by path, and nothing of the trunk
    const [first, ...later] = lean.fixes.map(({ prompt }) => prompt);
    for (const path of FILES.slice(0, 3)) expect(shown(path, first)).toBe(true);
    for (const path of FILES.slice(3))
      expect([shown(path, first), first?.includes(`- ${path}\n`)]).toEqual([false, true]);
    expect(first).toContain(code[FILES[0] ?? ""]);
    expect(first).toMatch(/^### FR-\d+: /m);
    for (const name of ["prd", "spec", "design", "plan", "tasks"])
      expect(first).toMatch(new RegExp(`^- .*/${name}\\.md$`, "m"));
    expect(first).not.toContain("## Implementation\n");
    // who stays begins as the reviewers do, and reads what they have paid for
    const codeEnd = blocksToMark(onTrunk.records[0]!, 1);
    expect(siblingViolations(onTrunk.records, codeEnd)).toEqual([]);

    // resumed: the headings of the contract, what was never cited before, and no file again
    const [second, third] = later;
    expect(FILES.filter((path) => shown(path, second))).toEqual([]);
    expect(FILES.filter((path) => shown(path, third))).toEqual([FILES[3]]);
    for (const prompt of later) {
      expect(prompt).toContain("You still have the sections and the files of your last fixes in this conversation.");
      expect(prompt).toMatch(
        /## New Issues to Fix\n[\s\S]+## Changed Files to Re-read\nnone\n\n## All Implementation Files \(for reference\)\n/,
      );
    }
  },
  TIMEOUT,
);

verifies(
  ["RES-4", "LOOP-7"],
  "while a lean fixer works, pings keep the trunk for the reviewers, one in four and a half minutes, each in the bill",
  async () => {
    const { fixes, choices, pings, records } = await played({ session: "fork", keepWarm: true }, FILES);

    expect(fixes.map(({ way }) => way)).toEqual(["fresh lean", "fresh lean", "fresh lean"]);
    expect(choices.map(({ result }) => result)).toEqual([PRICES, PRICES, PRICES]);
    // two within 600 s, none where the fixer was quick
    expect(pings).toMatchObject(
      [1, 2].map(() => ({ role: "fixer", reason: "keep-warm", status: "completed", round: 1 })),
    );
    for (const { usage, cost } of pings)
      expect([usage.cacheRead > 30_000, usage.cacheWrite, (cost ?? 0) > 0]).toEqual([true, 0, true]);
    const sent = records.filter(({ prefill }) => prefill).map(({ at }) => at);
    expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(270_000);
    // the reviewers of the next round find it
    const next = records.find(
      ({ at, prefill, thread }) => !prefill && at > (sent[1] ?? 0) && /reviewer/.test(thread ?? ""),
    );
    expect(next?.usage?.cache_read_input_tokens).toBeGreaterThan(30_000);
  },
  TIMEOUT,
);
