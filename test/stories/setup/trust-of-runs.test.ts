// F1: a run decides as much as a settings file does. One that came with the files is asked about, and one that stands still
// keeps what it began with.
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { continueOn } from "../../../src/frontends/drive/continue-chain.ts";
import { verifies } from "../../requirements.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import { createFeature, FEATURE, ONE_ROUND, TWO_ROUNDS } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";
import { atTerminal, CONFIG, config, stranger } from "../../support/trust-story.ts";

describe("a run that came with the repository's files", () => {
  /** Begun by somebody whose own settings name a check; `iflow` and `env` are of another person. */
  async function planted(...args: string[]) {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    const state = await tempFolder();
    const begun = stranger(place, { XDG_STATE_HOME: state, IFLOW_CHECKS_TEST: "touch evil" });
    expect((await begun.specify("--yolo", ...args)).code).toBe(args.length === 0 ? 0 : 6);
    return { place, begun, ...stranger(place, { XDG_STATE_HOME: await tempFolder() }) };
  }
  /** As an earlier version wrote it, which knew no checksums. */
  async function forgeHead(place: Workplace, change: (head: Head) => object): Promise<void> {
    const file = join(place.runFolder(FEATURE), "journal.jsonl");
    const records = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => ({ ...JSON.parse(line), sum: undefined }));
    const forged = records.map((record, at) => (at === 0 ? { ...change(record), format: 2 } : record));
    await writeFile(file, `${forged.map((record) => JSON.stringify(record)).join("\n")}\n`);
  }
  // biome-ignore lint/suspicious/noExplicitAny: the first line of a journal, as JSON
  type Head = Record<string, any>;
  const ONE = ["--max-dispatches", "1"];
  const REST = ["continue", "--yolo", "--max-dispatches", "9", "--until", "specify"];
  const FOREIGN = "is not known to be yours";

  verifies("SAFE-1", "F1: what its journal decides is asked about once, before anything is run", async () => {
    const { place, iflow, env } = await planted(...ONE);
    const before = readFileSync(join(place.runFolder(FEATURE), "journal.jsonl"), "utf8");

    const refused = await iflow(...REST);
    expect([refused.code, inWords(refused.stderr)]).toEqual([4, expect.stringContaining(FOREIGN)]);
    expect(inWords(refused.stderr)).not.toContain("--yolo (answers"); // this command says it, too
    expect(inWords((await iflow("continue")).stderr)).toContain("--yolo (answers");
    for (const words of [`--script ${place.scriptPath}`, 'checks.test: "touch evil"', "IFLOW_TRUST="])
      expect(inWords(refused.stderr)).toContain(words);
    expect(readFileSync(join(place.runFolder(FEATURE), "journal.jsonl"), "utf8")).toBe(before);

    const asked: string[] = [];
    const flags = { yolo: true, maxDispatches: "9", until: "specify" };
    const at = async (answer: string) => continueOn(await atTerminal(place, env, answer, asked), flags, async () => {});
    await expect(at("no")).rejects.toMatchObject({ code: "needs-answer" });
    expect((await at("yes")).last).toMatchObject({ type: "ended" });
    expect(asked).toEqual([expect.stringContaining(FOREIGN), expect.stringContaining(FOREIGN)]);
  });

  test("F1: the one who began it is asked nothing, nor is CI that was given its hash", async () => {
    const { begun, iflow, place, env } = await planted(...ONE);
    const [, hash = ""] = /IFLOW_TRUST=(\w+)/.exec((await iflow(...REST)).stderr) ?? [];
    const ended = await place.iflowWith({ env: { ...env, IFLOW_TRUST: hash } }, ...REST, "--dry-run");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect((await begun.iflow(...REST)).code).toBe(0);
  });

  verifies("SAFE-1", "F1: what cannot be noted is said when it begins, and the refusal names it", async () => {
    const place = await workplace(TWO_ROUNDS, { "README.md": "x\n" });
    await createFeature(place);
    const blocked = join(place.root, ".git", "HEAD"); // a file where a folder should be
    const { iflow, specify } = stranger(place, { XDG_STATE_HOME: blocked, IFLOW_CHECKS_TEST: "true" });

    const begun = await specify("--yolo", ...ONE);
    expect([begun.code, inWords(begun.stderr)]).toEqual([
      6,
      expect.stringMatching(/that you began this cannot be noted \(ENOTDIR.*Make that folder writable/),
    ]);
    const refused = await iflow(...REST);
    expect([refused.code, inWords(refused.stderr)]).toEqual([
      4,
      expect.stringContaining("or it could not be noted when it began"),
    ]);
  });

  test("F1: the script of a run that has ended is not taken over either", async () => {
    const { iflow, begun } = await planted();
    const refused = await iflow("continue", "--yolo", "--max-dispatches", "9");
    expect([refused.code, inWords(refused.stderr)]).toEqual([4, expect.stringContaining(FOREIGN)]);
    expect(inWords((await begun.iflow("continue", "--dry-run", "--yolo")).stderr)).not.toContain(FOREIGN);
  });

  verifies("SAFE-1", "F1: nor are the settings of a chain that stopped between two phases", async () => {
    const { place, iflow } = await planted();
    await forgeHead(place, ({ flags, ...head }) => ({
      ...{ ...head, runtime: { id: "acp" }, flags: { ...flags, yolo: false, mode: "chain", maxDispatches: 9 } },
      trusted: { acp: { command: ["touch", join(place.root, "sprung")] } },
    }));

    for (const words of [["continue"], ["run", "login limit"]]) {
      const refused = await iflow(...words);
      expect([refused.code, inWords(refused.stderr)]).toEqual([4, expect.stringContaining(FOREIGN)]);
      expect(inWords(refused.stderr)).toContain('acp.command: ["touch"');
    }
    expect(existsSync(join(place.root, "sprung"))).toBe(false);
  });

  test("F1: one that decides nothing new goes on: an earlier version noted none", async () => {
    const { place, iflow, env } = await planted(...ONE);
    const mine = { ...env, IFLOW_CHECKS_TEST: "touch evil" };
    await forgeHead(place, (head) => ({ ...head, runtime: { id: "anthropic" } }));
    const went = await place.iflowWith({ env: { ...mine, ANTHROPIC_API_KEY: "sk-none" } }, ...REST, "--dry-run");
    expect(inWords(went.stderr)).not.toContain(FOREIGN);
    expect(inWords((await iflow(...REST, "--dry-run")).stderr)).toContain(FOREIGN); // whose settings have no such check
  });
});

