// What a retrospective does to the knowledge bank, in this process on a real repository: files that somebody else is
// editing, the person's answers about stale entries, and files that cannot be read.
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBenchClock } from "../../../../bench/economy/clock.ts";
import { anthropicOptions } from "../../../../test/support/anthropic-options.ts";
import { openPorts } from "../../../../test/support/engine.ts";
import { testPhaseRun, withAgent } from "../../../../test/support/phase-run.ts";
import { exampleHead } from "../../../../test/support/run-head.ts";
import { tempRepo } from "../../../../test/support/temp-repo.ts";
import { createAnthropicAgent } from "../../../adapters/agents/anthropic/anthropic-agent.ts";
import type { RetroSources } from "../../../domain/knowledge/retro.ts";
import type { BankChange } from "../../../domain/knowledge/retro-bank.ts";
import type { ReplyOf } from "../../../domain/roles/reply-schema.ts";
import { type RunSession, Suspended } from "../../../ports/runs/runs.ts";
import { listBank } from "../../knowledge/knowledge-bank.ts";
import { searchMemory } from "../../knowledge/memory.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { decideBank, lookAtBank } from "./retro-bank.ts";
import { writeBank } from "./write-bank.ts";

const PATTERNS = "docs/knowledge-bank/patterns.md";
const ANTI = "docs/knowledge-bank/anti-patterns.md";
const HEURISTICS = "docs/knowledge-bank/heuristics.md";
const KEY = "020-rate-limit";
const entry = (name: string, text: string, last: string) =>
  `### ${name}\n${text}\n- Source: Feature #${last}\n- Last observed: Feature #${last}\n- Observation count: 1\n`;
const CONFIRM: BankChange = { type: "confirmed", category: "patterns", name: "Count first" };
const CHALLENGE: BankChange = { type: "challenged", category: "heuristics", name: "Ask late", reason: "too late" };
const LOOK = { name: "Look", text: "Look.", provenance: "", confidence: "low" } as const;
const SOURCES: RetroSources = {
  feature: { key: KEY, description: "count first", branch: "main", created: null },
  ...{ phases: [], runs: [], bill: [], documents: [], git: null, history: null, log: null },
};

async function place(files: Record<string, string>) {
  const repo = await tempRepo(files);
  const told: string[] = [];
  const clock = createBenchClock(Date.parse("2026-03-02T09:00:00.000Z"));
  const ports = await openPorts(repo.root, clock, (event) => {
    if (event.type === "warned" || event.type === "learned") told.push(event.text);
  });
  const agent = createAnthropicAgent(anthropicOptions("http://127.0.0.1:9", join(repo.root, ".git", "sessions")));
  const { branch = "", head = "" } = await ports.repository.where();
  const about = { key: KEY, slug: "rate-limit", folder: `docs/features/${KEY}`, description: "x", branch };
  const first = exampleHead({ feature: KEY, phase: "retrospect", base: head, branch });
  let session: RunSession | undefined;
  /** Replays the run from its beginning: what is recorded is not done again. */
  async function run<T>(act: (phase: PhaseRun) => Promise<T>): Promise<T> {
    session = session ? await ports.runs.resume(first.id) : await ports.runs.create(first);
    try {
      const open = withAgent(ports, agent);
      return await act(
        testPhaseRun({ run: session.run, ports: open, feature: about, artifact: `${about.folder}/retro.md` }),
      );
    } finally {
      await session.close();
    }
  }
  return { ...repo, ports, run, told };
}

test("a bank file that somebody committed to meanwhile gets its changes; one with unsaved work is left alone and not told as done", async () => {
  const { run, write, git, ports, told } = await place({
    [PATTERNS]: entry("Count first", "Count.", "001"),
    [HEURISTICS]: entry("Ask late", "Ask.", "001"),
  });
  const edited = `# Patterns\n\n${entry("Count first", "Count, then ask.", "001")}`;
  const gone: BankChange = { ...CONFIRM, name: "Gone by now" };
  const changes: BankChange[] = [CONFIRM, CHALLENGE, gone];
  const unsaved = `${entry("Ask late", "Ask.", "001")}\nmine\n`;

  const { paths, written } = await run(async (phase) => {
    const { bank } = await lookAtBank(phase, SOURCES);
    await write({ [PATTERNS]: edited });
    git("commit", "--quiet", "--all", "--message", "said better");
    await write({ [HEURISTICS]: unsaved });
    phase.world.committed(git("rev-parse", "HEAD")); // as if the person had answered: continue
    return writeBank(phase, bank, changes);
  });

  expect([paths, written]).toEqual([[PATTERNS], [CONFIRM]]);
  expect(await ports.tree.read(PATTERNS)).toBe(
    edited.replace("Last observed: Feature #001", "Last observed: Feature #020").replace("count: 1", "count: 2"),
  );
  expect(await ports.tree.read(HEURISTICS)).toBe(unsaved);
  expect(told).toEqual([
    `2 changes could not be written to the knowledge bank: ${HEURISTICS} has somebody's unsaved changes, or cannot be read`,
    "Knowledge bank: 1 confirmed",
  ]);
});

