// Whether there is a sandbox, which one applies, and one short look inside the real one where this machine has it. The
// many ways out that must be closed are tried by `npm run test:sandbox`.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noSandboxHere, sandboxOf, sandboxSetup } from "../../../test/support/sandbox.ts";
import { tempFolder, tempRepo } from "../../../test/support/temp-repo.ts";
import { DEFAULT_CONFIG } from "../../domain/config/config.ts";
import { describeSandbox, openSandbox, wrapCheck } from "./open-sandbox.ts";

const SETTINGS = DEFAULT_CONFIG.sandbox;
const LINE = ["/bin/sh", "-c", "true"];
const none = await noSandboxHere();

/** A folder with a program of that name. */
async function standIn(script: string, folder?: string): Promise<string> {
  const bin = folder ?? (await tempFolder());
  await writeFile(join(bin, "bwrap"), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, "bwrap"), 0o755);
  return bin;
}

async function setupWith(PATH: string, more: object = {}) {
  const { root } = await tempRepo();
  return sandboxSetup(root, { env: { PATH, HOME: await tempFolder() }, ...more });
}

describe("without a sandbox", () => {
  it("commands run as they are, and doctor's words say how to get one", async () => {
    const setup = await setupWith(await tempFolder());

    const sandbox = await openSandbox(setup);

    expect([sandbox.applied, await sandbox.wrap(LINE)]).toEqual([false, LINE]);
    expect(await describeSandbox(setup)).toMatchObject({
      state: "none",
      detail: expect.stringContaining("none: "),
      fix: expect.stringMatching(/apt-get install bubblewrap|Linux/),
    });
  });

  it.skipIf(process.platform !== "linux")("one that does not work is none, with its own words", async () => {
    const setup = await setupWith(await standIn('echo "bwrap: no namespaces for you" >&2; exit 1'));

    expect(await openSandbox(setup)).toMatchObject({ applied: false });
    expect((await describeSandbox(setup)).detail).toContain("no namespaces for you");
  });

  it.skipIf(process.platform !== "linux")("one that lets everything through is none", async () => {
    const setup = await setupWith(await standIn('while [ "$1" != "--" ]; do shift; done; shift; exec "$@"'));

    expect(await describeSandbox(setup)).toMatchObject({ state: "none" });
  });

  it("a program in the working tree is never taken for it", async () => {
    const { root } = await tempRepo();
    await mkdir(join(root, "node_modules/.bin"), { recursive: true });
    const bin = await standIn(`touch ${root}/was-run`, join(root, "node_modules/.bin"));
    const setup = sandboxSetup(root, { env: { PATH: bin } });

    expect(await describeSandbox(setup)).toMatchObject({ state: "none" });
    expect(existsSync(join(root, "was-run"))).toBe(false);
  });

  it("require refuses, with the reason and a fix", async () => {
    const setup = await setupWith(await tempFolder(), { settings: { ...SETTINGS, mode: "require" } });

    await expect(openSandbox(setup)).rejects.toMatchObject({
      code: "blocked",
      message: expect.stringContaining('sandbox.mode is "require"'),
      fix: expect.any(String),
    });
  });

  it("a linked .git cannot be held", async () => {
    const { root } = await tempRepo();
    const elsewhere = join(await tempFolder(), "git");
    await rename(join(root, ".git"), elsewhere);
    await symlink(elsewhere, join(root, ".git"));

    const { state, detail } = await describeSandbox(sandboxSetup(root));

    expect(state).toBe("none");
    if (process.platform === "linux") expect(detail).toContain(".git is a symbolic link");
  });
});

it("off means off, and says so", async () => {
  const setup = await setupWith(process.env.PATH ?? "", { settings: { ...SETTINGS, mode: "off" } });

  expect(await (await openSandbox(setup)).wrap(LINE)).toEqual(LINE);
  expect(await describeSandbox(setup)).toMatchObject({ state: "off", detail: expect.stringContaining("sandbox.mode") });
});

describe.skipIf(none !== undefined)("with the real one", () => {
  it("the tree may be written; nothing else, and no secret is seen", async () => {
    const home = await tempFolder();
    await mkdir(join(home, ".ssh"));
    await writeFile(join(home, ".ssh/id"), "PRIVATE");
    await writeFile(join(home, ".npmrc"), "TOKEN");
    const { root } = await tempRepo({ "iflow.config.json": "{}\n" });
    const env = { ...process.env, HOME: home, MY_API_KEY: "KEY" };
    const sandbox = await sandboxOf(root, { env });
    const tries = [
      "echo yes > in.txt && cat in.txt",
      `touch ${home}/out.txt`,
      "touch .git/hooks-are-mine",
      "echo {} > iflow.config.json",
      "cat ~/.ssh/id ~/.npmrc",
      'echo "[$MY_API_KEY]"',
    ];

    const { code, output } = await runHere(
      await sandbox.wrap(["/bin/sh", "-c", `${tries.join("; ")}; exit 7`]),
      root,
      env,
    );

    expect(sandbox.applied).toBe(true);
    expect(code).toBe(7);
    expect(output).toMatch(/^yes$/m);
    expect(output).toMatch(/^\[\]$/m);
    expect(output.match(/Read-only file system/g)).toHaveLength(3);
    expect(output).not.toMatch(/PRIVATE|TOKEN|KEY\]/);
    expect(existsSync(join(home, "out.txt"))).toBe(false);
  });

  it("a submodule's own settings of git stay, also where there are none yet; its files may be written", async () => {
    const { root, write } = await tempRepo({ "libs/one/.git/config": "", "libs/one/a.txt": "a\n" });
    await write({ "libs/two/.keep": "" });
    const { git } = sandboxSetup(root);
    const submodules = ["libs/one", "libs/two", "libs/gone"];
    const sandbox = await sandboxOf(root, { git: async () => ({ ...(await git()), submodules }) });
    const tries = [
      "echo x > libs/one/a.txt && cat libs/one/a.txt",
      "echo y > libs/one/.git/config",
      "mv libs/one libs/other",
      "mv libs other",
      "mkdir libs/two/.git",
    ];

    const command = await sandbox.wrap(["/bin/sh", "-c", `${tries.join("; ")}; exit 7`]);
    const { output } = await runHere(command, root, process.env);

    expect(output).toMatch(/^x$/m);
    expect(output.match(/Read-only file system/g)).toHaveLength(2);
    expect(output.match(/Device or resource busy/g)).toHaveLength(2);
    expect(existsSync(join(root, "libs/one/.git/config"))).toBe(true);
  });

  it("the engine's own checks go inside only when asked to", async () => {
    const { root } = await tempRepo();

    expect(await wrapCheck(sandboxSetup(root), LINE)).toEqual(LINE);
    const inside = await wrapCheck(sandboxSetup(root, { settings: { ...SETTINGS, checks: true } }), LINE);
    expect(inside.join(" ")).toContain("bwrap");
  });
});

function runHere(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const [program = "", ...words] = command;
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(program, words, { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });
}