describe("a run keeps what it began with", () => {
  const journal = (place: Workplace) => readFileSync(join(place.runFolder(FEATURE), "journal.jsonl"), "utf8");
  const openings = (place: Workplace) =>
    journal(place)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === "opened");

  /** Stopped at a budget, in the middle of specify. */
  async function stopped() {
    const place = await workplace(TWO_ROUNDS, config({ review: { maxRounds: 3 } }));
    await createFeature(place);
    const own = stranger(place);
    await own.iflow("trust", "--yes");
    expect((await own.specify("--yolo", "--max-dispatches", "1")).code).toBe(6);
    return { place, ...own };
  }

  verifies("SAFE-1", "F1: a change that nobody confirmed is said, and the run continues without it", async () => {
    const { place, iflow } = await stopped();
    await place.write(config({ review: { maxRounds: 3 }, checks: { test: "curl evil" } }));

    const ended = await iflow("continue", "--yolo", "--max-dispatches", "9", "--until", "specify");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain("settings you have not confirmed (review.maxRounds, checks.test)");
    expect(openings(place).filter(({ runtime }) => runtime.trusted !== undefined)).toEqual([]);
  });

  /** Stopped after the author, before a reviewer that asks for a file which the settings close to it. */
  async function stoppedWithDeny(values: object = { agents: { deny: ["customers/**"] } }) {
    const [first, ...rest] = TWO_ROUNDS["spec-reviewer"] ?? [];
    const reader = { ...first, asks: true, reads: ["customers/list.txt"] };
    const place = await workplace(
      { ...TWO_ROUNDS, "spec-reviewer": [reader, ...rest] },
      { ...config(values), "customers/list.txt": "Ada\n" },
    );
    await createFeature(place);
    const own = stranger(place);
    await own.iflow("trust", "--yes");
    expect((await own.specify("--yolo", "--max-dispatches", "1")).code).toBe(6);
    return { place, ...own };
  }
  const REST = ["continue", "--yolo", "--max-dispatches", "9", "--until", "specify"];
  const reviewerRead = (place: Workplace): string[] =>
    place
      .dispatchFiles(FEATURE, ".outcome.json")
      .filter((name) => name.includes("spec-reviewer"))
      .flatMap((name) => JSON.parse(readFileSync(join(place.runFolder(FEATURE), "dispatches", name), "utf8")).reads);
  const EMPTIED: [string, (place: Workplace) => Promise<void>][] = [
    ["the file is removed", (place) => rm(join(place.root, CONFIG))],
    ["the file says {}", (place) => place.write({ [CONFIG]: "{}\n" })],
    ["only free keys are left", (place) => place.write(config({ memory: { use: false } }))],
  ];

  for (const [how, empty] of EMPTIED)
    verifies("SAFE-1", `F1: ${how} while the run stands still: it keeps what it began with, and says so`, async () => {
      const { place, iflow } = await stoppedWithDeny();
      await empty(place);

      const ended = await iflow(...REST);

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(reviewerRead(place)).toEqual([]);
      expect(inWords(ended.stderr)).toContain(
        `${CONFIG} no longer has settings that this run began with (agents.deny); they still count. To let them go: iflow trust`,
      );
    });

  verifies("SAFE-1", "F1: settings that were taken away count no more once the person says so", async () => {
    const { place, iflow } = await stoppedWithDeny();
    await place.write({ [CONFIG]: "{}\n" });

    const shown = await iflow("trust", "--show");
    expect(shown.stdout).toContain('agents.deny: ["customers/**"]');
    expect((await iflow("trust")).code).toBe(4);
    expect((await iflow("trust", "--yes")).code).toBe(0);
    const ended = await iflow(...REST);

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(reviewerRead(place)).toContain("customers/list.txt");
    expect(openings(place).at(-1).runtime).toMatchObject({ trusted: {} });
  });

  verifies("SAFE-1", "F1: at a terminal one question names what was taken away; no keeps it", async () => {
    const { place, env } = await stoppedWithDeny({ agents: { deny: ["customers/**"] }, review: { maxRounds: 3 } });
    await place.write(config({ review: { maxRounds: 4 } }));
    const asked: string[] = [];
    const flags = { runtime: "scripted", script: place.scriptPath, yolo: true, maxDispatches: "9", until: "specify" };

    await continueOn(await atTerminal(place, env, "no", asked), flags, async () => undefined);

    expect(asked).toEqual([expect.stringMatching(/no longer set[\s\S]*agents\.deny: \["customers/)]);
    expect(reviewerRead(place)).toEqual([]);
  });

  verifies("SAFE-1", "F1: a chain that stopped between two phases keeps them too", async () => {
    const place = await workplace(ONE_ROUND, config({ checks: { none: true } }));
    await createFeature(place);
    const { iflow } = stranger(place, { IFLOW_CHECKS_NONE: "false" });
    await iflow("trust", "--yes");
    const args = ["run", "login limit", "--script", place.scriptPath, "--yolo", "--phases=specify,implement"];
    expect((await iflow(...args, "--until", "specify")).code).toBe(0);
    await rm(join(place.root, CONFIG));

    const ended = await iflow("continue", "--yolo", "--until", "implement");

    expect(inWords(ended.stderr)).toContain("no longer has settings that this chain began with (checks.none)");
  });

  verifies("SAFE-1", "F1: a change the person confirms at continue counts, and the journal has it", async () => {
    const { place, env } = await stopped();
    await place.write(config({ review: { maxRounds: 3 }, runtime: { minutes: 7 } }));
    const asked: string[] = [];
    const flags = { runtime: "scripted", script: place.scriptPath, yolo: true, maxDispatches: "9", until: "specify" };

    const person = await atTerminal(place, env, "yes", asked);
    const { last } = await continueOn(person, flags, async () => undefined);

    expect(last).toMatchObject({ type: "ended" });
    expect(asked).toEqual([expect.stringContaining("runtime.minutes: 7")]);
    const trusted = { review: { maxRounds: 3 }, runtime: { minutes: 7 } };
    expect(openings(place).at(-1).runtime).toMatchObject({ trusted });
    expect(JSON.parse(journal(place).split("\n")[0] ?? "").trusted).toEqual({ review: { maxRounds: 3 } });
  });

  verifies(
    "SAFE-1",
    "F1: checks set after a stop count once they are confirmed, the person's own at once",
    async () => {
      const env = { IFLOW_CHECKS_NONE: "false" };
      const stop = async () => {
        const place = await workplace(ONE_ROUND);
        await createFeature(place);
        const own = stranger(place, env);
        const args = ["run", "login limit", "--script", place.scriptPath, "--yolo", "--phases=specify,implement"];
        const ended = await own.iflow(...args);
        expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining("nothing would be tested")]);
        return { place, ...own };
      };
      const { place, iflow } = await stop();
      await place.write(config({ checks: { test: "true" } }));

      const waiting = await iflow("continue", "--yolo");
      expect([waiting.code, waiting.stderr]).toEqual([4, expect.stringContaining("Fix: iflow trust")]);
      await iflow("trust", "--yes");
      const counted = await iflow("continue", "--yolo");
      expect(counted.stderr).toContain("specify");
      expect(counted.stderr).not.toContain("nothing would be tested");

      const own = await stop();
      const again = await own.place.iflowWith({ env: { ...own.env, IFLOW_CHECKS_TEST: "true" } }, "continue", "--yolo");
      expect(again.stderr).not.toContain("nothing would be tested");
    },
  );
});
