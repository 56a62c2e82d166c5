// iflow inside of Claude Code: the real program, the plugin, its hooks and the MCP server; only the models are played.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { verifies } from "../requirements.ts";
import { type Agents, CLAUDE, claudeHost, PLUGIN } from "../support/claude-host.ts";
import { calls, hangs, says } from "../support/fake-anthropic/reply.ts";
import { lastPrompt } from "../support/fake-anthropic/request.ts";
import { workplace } from "../support/iflow.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec, specify, TWO_ROUNDS } from "../support/story.ts";

vi.setConfig({ testTimeout: 240_000 });

const HISTORY = `docs/features/${FEATURE}/.review-history.md`;
const SECOND = spec("- AC-2: after a minute the count is zero again.\n");
const REJECTION = JSON.stringify(TWO_ROUNDS["spec-reviewer"]?.[0]?.reply);

verifies(
  ["FIN-2", "LOOP-7"],
  "specify in Claude Code goes to approval over a killed host, as it does on the command line",
  async () => {
    execFileSync(CLAUDE, ["plugin", "validate", "--strict", PLUGIN]);
    let isCut = false;
    const place = await claudeHost(
      agentsIn(() => place.root),
      ({ fresh }) => {
        if (isCut || fresh?.orders[0]?.kind !== "resume") return undefined;
        isCut = true;
        return hangs();
      },
    );
    await createFeature(place);

    const session = await place.killed("/iflow:specify --yolo", () => isCut);
    const ended = await place.claude("/iflow:continue", "--resume", session);

    expect(ended.output).toContain("specify of 001-login-limit is over (continue) after 3 review rounds");
    const { document } = await place.json("show", FEATURE);
    const rows = document.data.runs[0].dispatches as { role: string; kind: string; session: string; cost?: number }[];
    expect(rows.map(({ role, kind }) => `${role} ${kind}`)).toEqual([
      "spec-author fresh",
      "spec-reviewer fresh",
      "spec-author resume",
      "spec-reviewer resume",
      "phase-reviewer fresh",
    ]);
    expect(rows[3]?.session).toBe(rows[1]?.session);
    expect(rows.every(({ cost }) => (cost ?? 0) > 0)).toBe(true);
    const woken = place.fake.requests.filter((request) =>
      lastPrompt(request).includes("004-spec-reviewer-resume.prompt.md"),
    );
    expect(woken[0]?.body.messages.length).toBeGreaterThan(2);

    const cli = await workplace(TWO_ROUNDS);
    await createFeature(cli);
    expect((await specify(cli, "--yolo")).code).toBe(0);
    expect(place.read(SPEC_PATH)).toBe(cli.read(SPEC_PATH));
    expect(withoutTimesAndMarkers(place.read(HISTORY))).toBe(withoutTimesAndMarkers(cli.read(HISTORY)));
    expect(place.git("log", "--format=%s")).toBe(cli.git("log", "--format=%s"));
    expect(place.read(HISTORY)).not.toMatch(/HOST-REFUSED|SELF-REPORTED|RESUME-FALLBACK/);
  },
);

function agentsIn(root: () => string): Agents {
  const writes = (content: string) => () => calls("Write", { file_path: join(root(), SPEC_PATH), content });
  const reads = () => calls("Read", { file_path: join(root(), SPEC_PATH) });
  return {
    "spec-author": [writes(spec()), says("Wrote the first draft."), reads, writes(SECOND), says("Added AC-2.")],
    "spec-reviewer": [says(REJECTION), says(JSON.stringify(approve()))],
    "phase-reviewer": [says(`Files read: spec.md (20 lines)\n${JSON.stringify(approve())}`)],
  };
}

function withoutTimesAndMarkers(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "(time)")
    .replaceAll(/^[A-Z]+-[A-Z-]+: .*$\n?/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n");
}
