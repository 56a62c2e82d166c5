// A specification written and reviewed by each real agent, from the command to its provider: one rejection, one revision,
// both approvals. Where its sessions can be trusted they are resumed; otherwise every dispatch is fresh and says why.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { says } from "../support/fake-anthropic/reply.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "../support/story.ts";
import { agentPlace } from "./place.ts";
import { REAL_AGENTS, type RealAgent } from "./real-agent.ts";
import { judges, type RoleScript } from "./role-script.ts";
import { keepRow, sessionsIn } from "./table.ts";

const ADDED = "- AC-2: after a minute the count is zero again.";
const NOTHING_TO_VERIFY = "No external claims to verify.";

describe.each(REAL_AGENTS)("$name", (agent) => {
  it("writes a specification, is rejected, revises it and is approved", async () => {
    const place = await agentPlace(agent, (root) => twoRounds(agent, root));
    await createFeature(place);

    const ended = await place.run("specify");

    const outcomes = place.outcomes("specify");
    keepRow(agent, { specify: ended.code === 0 ? "approved" : "failed", ...sessionsIn(outcomes) });
    expect(ended.stderr + ended.stdout).toContain("Spec approved in 2 rounds");
    expect(ended.code).toBe(0);
    expect(place.read(SPEC_PATH)).toBe(`${spec()}${ADDED}\n`);
    const again = agent.resumes ? "resume" : "fresh";
    expect(outcomes.map(({ role, kind }) => `${role} ${kind}`)).toEqual([
      ...["spec-author fresh", "spec-reviewer fresh"],
      ...(agent.resumes ? ["resume-gate fresh", "resume-gate resume"] : []),
      ...[`spec-author ${again}`, `spec-reviewer ${again}`, "phase-reviewer fresh"],
    ]);
    expect(place.read(`docs/features/${FEATURE}/.review-history.md`)).not.toContain("RESUME-FALLBACK");
    expect(place.git("status", "--porcelain")).toBe("");
  });
});

function twoRounds(agent: RealAgent, root: string): RoleScript {
  const path = join(root, SPEC_PATH);
  return {
    "spec author": [
      ...[agent.write(path, spec()), says("Wrote the first draft.")],
      ...[agent.read(path), agent.append(path, spec(), ADDED), says("Added AC-2.")],
    ],
    "spec reviewer": [
      ...[agent.read(path), judges({ ...reject("When does the count end?"), summary: NOTHING_TO_VERIFY })],
      judges(approve(NOTHING_TO_VERIFY)),
    ],
    "phase reviewer": [agent.read(path), judges(approve())],
  };
}
