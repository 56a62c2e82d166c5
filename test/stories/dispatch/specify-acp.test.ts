// `specify` on an agent that speaks the Agent Client Protocol: the command, real processes, a small agent.

import { existsSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { LOADS, RESUMES } from "../../support/acp-runtime.ts";
import { AT_MOST, acpWorkplace, ONE_ROUND, says, TWO_ROUNDS, writesSpec } from "../../support/acp-workplace.ts";
import { bundleForNode } from "../../support/bundle.ts";
import { textsBelow } from "../../support/claude-agent.ts";
import { sampled } from "../../support/sampled.ts";
import { inWords } from "../../support/screen.ts";
import { approve, FEATURE, reject } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const HISTORY = `docs/features/${FEATURE}/.review-history.md`;
const PRICED = { models: { acp: { strong: "claude-opus-5-5", standard: "claude-sonnet-5-5" } } };
const MODELS = Object.values(PRICED.models.acp).map((value) => ({ value, name: value }));
const CHOOSABLE = {
  opened: { configOptions: [{ id: "model", category: "model", currentValue: "own", options: MODELS }] },
};
const REPORTED = { totalTokens: 160, inputTokens: 100, outputTokens: 20, cachedReadTokens: 40 };

describe("sessions", () => {
  for (const [way, greeting] of sampled(Object.entries({ "session/resume": RESUMES, "session/load": LOADS }), 2)) {
    verifies(
      ["RES-1", "RES-2"],
      `with ${way} the gate is passed once, every later turn is resumed, and reported usage is no estimate`,
      async () => {
        const script = { ...greeting, ...CHOOSABLE, roles: TWO_ROUNDS, ended: { usage: REPORTED } };
        const place = await acpWorkplace(program(), script, { config: PRICED });

        const ended = await place.specify();

        expect(ended.stderr + ended.stdout).toContain("Spec approved in 2 rounds");
        expect(ended.code).toBe(0);
        expect(place.dispatches()).toEqual([
          "spec-author fresh first-round",
          "spec-reviewer fresh first-round",
          "resume-gate fresh gate-test",
          "resume-gate resume gate-test",
          "spec-author resume cold", // little comes from the cache, says the reported usage
          "spec-reviewer resume cold",
          "phase-reviewer fresh first-round",
        ]);
        const [first, second] = place.outcomes().filter(({ role }) => role === "spec-reviewer");
        expect(second?.session).toBe(first?.session);
        expect(textsBelow(join(place.state, "iflow", "gates")).map(({ text }) => JSON.parse(text))).toMatchObject([
          { runtime: "acp", version: "acp-agent.mjs", failure: null },
        ]);
        for (const { usage } of place.outcomes()) {
          expect(usage).toEqual({ input: 100, cacheRead: 40, cacheWrite: 0, output: 20, estimated: false });
        }
        expect(ended.stdout).toContain("$0.0");
        expect(ended.stderr + ended.stdout).not.toContain("~");
      },
    );
  }

  test("without a way to take them up all is fresh, for the reason no-resume, and no gate is asked; unreported usage is an estimate", async () => {
    const place = await acpWorkplace(program(), { ...CHOOSABLE, roles: TWO_ROUNDS }, { config: PRICED });

    const ended = await place.specify();

    expect(ended.code).toBe(0);
    expect(place.dispatches()).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "spec-author fresh no-resume",
      "spec-reviewer fresh no-resume",
      "phase-reviewer fresh first-round",
    ]);
    expect(place.read(HISTORY)).not.toContain("RESUME-FALLBACK");
    expect(existsSync(join(place.state, "iflow", "gates"))).toBe(false);
    expect(ended.stdout).toContain("~$0.");
    const shown = JSON.parse((await place.run(["--json", "show"])).stdout);
    const usages = shown.data.runs[0].dispatches.map((row: { usage: unknown }) => row.usage);
    expect(usages).toHaveLength(5);
    for (const usage of usages) expect(usage).toMatchObject({ estimated: true });
  });

  verifies(
    ["LOOP-5"],
    "without a way to take them up a new agent, named in the environment, is shown the answer it is to repair",
    async () => {
      const roles = { ...ONE_ROUND, "spec-reviewer": [[{ say: "Looks FINE-TO-ME." }], [says(approve())]] };
      const place = await acpWorkplace(program(), { roles }, { found: true });

      const ended = await place.run(["specify", "--yolo", ...AT_MOST], { IFLOW_ACP_COMMAND: place.command.join(" ") });

      expect(ended.code).toBe(0);
      expect(place.dispatches()[2]).toBe("spec-reviewer repair repair");
      expect(place.prompt("spec-reviewer-repair")).toContain("Looks FINE-TO-ME.");
      const [first, second] = place.outcomes().filter(({ role }) => role === "spec-reviewer");
      expect(second?.session).not.toBe(first?.session);
    },
  );

  verifies(
    ["RES-2"],
    "that are only repeated do not pass the gate: an answer from the past is no answer, and all is fresh with the reason",
    async () => {
      const place = await acpWorkplace(program(), { ...LOADS, repeats: "in the answer", roles: TWO_ROUNDS });

      expect((await place.specify()).code).toBe(0);

      expect(place.dispatches()).toEqual([
        "spec-author fresh first-round",
        "spec-reviewer fresh first-round",
        "resume-gate fresh gate-test",
        "resume-gate resume gate-test",
        "spec-author fresh gate",
        "spec-reviewer fresh gate",
        "phase-reviewer fresh first-round",
      ]);
      expect(JSON.parse(place.read(`docs/features/${FEATURE}/.meta.json`)).r1_deferred_reason).toMatch(
        /^V2: .*repeated/,
      );
    },
  );

  verifies(
    ["RES-6"],
    "one the agent has lost is told in the history, and the review continues with a fresh agent",
    async () => {
      const place = await acpWorkplace(program(), {
        ...RESUMES,
        roles: {
          ...TWO_ROUNDS,
          "spec-reviewer": [[says(reject("When does the count end?")), { forget: true }], [says(approve())]],
        },
      });

      expect((await place.specify()).code).toBe(0);

      expect(place.dispatches().filter((line) => line.startsWith("spec-reviewer"))).toEqual([
        "spec-reviewer fresh first-round",
        "spec-reviewer resume delta",
        "spec-reviewer fallback session-lost",
      ]);
      expect(place.read(HISTORY)).toMatch(/^RESUME-FALLBACK: spec-reviewer iteration 2 — agent_id lost \(.+\)$/m);
      const prompt = place.prompt("spec-reviewer-fallback");
      expect(prompt).toContain("(Fresh dispatch — prior review session unavailable.)");
      expect(prompt).toContain("When does the count end?");
    },
  );
});

