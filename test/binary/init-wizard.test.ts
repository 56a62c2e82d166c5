// `iflow init` at a real terminal: what it asks in repositories of three kinds, what it writes, and what leaving means.

import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect } from "vitest";
import { verifies } from "../requirements.ts";
import { MAIN, type Workplace, workplace } from "../support/iflow.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { noTmux, type TerminalSession, withTerminal } from "../support/tmux.ts";

const CONFIG = "iflow.config.json";
const NEXT = 'Next: iflow run "what you want"';
const JAVASCRIPT = {
  "package.json": JSON.stringify({ scripts: { test: "node --test", lint: "false", build: "true" } }),
  "a.test.mjs": 'import test from "node:test"; test("a", () => {});\n',
  ".github/workflows/ci.yml":
    "jobs:\n  a:\n    steps:\n      - run: npm test\n      - run: npx vitest run --coverage --reporter=junit --outputFile=out/report.xml\n",
};
const PYTHON = {
  "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\n[tool.ruff]\n',
  "README.md": "The tests need SHOP_TOKEN.\n",
};
const GO = {
  "go.mod": "module example.com/shop\n",
  "shop.go": "package shop\n",
  [CONFIG]: '{"review": {"maxRounds": 3}, "checks": {"test": "go test ./..."}}\n',
};

describe("iflow init at a terminal", () => {
  beforeEach((context) => context.skip(noTmux !== undefined, noTmux));

  verifies("USE-2", "U12: in a JavaScript repository, from nothing to ready; again, nothing changes", async () => {
    const place = await workplace({}, JAVASCRIPT);
    forgetIdentity(place);
    const env = await programs({ opencode: "exit 0" });

    const first = await wizard(place, { env }, async ({ press, sees }) => {
      const agents = await sees("Which agent should work?");
      expect(agents.indexOf("opencode")).toBeLessThan(agents.indexOf("claude"));
      expect(agents).toMatch(/● opencode +opencode acp\n/);
      expect(agents).toMatch(/○ anthropic +no key in ANTHROPIC_API_KEY\n.*set ANTHROPIC_API_KEY\n/);
      press("Enter");
      const tests = await sees("How are changes tested here?");
      expect(tests).toMatch(/● npm test +from script "test" in package\.json\n/);
      expect(tests).toMatch(/nothing yet +iflow will ask before it merges untested work\n/);
      press("Enter");
      expect(await sees("What else must pass before a merge?")).toMatch(
        /✓ npm test passes, \d+ s|✓ npm test passes, <1 s/,
      );
      press("Enter");
      expect(await sees("lint fails here")).toContain("fails (exit code 1)");
      press("Enter"); // leave it out
      await sees("git does not know who you are");
      press("Enter");
      await sees("Your name");
      press("Ada Lovelace", "Enter");
      await sees("Your e-mail address");
      press("not an address", "Enter");
      await sees("An address, such as ada@example.com");
      press("C-u", "ada@example.com", "Enter");
      await sees("What may one feature cost at most");
      press("Enter");
      const shown = await sees(`Write ${CONFIG}?`);
      expect(shown).toContain('"default": "opencode"');
      expect(shown).toContain("git: Ada Lovelace <ada@example.com>");
      expect(existsSync(join(place.root, CONFIG))).toBe(false);
      press("Enter");
    });

    expect([first.code, first.lines.at(-1)]).toEqual([0, NEXT]);
    const text = place.read(CONFIG);
    expect(JSON.parse(text)).toEqual({
      checks: { test: "npm test", build: "npm run build" },
      runtime: { default: "opencode" },
      budget: { feature: 20 },
    });
    expect(place.git("config", "--local", "user.email")).toBe("ada@example.com");
    expect((await place.built.iflowWith({ env: { IFLOW_TRUST: "" } }, "trust", "--show")).stdout).toContain(
      "Confirmed:",
    );

    const again = await wizard(place, { env, flags: ["--no-run"] }, async ({ press, sees }) => {
      for (const question of ["Which agent", "How are changes tested", "What else", "What may one feature cost"]) {
        await sees(question);
        press("Enter");
      }
    });
    expect([again.code, again.lines.join("\n")]).toEqual([0, expect.stringContaining("Nothing to change")]);
    expect(place.read(CONFIG)).toBe(text);
  });

  verifies("USE-2", "U3: in a Python repository a variable is missing and the base branch is not clear", async () => {
    const place = await workplace({}, PYTHON);
    place.git("branch", "--move", "main", "develop");
    place.git("branch", "release");
    const python = 'sleep 1; [ -n "$SHOP_TOKEN" ] || { echo SHOP_TOKEN is not set; exit 1; }';
    const env = { ...(await programs({ python, ruff: "exit 0" })), SHOP_TOKEN: "value-0123456789" };

    const ended = await wizard(place, { env }, async ({ press, sees }) => {
      await sees("Which agent");
      press("Enter");
      expect(await sees("How are changes tested")).toMatch(/● python -m pytest +from pyproject\.toml\n/);
      press("Enter");
      await sees("test: python -m pytest");
      press("Enter", "Enter"); // keys meanwhile answer nothing
      expect(await sees("test fails here")).toContain("not passed: SHOP_TOKEN");
      press("Down", "Down", "Enter");
      await sees("It needs SHOP_TOKEN.");
      press("Enter");
      expect(await sees("What else must pass")).toContain("python -m pytest passes");
      press("Enter");
      expect(await sees("Which branch do features begin at")).toMatch(/● develop +where you are now\n/);
      press("Enter");
      await sees("What may one feature cost");
      press("C-u", "7.50", "Enter");
      await sees("Write iflow");
      press("Enter");
    });

    expect(ended.code).toBe(0);
    expect(ended.lines.join("\n")).not.toContain("0123456789");
    expect(JSON.parse(place.read(CONFIG))).toEqual({
      checks: { test: "python -m pytest", lint: "ruff check", environment: ["SHOP_TOKEN"] },
      baseBranch: "develop",
      budget: { feature: 7.5 },
    });
  });

  verifies(
    "USE-2",
    "in a Go layout, 60 columns wide: what the file has is the default, and its other keys stay",
    async () => {
      const place = await workplace({}, GO);
      const env = await programs({ go: '[ "$1" != vet ]' });

      const ended = await wizard(place, { env, columns: 60 }, async ({ press, sees }) => {
        await sees("Which agent");
        press("Enter");
        expect(await sees("How are changes tested")).toMatch(/● go test \.\/\.\.\. +from iflow\.config\.json\n/);
        press("Down", "Enter"); // another command
        await sees("Which command?");
        press("go test -race ./...", "Enter");
        await sees("What else must pass");
        press("Down", "Space", "Enter"); // what was left out before is not marked
        await sees("What may one feature cost");
        press("Enter");
        expect(await sees(/Write iflow/)).toMatch(/Changed: checks\.test, checks\.build,\s+│? *budget\.feature/);
        press("Enter");
      });

      expect(ended.code).toBe(0);
      expect(JSON.parse(place.read(CONFIG))).toEqual({
        review: { maxRounds: 3 },
        checks: { test: "go test -race ./...", build: "go build ./..." },
        budget: { feature: 20 },
      });
    },
  );

  verifies("USE-2", "leaving at any question, or while a check runs, leaves nothing written", async () => {
    const place = await workplace({}, JAVASCRIPT);
    forgetIdentity(place);
    const before = place.git("config", "--local", "--list");
    const way: [question: string, keys: string[]][] = [
      ["Which agent", ["Enter"]],
      ["How are changes tested", ["Enter"]],
      ["What else must pass", ["Enter"]],
      ["git does not know who you are", ["Enter"]],
      ["Your name", ["Ada", "Enter"]],
      ["Your e-mail", ["ada@example.com", "Enter"]],
      ["What may one feature cost", ["Enter"]],
      ["Write iflow.config.json?", []],
    ];
    for (const stop of way.keys()) {
      const ended = await wizard(place, { flags: ["--no-run"] }, async ({ press, sees }) => {
        for (const [question, keys] of way.slice(0, stop)) {
          await sees(question);
          press(...keys);
        }
        await sees(way[stop]?.[0] ?? "");
        press(stop % 2 === 0 ? "Escape" : "C-c");
      });
      expect([ended.code, ended.lines.at(-1)]).toEqual([130, "iflow: You left. Nothing was written."]);
    }

    const slow = await programs({ npm: "echo begun; sleep 600" });
    const stopped = await wizard(place, { env: slow }, async ({ press, sees }) => {
      await sees("Which agent");
      press("Enter");
      await sees("How are changes tested");
      press("Enter");
      await sees(/^ {2}test: begun$/m);
      press("Enter", "Enter", "C-c"); // keys meanwhile do nothing, and leave nothing on the screen
    });
    expect(stopped.code).toBe(130);
    expect(stopped.lines.join("\n")).not.toContain("begun");
    const no = await wizard(place, { flags: ["--no-run"] }, async ({ press, sees }) => {
      for (const [question, keys] of way.slice(0, -1)) {
        await sees(question);
        press(...keys);
      }
      await sees("Write iflow.config.json?");
      press("Right", "Enter");
    });
    expect([no.code, no.lines.at(-1)]).toEqual([0, "Nothing was written."]);

    expect(place.git("status", "--porcelain")).toBe("");
    expect(place.git("config", "--local", "--list")).toBe(before);
  });
});

