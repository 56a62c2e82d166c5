// Files with secrets are not handed to agents through us: not read, not found, not listed, not written, not committed.
import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { acpWorkplace, ONE_ROUND, writesSpec } from "../../support/acp-workplace.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { bundleForNode } from "../../support/bundle.ts";
import { textsBelow } from "../../support/claude-agent.ts";
import { calls, reply, tool } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { CODE, preparedPlace, TASK } from "../../support/scenario.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FOLDER, ONE_ROUND as ROUND, SPEC_PATH, spec, specify } from "../../support/story.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const SECRET = "hidden-value-0123456789";
const WHY = "it may hold secrets, and git does not track it";
const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

/** Untracked ones, one that git ignores, and links that lead there; then some that may be seen. */
async function layOut(place: Workplace): Promise<void> {
  await place.write({ ".env.test": "TRACKED=1\n", ".env.example": "EXAMPLE=1\n", "data/a.sqlite": `${SECRET}\n` });
  place.git("add", ".env.test", "data/a.sqlite");
  place.git("commit", "--quiet", "-m", "files");
  await place.write({ ".env": `KEY=${SECRET}\n`, "deploy.pem": `${SECRET}\n` });
  await symlink(".env", join(place.root, "notes.txt"));
  await place.write({ ".git/info/exclude": "deploy.pem\n" });
}

describe("SAFE-6", () => {
  verifies("SAFE-6", "F10: over the plain API they are refused, and neither found nor listed", async () => {
    const fake = await startFakeAnthropic([
      {
        when: isAskedAs("spec author"),
        replies: [
          reply(
            ...[".env", "deploy.pem", "notes.txt", "data/a.sqlite", ".env.test", ".env.example"].map((path) =>
              tool("read", { path }),
            ),
            ...[tool("grep", { pattern: "hidden-value" }), tool("grep", { pattern: "x", path: ".env" })],
            ...[tool("list", {}), tool("write", { path: ".env.local", content: "mine" })],
            tool("edit", { path: ".env", old: "KEY", new: "OTHER" }),
          ),
          calls("write", { path: SPEC_PATH, content: spec() }),
          handsIn("Done."),
        ],
      },
      {
        when: isAskedAs("spec reviewer"),
        replies: [handsIn({ ...approve(), summary: "No external claims to verify." })],
      },
      { when: isAskedAs("phase reviewer"), replies: [handsIn(approve())] },
    ]);
    onTestFinished(() => fake.close());
    const place = await workplace({}, { "iflow.config.json": '{"agents": {"deny": ["*.sqlite"]}}' });
    await createFeature(place);
    await layOut(place);
    const env = { ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };

    const doctor = await place.iflowWith({ env }, "doctor");
    expect(doctor.stdout).toMatch(/anthropic .*\n.*\n +files with secrets: closed to it\n/);
    const ended = await place.iflowWith({ env }, "specify", "--yolo", "--runtime", "anthropic");

    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining("read .env")]);
    const sent = JSON.stringify(fake.requests.map(({ body }) => body));
    expect(sent).not.toContain(SECRET);
    for (const words of ["TRACKED=1", "EXAMPLE=1", "[Nothing found.]", WHY, "agents.deny in the configuration"]) {
      expect(sent).toContain(words);
    }
    const list = /README\.md\\n[^"]*/.exec(sent)?.[0] ?? "";
    expect([list.includes(".pem"), list.includes(".env\\n"), existsSync(join(place.root, ".env.local"))]).toEqual([
      ...[false, false, false],
    ]);
    expect(place.read(".env")).toBe(`KEY=${SECRET}\n`);
    expect(textsBelow(join(place.root, ".git", "iflow")).filter(({ text }) => text.includes(SECRET))).toEqual([]);
  });

  verifies(
    "SAFE-6",
    "a clone's links put no secret into a prompt, a record or a document, and nothing into it",
    async () => {
      const place = await workplace(ROUND);
      await createFeature(place);
      const links = ["AGENTS.md", "CLAUDE.md", "docs/knowledge-bank/patterns.md", `${FOLDER}/.review-history.md`];
      await place.write({ "docs/knowledge-bank/heuristics.md": "# Heuristics\n" });
      for (const path of links)
        await symlink(`${"../".repeat(path.split("/").length - 1)}.env`, join(place.root, path));
      place.git("add", ...links);
      place.git("commit", "--quiet", "-m", "links");
      await place.write({ ".env": `KEY=${SECRET}\n` });

      const ended = await specify(place, "--yolo");

      expect(`${ended.code} ${inWords(ended.stderr)}`).toMatch(
        /^0 .*AGENTS\.md was skipped: .* link to "\.env": it may hold/,
      );
      expect(place.read(".env")).toBe(`KEY=${SECRET}\n`);
      expect(place.git("log", "-p", "-3")).not.toContain(SECRET);
      expect(textsBelow(join(place.root, ".git", "iflow")).filter(({ text }) => text.includes(SECRET))).toEqual([]);

      await symlink("../../../.env", join(place.root, FOLDER, "prd.md"));
      const refused = await place.iflow("design", "--script", place.scriptPath, "--yolo");
      expect([refused.code, inWords(refused.stderr)]).toEqual([
        1,
        expect.stringMatching(/prd\.md" is refused: it is a link to/),
      ]);
    },
  );

  verifies("SAFE-6", "F10: the file door of an ACP agent is closed to them", async () => {
    const place = await acpWorkplace(program(), {
      roles: {
        ...ONE_ROUND,
        "spec-author": [
          [
            { read: ".env" },
            { read: "notes.txt" },
            { write: ".env.local", text: "x" },
            writesSpec(),
            { say: "Did it." },
          ],
        ],
      },
    });
    await layOut(place);

    const ended = await place.specify();

    expect(ended.stderr + ended.stdout).toContain("Spec approved");
    const [first] = place.outcomes();
    expect(JSON.stringify(first)).toContain(WHY);
    expect(JSON.stringify(place.outcomes())).not.toContain(SECRET);
    expect(existsSync(join(place.root, ".env.local"))).toBe(false);
  });

  verifies(
    "SAFE-6",
    "F10: one that an agent writes is refused; one that a command writes is not committed or shown",
    async () => {
      const turn = { writes: { [CODE]: "export const a = 1;\n" }, reply: `Files changed:\n- ${CODE}\n- .env` };
      const place = await preparedPlace({
        implementer: [
          { ...turn, writes: { ".env": "KEY=1\n" } },
          { ...turn, run: [`echo KEY=${SECRET} >> .env`] },
        ],
      });

      const ended = await place.iflow("implement", "--script", place.scriptPath, "--yolo");

      expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining("implementer was refused: write .env")]);
      expect(place.git("log", "--format=", "--name-only", "--fixed-strings", `--grep=${TASK}`, "prepared..HEAD")).toBe(
        CODE,
      );
      expect(place.read(".env")).toContain(SECRET);
      expect(textsBelow(join(place.root, ".git", "iflow", "runs")).filter(({ text }) => text.includes(SECRET))).toEqual(
        [],
      );
    },
  );
});
