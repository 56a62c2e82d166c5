// The gate before the first resume, with the real Claude client: what a failed, an unfinished and a cold one lead to.
import { expect, vi } from "vitest";
import { verifies } from "../requirements.ts";
import { type ClaudePlace, COLD, claudePlace, forgets, remembers, TWO_ROUNDS, twice } from "../support/claude-story.ts";
import { fails } from "../support/fake-anthropic/reply.ts";
import { createFeature, FEATURE } from "../support/story.ts";

vi.setConfig({ testTimeout: 180_000 }); // a dozen Claude processes, one after the other

const SECOND = "002-another-limit";

verifies(
  "RES-1",
  "Claude that forgets what it read is never resumed, neither in this feature nor in the next, and the feature says why",
  async () => {
    const place = await claudePlace(twice({ ...TWO_ROUNDS, "codebase-explorer": [forgets] }));
    const deferred = "V3: resumed, it no longer knows the first line it read";
    await createFeature(place);

    expect((await place.specify()).code).toBe(0);

    expect(await plans(place, FEATURE)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "resume-gate fresh gate-test",
      "resume-gate resume gate-test",
      "spec-author fresh gate",
      "spec-reviewer fresh gate",
      "phase-reviewer fresh first-round",
    ]);
    expect(metaOf(place, FEATURE).r1_deferred_reason).toBe(deferred);

    const asked = place.requestsOf("codebase-explorer").length;
    await place.iflow("create-feature", "another limit", "--from", "base");
    expect((await place.specify(`--feature=${SECOND}`)).code).toBe(0);
    expect(place.requestsOf("codebase-explorer")).toHaveLength(asked);
    expect(await plans(place, SECOND)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "spec-author fresh gate",
      "spec-reviewer fresh gate",
      "phase-reviewer fresh first-round",
    ]);
    expect(metaOf(place, SECOND).r1_deferred_reason).toBe(deferred);
  },
);

verifies(
  "RES-1",
  "an overload in the gate decides for one run only; the next one tests again, and a cold cache is told but resumed",
  async () => {
    const overloaded = fails(529, { retryAfter: 0 });
    const place = await claudePlace({
      ...twice(TWO_ROUNDS),
      "codebase-explorer": [overloaded, overloaded, remembers(COLD)],
    });
    await createFeature(place);

    expect((await place.specify()).code).toBe(0);

    expect(await plans(place, FEATURE)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "resume-gate fresh gate-test",
      "spec-author fresh gate",
      "spec-reviewer fresh gate",
      "phase-reviewer fresh first-round",
    ]);
    expect(metaOf(place, FEATURE).r1_deferred_reason).toMatch(/^V1: .*529/);

    await place.iflow("create-feature", "another limit", "--from", "base");
    expect((await place.specify(`--feature=${SECOND}`)).code).toBe(0);
    expect(await plans(place, SECOND)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "resume-gate fresh gate-test",
      "resume-gate resume gate-test",
      "spec-author resume cold",
      "spec-reviewer resume cold",
      "phase-reviewer fresh first-round",
    ]);
    expect(metaOf(place, SECOND)).not.toHaveProperty("r1_deferred_reason");
  },
);

async function plans(place: ClaudePlace, feature: string): Promise<string[]> {
  return (await place.dispatches(feature)).map(({ role, kind, reason }) => `${role} ${kind} ${reason}`);
}

function metaOf(place: ClaudePlace, feature: string): Record<string, unknown> {
  return JSON.parse(place.read(`docs/features/${feature}/.meta.json`));
}