verifies("USE-2", "doctor fits the terminal, at 60 and at 80 columns", async (context) => {
  context.skip(noTmux !== undefined, noTmux);
  const place = await workplace({}, JAVASCRIPT);
  for (const columns of [60, 80]) {
    const ended = await atTerminal(place, ["doctor"], { columns }, async () => undefined);
    expect(ended.code).toBe(5);
    expect(ended.lines.join(" ")).toContain("Not ready: no agent is set up; fix:");
  }
});

interface Sitting {
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly flags?: readonly string[];
}

function wizard(
  place: Workplace,
  { flags = [], ...sitting }: Sitting,
  use: (session: TerminalSession) => Promise<void>,
) {
  return atTerminal(place, ["init", ...flags], sitting, use);
}

/** Types into a command, waits for its end, and looks whether every line it printed has found room. */
async function atTerminal(
  place: Workplace,
  args: readonly string[],
  { env = {}, columns = 80 }: Sitting,
  use: (session: TerminalSession) => Promise<void>,
) {
  const own = { IFLOW_CHECKS_NONE: "false", IFLOW_TRUST: "", ...env };
  return withTerminal({ cwd: place.root, columns, env: own }, [process.execPath, MAIN, ...args], async (session) => {
    await use(session);
    const { code, lines } = await session.ended();
    const printed = lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
    expect(printed.filter((line) => line.length > columns)).toEqual([]);
    return { code, lines: printed };
  });
}

/** Stand-ins for what a machine may not have, first on the path. */
async function programs(scripts: Readonly<Record<string, string>>): Promise<{ readonly PATH: string }> {
  const bin = join(await tempFolder(), "bin");
  await mkdir(bin);
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
  return { PATH: `${bin}:${process.env.PATH}` };
}

/** Whatever the machine is called, git does not guess. */
function forgetIdentity(place: Workplace): void {
  place.git("config", "--unset", "user.name");
  place.git("config", "--unset", "user.email");
  place.git("config", "user.useConfigOnly", "true");
}