describe("an agent", () => {
  test("that is nowhere is exit 5 with every way to get one, and the demo", async () => {
    const place = await acpWorkplace(program(), {}, { found: true });

    const ended = await place.run(["specify", "--yolo"]);

    expect(ended.code).toBe(5);
    for (const words of ["claude-agent-sdk", "opencode-ai", "@google/gemini-cli", "codex-acp", "iflow demo"]) {
      expect(ended.stderr).toContain(words);
    }
    expect(existsSync(place.runFolder(FEATURE))).toBe(false);
  });

  test("that is unknown is exit 2 with the known names", async () => {
    const place = await acpWorkplace(program(), {});

    const ended = await place.run(["specify", "--yolo", "--runtime", "nonsense"]);

    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/no runtime "nonsense"[\s\S]*claude \| anthropic \| openai \| acp \| scripted/);
  });

  test("whose command is not there is exit 5 with what to correct", async () => {
    const place = await acpWorkplace(program(), {}, { config: { acp: { command: "no-such-agent --acp" } } });

    const ended = await place.specify();

    expect(ended.code).toBe(5);
    expect(ended.stderr).toMatch(/no-such-agent is not on the path[\s\S]*acp\.command/);
  });

  test("that does not greet is exit 5 with what to do; once that is done, the run continues", async () => {
    const place = await acpWorkplace(program(), { atStart: "exit" });

    const ended = await place.specify();

    expect(ended.code).toBe(5);
    expect(inWords(ended.stderr)).toMatch(/exit code 3.*it said: no such model/);
    expect(inWords(ended.stderr)).toContain(`Try the command by itself: ${place.command.join(" ")}`);

    await place.rewrite({ greeting: { protocolVersion: 2 } });
    expect(await place.run(["continue"])).toMatchObject({ code: 5, stderr: expect.stringContaining("version 2") });

    await place.rewrite({ roles: ONE_ROUND });
    const again = await place.run(["continue", "--yolo"]);
    expect(again.stderr + again.stdout).toContain("Spec approved");
  });

  test("that is hostile is refused every step beyond its role, it is recorded, and the run continues", async () => {
    const outside = await tempFolder();
    await writeFile(join(outside, "secret.txt"), "OUTSIDE");
    const place = await acpWorkplace(program(), {
      roles: {
        ...ONE_ROUND,
        "spec-author": [
          [
            { read: "/etc/passwd" },
            { write: "../x", text: "out" },
            { write: ".git/config", text: "out" },
            { read: "link/secret.txt" },
            { write: "link/x", text: "out" },
            { run: "touch", args: ["y"] },
            writesSpec(),
            { say: "Wrote it." },
          ],
        ],
        "spec-reviewer": [[{ run: "touch", args: ["y"] }, { write: "README.md", text: "out" }, says(approve())]],
      },
    });
    await symlink(outside, join(place.root, "link"));
    const config = place.read(".git/config");

    const ended = await place.specify();

    expect(ended.stderr + ended.stdout).toContain("Spec approved");
    expect(ended.code).toBe(0);
    const [author, reviewer] = place.outcomes();
    expect(author?.refused.map((line) => line.replace(/: .*/, ""))).toEqual([
      "/etc/passwd",
      "../x",
      ".git/config",
      "link/secret.txt",
      "link/x",
      "execute",
    ]);
    expect(reviewer?.refused).toEqual([
      expect.stringMatching(/^execute: .*touch y/),
      expect.stringMatching(/^README\.md: /),
    ]);
    expect(place.read(".git/config")).toBe(config);
    expect(place.read("README.md")).toBe("# Example\n");
    for (const path of [join(place.root, "../x"), join(place.root, "y"), join(outside, "x")]) {
      expect(existsSync(path)).toBe(false);
    }
    expect(JSON.stringify(place.outcomes())).not.toMatch(/root:x:|OUTSIDE/);
  });

  test("that is found on the path is used, said in one line, and given its provider's key, no secret of another tool, and the key is in no file", async () => {
    const key = "sk-ant-e2e-0123456789abcdef";
    const others = { GITHUB_TOKEN: "ghp_other", AWS_SECRET_ACCESS_KEY: "aws_other", NPM_TOKEN: "npm_other" };
    const talkative = {
      ...TWO_ROUNDS,
      "spec-author": [
        [writesSpec(), { run: "curl", args: ["-H", key] }, { read: `/${key}` }, { tell: "environment" }],
        [writesSpec("- AC-2\n"), { complain: key }, { say: `My key is ${key}.` }],
      ],
      "spec-reviewer": [
        [says(reject(`Why ${key}?`))],
        [{ complain: `bad key ${key}` }, { exit: 1 }],
        [says(approve())],
      ],
    } as const;
    const opened = { modes: { currentModeId: "iflow", availableModes: [{ id: "iflow", name: "iflow" }] } };
    const place = await acpWorkplace(program(), { ...RESUMES, opened, roles: talkative }, { found: true });
    await place.putOnPath("opencode");

    const ended = await place.run(["specify", "--yolo", ...AT_MOST], { OPENROUTER_API_KEY: key, ...others });

    expect(ended.stderr.match(/^Using opencode .*--runtime.*$/gm)).toHaveLength(1);
    expect(ended.stderr + ended.stdout).toContain("Spec approved");
    const [first] = place.outcomes();
    expect(first?.reply).toContain('"OPENROUTER_API_KEY":"[secret]"'); // it was there, and only its value was taken out
    expect(first?.reply).not.toMatch(/GITHUB_TOKEN|AWS_|NPM_TOKEN|_other/);
    expect(place.dispatches()).toContain("spec-reviewer fallback resume-failed");
    const texts = [...textsBelow(place.root), ...textsBelow(place.state)];
    expect(texts.filter(({ text }) => text.includes(key)).map(({ path }) => path)).toEqual([]);
    expect(ended.stderr + ended.stdout).not.toContain(key);
  });
});
