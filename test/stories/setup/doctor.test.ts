// `iflow doctor` as a stranger meets it: nothing set up, something wrong, an agent that greets.
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../requirements.ts";
import { workplace } from "../../support/iflow.ts";
import { tempFolder } from "../../support/temp-repo.ts";

describe("iflow doctor", () => {
  it("with no agent names every way to get one and exits 5", async () => {
    const place = await workplace();

    const ended = await place.iflow("doctor");

    expect(ended.code).toBe(5);
    expect(ended.stdout).toMatch(/node +\d+\.\d+/);
    expect(ended.stdout).toMatch(/git +\d+\.\d+/);
    expect(ended.stdout).toMatch(/prices +as of \d{4}-\d{2}-\d{2}/);
    expect(ended.stdout).toContain("Fix: npm install -g opencode-ai");
    expect(ended.stdout).toContain("iflow demo");
  });

  it("says the same as one JSON document", async () => {
    const place = await workplace();

    const { document } = await place.json("doctor");

    expect(document.ok).toBe(true);
    expect(document.data.checks.map(({ name }: { name: string }) => name)).toEqual([
      "node",
      "git",
      "repository",
      "identity",
      "base branch",
      "config",
      "tests",
      "sandbox",
      "prices",
    ]);
    expect(document.data.runtimes[0]).toMatchObject({ id: "claude", state: "missing" });
  });

  it("a wrong key in the config is a problem with its fix; the other checks still run", async () => {
    const place = await workplace({}, { "iflow.config.json": '{"revew": {}}' });

    const ended = await place.iflow("doctor");

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('unknown key "revew"');
    expect(ended.stdout).toContain("claude");
  });

  it("promises no test, and no price of one, where iflow keeps the sessions itself", async () => {
    const place = await workplace();

    const ended = await place.iflowWith({ env: { ANTHROPIC_API_KEY: "k" } }, "doctor", "--runtime", "anthropic");

    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining("anthropic has no sessions to test")]);
    expect(ended.stderr).not.toContain("cents");
  });

  it("starts no program that the repository brings, though its folder is on the path", async () => {
    const script = '#!/bin/sh\necho started >> "${0%/*}/started"\n';
    const names = ["git", "claude", "opencode", "gemini"];
    const place = await workplace({}, Object.fromEntries(names.map((name) => [`node_modules/.bin/${name}`, script])));
    const bin = join(place.root, "node_modules/.bin");
    for (const name of names) chmodSync(join(bin, name), 0o755);

    await place.built.iflowWith({ env: { PATH: `${bin}:${process.env.PATH}` } }, "doctor");

    expect(existsSync(join(bin, "started"))).toBe(false);
  });

  it("works outside a repository, and says so", async () => {
    const place = await workplace();

    const ended = await place.iflow("--cwd", await tempFolder(), "doctor");

    expect(ended.stdout).toMatch(/is not inside a\s+git repository/);
    expect(ended.stdout).toContain("opencode");
  });

  it("an unknown runtime is a usage error", async () => {
    const place = await workplace();

    expect((await place.iflow("doctor", "--runtime", "clod")).code).toBe(2);
  });
});

