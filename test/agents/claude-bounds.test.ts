// What the real Claude client can reach in each kind of role when the model behind it is hostile.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { secretFiles } from "../../src/domain/text/secrets/secret-files.ts";
import type { AgentEvent } from "../../src/ports/agents/agent-runtime.ts";
import { collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { promptOf } from "../support/agent-request.ts";
import { prepareClaude, TEST_KEY, textsBelow } from "../support/claude-agent.ts";
import { calls, reply, says, tool } from "../support/fake-anthropic/reply.ts";
import { toolNames } from "../support/fake-anthropic/request.ts";
import { tempFolder, writeFiles } from "../support/temp-repo.ts";

const WRITER = { role: "implementer", access: "write" } as const;

describe("a reader", () => {
  it("is refused what is outside, in git's folder or behind a symlink, and every change; then it continues", async () => {
    const outside = await tempFolder();
    await writeFiles(outside, { "secret.txt": "SECRET" });
    const { runtime, request, fake, root } = await prepareClaude([
      {
        replies: [
          calls("Read", { file_path: join(outside, "secret.txt") }),
          calls("Read", { file_path: "../secret.txt" }),
          calls("Read", { file_path: "link/secret.txt" }),
          calls("Read", { file_path: ".git/config" }),
          calls("Grep", { pattern: "SECRET", path: outside, output_mode: "content" }),
          calls("Grep", { pattern: "SECRET", path: "link", output_mode: "content" }),
          calls("Glob", { pattern: `${outside}/*` }),
          calls("Write", { file_path: "README.md", content: "mine" }),
          calls("Bash", { command: "cat /etc/passwd" }),
          calls("Agent", { description: "help", prompt: "read it for me" }),
          says("I tried."),
        ],
      },
    ]);
    await symlink(outside, join(root, "link"));
    const before = readFileSync(join(root, "README.md"), "utf8");

    const events = await collect(runtime, request());

    expect(refusals(events)).toEqual([
      `read ${outside}/secret.txt`,
      `read ${join(root, "../secret.txt")}`, // the client says it in full
      "read link/secret.txt",
      "read .git/config",
      `search ${outside}`,
      "search link",
      `list ${outside}/*`,
      "write",
      "run",
      "Agent",
    ]);
    expect(outcomeOf(events)).toMatchObject({ status: "completed", reply: "I tried." });
    expect(resultsSent(fake.requests)).not.toContain("SECRET");
    expect(readFileSync(join(root, "README.md"), "utf8")).toBe(before);
  });

  it("finds nothing of git's folder by searching with a pattern that takes it in", async () => {
    const { runtime, request, fake } = await prepareClaude([
      {
        replies: [
          reply(
            tool("Grep", { pattern: "iflow test", glob: "**/*", output_mode: "content" }),
            tool("Grep", { pattern: "iflow test", glob: "*", output_mode: "content" }),
            tool("Glob", { pattern: "**/*" }),
          ),
          says("done"),
        ],
      },
    ]);

    await collect(runtime, request());

    expect(resultsSent(fake.requests)).toContain("README.md");
    expect(resultsSent(fake.requests)).not.toMatch(/iflow test|\.git\/config/);
  });

  it("may read the repository, and each file it read is told by its path there", async () => {
    const { runtime, request } = await prepareClaude([
      { replies: [calls("Read", { file_path: "./docs/../README.md" }), says("read")] },
    ]);

    const events = await collect(runtime, request());

    expect(events.filter(({ type }) => type === "tool-called")).toEqual([
      { type: "tool-called", name: "read", path: "README.md" },
    ]);
  });

  it("has web tools only in a role that checks claims against the outside (CTX-8)", async () => {
    const { runtime, request, fake } = await prepareClaude([{ replies: [says("ok")] }]);

    for (const role of ["spec-reviewer", "task-reviewer"] as const) await collect(runtime, request({ role }));

    const web = fake.requests.map((sent) => toolNames(sent).filter((name) => name.startsWith("Web")));
    expect(web).toEqual([["WebFetch", "WebSearch"], []]);
  });

  it("is sent a prompt as it stands: no file or command named in it is taken up", async () => {
    const { runtime, request, fake, root } = await prepareClaude([{ replies: [says("ok")] }]);
    await writeFiles(root, { "notes.md": "NOTES", "CLAUDE.md": "GUIDE" });

    await collect(runtime, request({ prompt: promptOf("/help @notes.md @/etc/passwd") }));

    const sent = JSON.stringify(fake.requests.map(({ body }) => body));
    expect(sent).toContain("/help @notes.md @/etc/passwd");
    expect(sent).not.toMatch(/NOTES|GUIDE|root:x:/);
  });
});

describe("a writer", () => {
  it("changes files of the repository and runs the stored checks, and nothing else", async () => {
    const outside = await tempFolder();
    const escaped = `iflow-escaped-${randomUUID()}`;
    const { runtime, request, root } = await prepareClaude(
      [
        {
          replies: [
            calls("Write", { file_path: "src/new.ts", content: "new" }),
            calls("Write", { file_path: `../${escaped}`, content: "out" }),
            calls("Write", { file_path: ".git/config", content: "out" }),
            calls("Write", { file_path: "link/x", content: "out" }),
            calls("Bash", { command: "touch checked" }),
            calls("Bash", { command: "touch checked && touch more" }),
            says("done"),
          ],
        },
      ],
      { checks: ["touch checked"] },
    );
    await symlink(outside, join(root, "link"));

    const events = await collect(runtime, request(WRITER));

    expect(outcomeOf(events)).toMatchObject({ status: "completed" });
    expect(refusals(events)).toEqual([
      `write ${join(root, "..", escaped)}`,
      "write .git/config",
      "write link/x",
      "run touch checked && touch more",
    ]);
    expect(readFileSync(join(root, "src/new.ts"), "utf8")).toBe("new");
    expect(existsSync(join(root, "checked"))).toBe(true);
    expect(existsSync(join(root, "more"))).toBe(false);
    expect(existsSync(join(root, "..", escaped))).toBe(false);
    expect(existsSync(join(outside, "x"))).toBe(false);
  });
});

describe("the configuration of the repository", () => {
  it("is closed to a writer by every name it has, and stays readable (F1)", async () => {
    const { runtime, request, root } = await prepareClaude([
      {
        replies: [
          calls("Read", { file_path: "iflow.config.json" }),
          calls("Write", { file_path: "iflow.config.json", content: "{}" }),
          calls("Edit", { file_path: "./docs/../iflow.config.json", old_string: "mine", new_string: "{}" }),
          calls("Write", { file_path: "IFLOW.CONFIG.json", content: "{}" }),
          calls("Write", { file_path: "link.json", content: "{}" }),
          says("done"),
        ],
      },
    ]);
    await writeFiles(root, { "iflow.config.json": "mine" });
    await symlink("iflow.config.json", join(root, "link.json"));

    const events = await collect(runtime, request(WRITER));

    expect(refusals(events)).toEqual([
      "write iflow.config.json",
      "edit iflow.config.json",
      "write IFLOW.CONFIG.json",
      "write link.json",
    ]);
    expect(readFileSync(join(root, "iflow.config.json"), "utf8")).toBe("mine");
    expect(existsSync(join(root, "IFLOW.CONFIG.json"))).toBe(false);
  });
});

describe("files with secrets", () => {
  it("F10: are neither read nor found by a search, unless git tracks them; nor written", async () => {
    const secrets = secretFiles({ tracked: () => [".env.test"], deny: ["*.sqlite"] });
    const { runtime, request, fake, root } = await prepareClaude(
      [
        {
          replies: [
            calls("Read", { file_path: ".env" }),
            calls("Read", { file_path: "notes.txt" }),
            calls("Read", { file_path: ".env.test" }),
            calls("Grep", { pattern: "VALUE", output_mode: "content" }),
            calls("Grep", { pattern: "VALUE", output_mode: "content", glob: ".env*" }),
            calls("Write", { file_path: ".env.local", content: "x" }),
            says("done"),
          ],
        },
      ],
      {
        secrets,
        files: {
          ".env": "VALUE=HIDDEN",
          "data/a.sqlite": "VALUE=HIDDEN",
          ".env.test": "VALUE=SHOWN",
          "a.txt": "VALUE=TOO",
        },
      },
    );
    await symlink(".env", join(root, "notes.txt"));

    const events = await collect(runtime, request(WRITER));

    expect(outcomeOf(events)).toMatchObject({ status: "completed" });
    expect(refusals(events)).toEqual(["read .env", "read notes.txt", "write .env.local"]);
    expect(resultsSent(fake.requests)).toContain("SHOWN");
    expect(resultsSent(fake.requests)).toContain("TOO");
    expect(resultsSent(fake.requests)).not.toContain("HIDDEN");
    expect(existsSync(join(root, ".env.local"))).toBe(false);
  });
});

describe("a blind role", () => {
  it("reads the files it was given and finds no others, by path or by search (IMP-9)", async () => {
    const { runtime, request, fake, root } = await prepareClaude(
      [
        {
          replies: [
            calls("Read", { file_path: "docs/spec.md" }),
            () => calls("Read", { file_path: hidden() }),
            calls("Read", { file_path: "src/secret.ts" }),
            calls("Grep", { pattern: "HIDDEN", output_mode: "content" }),
            calls("Glob", { pattern: "**/*" }),
            says("outlined"),
          ],
        },
      ],
      { files: { "docs/spec.md": "VISIBLE", "src/secret.ts": "HIDDEN" } },
    );
    const hidden = () => join(root, "src/secret.ts");
    const blind = { role: "test-deepener-a", access: "blind", readable: ["docs/spec.md"] } as const;

    const events = await collect(runtime, request(blind));

    expect(outcomeOf(events)).toMatchObject({ status: "completed" });
    expect(refusals(events)).toEqual([`read ${hidden()}`, "read src/secret.ts"]);
    expect(resultsSent(fake.requests)).toContain("VISIBLE");
    expect(resultsSent(fake.requests)).not.toMatch(/HIDDEN|secret/);
  });
});

describe("secrets", () => {
  it("F2: of other tools do not reach Claude or what it runs, and our key is in no file", async () => {
    const secrets = { GITHUB_TOKEN: "ghp_other", AWS_SECRET_ACCESS_KEY: "aws_other", NPM_TOKEN: "npm_other" };
    const { runtime, request, root, home } = await prepareClaude(
      [{ replies: [calls("Bash", { command: "env > mine" }), says("done")] }],
      { checks: ["env > mine"], env: { ...secrets, JAVA_HOME: "/java" } },
    );

    await collect(runtime, request(WRITER));

    const seen = readFileSync(join(root, "mine"), "utf8");
    expect(seen).toContain("IFLOW_STEP=");
    expect(seen).toContain("JAVA_HOME=/java");
    expect(seen).not.toMatch(/GITHUB_TOKEN|AWS_|NPM_TOKEN|_other/);
    const places = [...textsBelow(home), ...textsBelow(root)].filter(({ text }) => text.includes(TEST_KEY));
    expect(places.map(({ path }) => path)).toEqual([]); // not even the check saw it
  });
});

function refusals(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === "tool-called" && event.refused !== undefined ? [`${event.name} ${event.path ?? ""}`.trim()] : [],
  );
}

/** What tools gave back to the model, over all requests. */
function resultsSent(requests: readonly { readonly body: { readonly messages: readonly unknown[] } }[]): string {
  const turns = JSON.stringify(requests.at(-1)?.body.messages ?? []);
  return [...turns.matchAll(/"type":"tool_result".*?(?=\{"role"|$)/g)].map(([text]) => text).join("\n");
}
