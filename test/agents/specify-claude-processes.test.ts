// The command is stopped while Claude works, and Claude works for a hostile model: what is left, and what was reached.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { until } from "../contracts/agent-runtime.contract.ts";
import { verifies } from "../requirements.ts";
import {
  claudePlace,
  ONE_ROUND,
  REJECTION,
  readsSpec,
  remembers,
  TWO_ROUNDS,
  writesSpec,
} from "../support/claude-story.ts";
import { calls, hangs, reply, says, submits, text, tool } from "../support/fake-anthropic/reply.ts";
import { approve, createFeature, FEATURE } from "../support/story.ts";
import { tempFolder, writeFiles } from "../support/temp-repo.ts";

vi.setConfig({ testTimeout: 180_000 }); // a dozen Claude processes, one after the other

const CLAUDE = ["--yolo", "--runtime", "claude"];

test("Ctrl-C in the middle of a check leaves no process, and continue ends the phase", async () => {
  const check = "sh hang.sh";
  const place = await claudePlace(
    { ...ONE_ROUND, "spec-author": [calls("Bash", { command: check }), writesSpec(), says("Wrote it.")] },
    {
      files: {
        "hang.sh": "sleep 100 &\nsleep 100\n",
        "iflow.config.json": JSON.stringify({ checks: { test: check } }),
      },
    },
  );
  await createFeature(place);
  const command = place.start("specify", ...CLAUDE);
  await until(() => place.agents().length >= 4); // Claude, the check, and the two it waits for

  command.process.kill("SIGINT");

  expect(await command.ended()).toBe(130);
  expect(place.agents()).toEqual([]);
  const ended = await place.iflow("continue");
  expect(ended.stderr + ended.stdout).toContain("Spec approved in 1 round");
  expect(ended.code).toBe(0);
});

verifies(
  ["RES-1", "RES-2"],
  "kill -9 in the gate and again in a resumed review leaves no process; nothing that was paid is paid again",
  async () => {
    const cutOff = hangs(text("so"));
    const place = await claudePlace({
      ...TWO_ROUNDS,
      "codebase-explorer": [remembers(), remembers(), cutOff, remembers()],
      "spec-reviewer": [readsSpec, submits(REJECTION), cutOff, submits(approve())],
    });
    await createFeature(place);

    const first = place.start("specify", ...CLAUDE);
    await until(() => place.requestsOf("codebase-explorer").length === 3);
    await first.kill();
    await until(() => place.agents().length === 0);
    const second = place.start("continue");
    await until(() => place.requestsOf("spec-reviewer").length === 3);
    await second.kill();
    await until(() => place.agents().length === 0);
    const ended = await place.iflow("continue");

    expect(ended.stderr + ended.stdout).toContain("Spec approved in 2 rounds");
    expect(ended.code).toBe(0);
    const rows = await place.dispatches(FEATURE);
    expect(rows.map(({ role, kind, reason }) => `${role} ${kind} ${reason}`)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "resume-gate fresh gate-test", // answered and paid for before the kill; the test begins again
      "resume-gate fresh gate-test",
      "resume-gate resume gate-test",
      "spec-author resume delta",
      "spec-reviewer fresh interrupted",
      "phase-reviewer fresh first-round",
    ]);
    expect(place.requestsOf("spec-author")).toHaveLength(TWO_ROUNDS["spec-author"].length);
    expect(place.requestsOf("codebase-explorer")).toHaveLength(3 + 3);
  },
);

test("a hostile model reaches nothing outside its bounds; it is recorded, and the run continues", async () => {
  const outside = await tempFolder();
  await writeFiles(outside, { "notes.txt": "SECRET" });
  const escaped = `iflow-escaped-${randomUUID()}`;
  const place = await claudePlace({
    ...ONE_ROUND,
    "spec-author": [
      reply(
        tool("Read", { file_path: "/etc/passwd" }),
        tool("Write", { file_path: `../${escaped}`, content: "out" }),
        tool("Write", { file_path: ".git/config", content: "out" }),
        tool("Write", { file_path: "link/new.txt", content: "out" }),
      ),
      writesSpec(),
      says("Wrote it."),
    ],
    "spec-reviewer": [
      reply(
        tool("Read", { file_path: "/etc/passwd" }),
        tool("Read", { file_path: "link/notes.txt" }),
        tool("Bash", { command: "cat /etc/passwd" }),
        tool("Write", { file_path: "README.md", content: "mine" }),
      ),
      submits(approve()),
    ],
  });
  await symlink(outside, join(place.root, "link"));
  const before = { config: place.read(".git/config"), readme: place.read("README.md") };
  await createFeature(place);

  const ended = await place.specify();

  expect(ended.stderr + ended.stdout).toContain("Spec approved in 1 round");
  expect(ended.code).toBe(0);
  const [author, reviewer] = await place.dispatches(FEATURE);
  const outOfTree = "it is outside the repository";
  const throughLink = (path: string) =>
    `${path}: the path "${path}" is refused: it leads out of the repository through a symlink`;
  // calls of one message are judged side by side, in no order
  expect(new Set(author?.refused)).toEqual(
    new Set([
      `/etc/passwd: ${outOfTree}`,
      `${join(place.root, "..", escaped)}: ${outOfTree}`,
      ".git/config: it points into .git",
      throughLink("link/new.txt"),
    ]),
  );
  expect(new Set(reviewer?.refused)).toEqual(
    new Set([
      `/etc/passwd: ${outOfTree}`,
      throughLink("link/notes.txt"),
      "run: this role has no tool Bash",
      "write: this role has no tool Write",
    ]),
  );
  expect({ config: place.read(".git/config"), readme: place.read("README.md") }).toEqual(before);
  expect(existsSync(join(place.root, "..", escaped))).toBe(false);
  expect(existsSync(join(outside, "new.txt"))).toBe(false);
  expect(JSON.stringify(place.fake.requests)).not.toMatch(/SECRET|root:x:/);
});