test("what a killed attempt wrote is found again, also upon a file that was committed to meanwhile", async () => {
  const { run, write, git, ports, told } = await place({ [PATTERNS]: entry("Count first", "Count.", "001") });
  const edited = entry("Count first", "Count, then ask.", "001");
  const results = await run(async (phase) => {
    const { bank } = await lookAtBank(phase, SOURCES);
    await write({ [PATTERNS]: edited });
    git("commit", "--quiet", "--all", "--message", "said better");
    phase.world.committed(git("rev-parse", "HEAD"));
    const once = await writeBank(phase, bank, [CONFIRM]);
    const text = await ports.tree.read(PATTERNS);
    const twice = await writeBank(phase, bank, [CONFIRM]); // repeats the step, as after a kill before it was recorded
    expect(await ports.tree.read(PATTERNS)).toBe(text);
    return [once, twice];
  });
  expect(results[0]).toEqual({ paths: [PATTERNS], written: [CONFIRM] });
  expect(results[1]).toEqual(results[0]);
  expect(told).toEqual(["Knowledge bank: 1 confirmed", "Knowledge bank: 1 confirmed"]);
});

/** Eleven features newer than this one. */
const LATER = Object.fromEntries(
  Array.from({ length: 11 }, (_, index) => [`docs/features/0${index + 21}-other/retro.md`, "# R\n"]),
);

test("a retrospective that comes late does not doubt what it has just learned or confirmed", async () => {
  const { run } = await place({ ...LATER, [PATTERNS]: entry("Count first", "Count.", "001") });
  const lesson = { name: "Ask early", text: "Ask before you count." };
  const reply: ReplyOf<"retro-facilitator"> = {
    ...{ retro_md: "# R", observe: {}, review: { observations: [] }, tune: { recommendations: [] } },
    act: { patterns: [], anti_patterns: [], heuristics: [lesson] },
    validation: [{ entryName: "Count first", action: "confirmed" }],
  };
  const changes = await run(async (phase) => decideBank(phase, (await lookAtBank(phase, SOURCES)).bank, reply));
  expect(changes.map(({ type, name }) => `${type}: ${name}`)).toEqual(["added: Ask early", "confirmed: Count first"]);
});

test("a person sees what a stale entry says, and an empty answer takes nothing away", async () => {
  const { run, ports } = await place({ ...LATER, [HEURISTICS]: entry("Ask late", "Ask when\nall is counted.", "001") });
  const decide = (phase: PhaseRun) => lookAtBank(phase, SOURCES).then(({ bank }) => decideBank(phase, bank, undefined));
  const ask = async () => {
    const thrown = await run(decide).catch((error: unknown) => error);
    if (!(thrown instanceof Suspended)) throw thrown;
    const [question] = thrown.pendings;
    if (question?.type !== "question") throw new Error("a question");
    return question;
  };

  const stale = await ask();
  expect(stale.text).toContain('11 features ago. It says: "Ask when all is counted." Does it still hold?');
  await ports.runs.answer(stale.id ?? "", "update");
  const text = await ask();
  expect(text.text).toContain('It says: "Ask when all is counted."');
  await ports.runs.answer(text.id ?? "", " \u200b ");
  expect(await run(decide)).toEqual([{ type: "stale", category: "heuristics", name: "Ask late", newer: 11 }]);
});

test("a bank file that cannot be read stops neither a retrospective nor a list: the others are judged and written", async () => {
  const { run, root, git, ports, told } = await place({ [HEURISTICS]: entry("Ask late", "Ask.", "001") });
  await writeFile(join(root, PATTERNS), Buffer.from([0x23, 0xff, 0xfe]));
  await symlink("/etc/hostname", join(root, ANTI));
  git("add", "--all");
  git("commit", "--quiet", "--message", "odd files");
  const lesson = (name: string) => ({ name, text: `${name} before you count.` });
  const reply: ReplyOf<"retro-facilitator"> = {
    ...{ retro_md: "# R", observe: {}, review: { observations: [] }, tune: { recommendations: [] } },
    act: { patterns: [lesson("Look")], anti_patterns: [lesson("Guess")], heuristics: [lesson("Ask")] },
  };

  const { written } = await run(async (phase) => {
    phase.world.committed(git("rev-parse", "HEAD"));
    const { bank } = await lookAtBank(phase, SOURCES);
    const changes = await decideBank(phase, bank, reply);
    const unread: BankChange = { type: "added", category: "patterns", name: "Look", entry: LOOK };
    return writeBank(phase, bank, [...changes, unread]); // as if the file had been readable before
  });

  expect(written.map(({ name }) => name)).toEqual(["Ask"]);
  expect(git("status", "--porcelain")).toBe(` M ${HEURISTICS}`);
  expect(told.join("\n")).toMatch(/was skipped: .*patterns\.md.* is not UTF-8 text/);
  expect(told.join("\n")).toMatch(
    /2 lessons were not written to the knowledge bank: .*patterns\.md.*anti-patterns\.md/,
  );
  expect((await listBank(ports, "docs")).map(({ name }) => name)).toEqual(["Ask late", "Ask"]);
  expect((await searchMemory(ports, "docs", { query: "ask" })).map(({ name }) => name)).toContain("Ask late");
});