describe("its last sentence", () => {
  const key = { ANTHROPIC_API_KEY: "sk-ant-0123456789" };
  const asked = { IFLOW_CHECKS_NONE: "false" };

  verifies(
    "USE-2",
    "says who will work and how it is tested, or the first thing to do; no line is over 80",
    async () => {
      const file = (settings: object) => ({ "iflow.config.json": JSON.stringify(settings) });
      const tested = { ...file({ checks: { test: "npm test" } }) };
      const cases: [files: Record<string, string>, env: Record<string, string>, code: number, sentence: string][] = [
        [tested, key, 0, "Ready: anthropic will work, tests are `npm test`."],
        [{ a: "" }, { ...key, ...asked }, 0, "Ready: anthropic will work; nothing is tested yet, fix: iflow init"],
        [{ a: "" }, key, 0, "Ready: anthropic will work; nothing is tested, as checks.none says."],
        [
          tested,
          { ...key, IFLOW_TRUST: "" },
          0,
          "Ready: anthropic will work once you have confirmed the settings: iflow trust",
        ],
        [
          tested,
          {},
          5,
          "Not ready: no agent is set up; fix: set up any one of the above, or watch iflow work without one: iflow demo",
        ],
        [
          file({ runtime: { default: "claude" } }),
          key,
          5,
          "Not ready: claude: its SDK is not installed; fix: npm install --global @anthropic-ai/claude-agent-sdk",
        ],
        [
          file({ baseBranch: "trunk" }),
          key,
          1,
          "Not ready: there is no branch trunk, which baseBranch names; fix: git branch trunk (from where you are; or: git branch --track trunk origin/trunk)",
        ],
        [
          file({ baseBranch: "mian" }),
          key,
          1,
          "Not ready: there is no branch mian, which baseBranch names; fix: correct baseBranch: did you mean main? (or make the branch: git branch mian)",
        ],
        [
          { a: "" },
          { ...key, IFLOW_REVIEW_MAX_ROUNDS: "many" },
          1,
          "Not ready: review.maxRounds must be a whole number, ",
        ],
      ];
      for (const [files, env, code, sentence] of cases) {
        const place = await workplace({}, files);
        const ended = await place.iflowWith({ env }, "doctor");
        const json = JSON.parse((await place.iflowWith({ env }, "--json", "doctor")).stdout);
        expect([ended.code, json.data.sentence, json.data.ready]).toEqual([
          code,
          sentence.endsWith(" ") ? expect.stringContaining(sentence) : sentence,
          code === 0,
        ]);
        const lines = ended.stdout.trimEnd().split("\n");
        expect(lines.slice(lines.lastIndexOf("") + 1).join(" ")).toBe(json.data.sentence);
        expect(lines.filter((line) => line.length > 80)).toEqual([]);
      }
    },
  );

  verifies(
    "USE-2",
    "an agent that nobody needs is a name in one calm line; --verbose shows how to get it",
    async () => {
      const place = await workplace({}, { "iflow.config.json": JSON.stringify({ checks: { test: "npm test" } }) });
      const calm = await place.iflowWith({ env: key }, "doctor");
      expect(calm.stdout).toMatch(/\nagents\n {2}✓ anthropic [^✗]*\n {4}also possible: claude, openai, opencode, /);
      expect(calm.stdout).toContain("\n    how to get one: iflow doctor --verbose\n");
      expect(calm.stdout).not.toContain("Fix: npm install");
      const all = await place.iflowWith({ env: key }, "doctor", "--verbose");
      expect(all.stdout).toContain("Fix: npm install -g opencode-ai");
      expect(all.stdout).not.toContain("also possible");

      const named = { ...key, IFLOW_RUNTIME_DEFAULT: "claude" };
      const needed = await place.iflowWith({ env: named }, "doctor");
      expect(needed.stdout).toMatch(/✗ claude .*\n +Fix: npm install .*\n {2}✓ anthropic /);
      expect(needed.stdout).toMatch(/\n {4}also possible: openai, /);
    },
  );

  verifies(
    "USE-2",
    "an agent that does not exist is found before the settings are confirmed, and trust says so",
    async () => {
      const place = await workplace({}, { "iflow.config.json": JSON.stringify({ runtime: { default: "cluade" } }) });
      const env = {
        ANTHROPIC_API_KEY: "sk-ant-0123456789",
        IFLOW_TRUST: "",
        XDG_STATE_HOME: `${place.root}/.git/state`,
      };
      const said = 'runtime.default: there is no runtime "cluade"';

      const { stdout } = await place.iflowWith({ env }, "doctor");
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(`Not ready: ${said}; fix: Did you mean claude?`);
      expect(stdout).not.toContain("all keys and values are valid");
      const trusted = await place.iflowWith({ env }, "trust", "--yes");
      expect([trusted.code, trusted.stderr]).toEqual([0, expect.stringContaining(`${said}. Did you mean claude?`)]);
    },
  );

  verifies(
    "USE-2",
    "of several things that are missing it says how many, and the first; wrong settings count once",
    async () => {
      const place = await workplace({}, { "iflow.config.json": JSON.stringify({ baseBranch: "trunk" }) });
      expect((await place.json("doctor")).document.data.sentence).toMatch(
        /^Not ready, 2 things are missing; the first: there is no branch trunk, which baseBranch names; fix: /,
      );
      await place.write({ "iflow.config.json": JSON.stringify({ runtime: { default: "cluade" } }) });
      expect((await place.json("doctor")).document.data.sentence).toMatch(/^Not ready: runtime\.default: /);
    },
  );

  verifies("USE-2", "names what git must know first: who you are, which branch is the base", async () => {
    const place = await workplace({}, { a: "" });
    place.git("branch", "--move", "main", "develop");
    place.git("branch", "release");
    const unclear = await place.iflowWith({ env: key }, "doctor");
    expect(unclear.code).toBe(1);
    expect(unclear.stdout).toMatch(
      /✗ base branch +it is not clear which one it is: develop, release\n +Fix: iflow init/,
    );

    place.git("config", "--unset", "user.email");
    place.git("config", "user.useConfigOnly", "true");
    const unknown = await place.iflowWith({ env: key }, "doctor");
    expect(unknown.stdout).toMatch(/✗ identity +git does not know who you are\n +Fix: iflow init/);
    expect(unknown.stdout).toMatch(
      /\nNot ready, 2 things are missing; the first: git does not know who you are; fix:\s/,
    );
  });

  verifies("USE-2", "U12: a runtime that the settings name and nobody has is a problem of the settings", async () => {
    const place = await workplace({}, { "iflow.config.json": JSON.stringify({ runtime: { default: "cluade" } }) });
    const ended = await place.iflowWith({ env: key }, "doctor");

    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(
      /✗ config +runtime\.default: there is no runtime "cluade"\n +Fix: Did you mean claude\?/,
    );
    expect(ended.stdout).not.toContain("all keys and values are valid");
  });

  it("works outside a repository, too", async () => {
    const place = await workplace();
    const ended = await place.iflowWith({ env: key }, "--cwd", await tempFolder(), "doctor");
    expect([ended.code, ended.stdout]).toEqual([
      0,
      expect.stringContaining("Ready: anthropic will work, in any git repository."),
    ]);
  });
});
