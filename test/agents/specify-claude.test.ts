// A specification written and reviewed by the real Claude client, from the command to the fake API.
import { expect, vi } from "vitest";
import { PRICES } from "../../src/domain/billing/usage.ts";
import { verifies } from "../requirements.ts";
import { TEST_KEY, textsBelow } from "../support/claude-agent.ts";
import { claudePlace, ONE_ROUND, REJECTION, readsSpec, TWO_ROUNDS, twice, using } from "../support/claude-story.ts";
import { canonicalPrefix } from "../support/fake-anthropic/canonical-prefix.ts";
import { submits } from "../support/fake-anthropic/reply.ts";
import { lastPrompt, type MessagesRequest, toolNames } from "../support/fake-anthropic/request.ts";
import { approve, createFeature, FEATURE, SPEC_PATH } from "../support/story.ts";

vi.setConfig({ testTimeout: 180_000 }); // a dozen Claude processes, one after the other

const HISTORY = `docs/features/${FEATURE}/.review-history.md`;

verifies(
  ["RES-1", "RES-2"],
  "author and reviewer are resumed where they stood, after one gate for all features to come",
  async () => {
    const first = { input_tokens: 7, cache_creation_input_tokens: 900, cache_read_input_tokens: 0, output_tokens: 20 };
    const then = { input_tokens: 5, cache_creation_input_tokens: 40, cache_read_input_tokens: 900, output_tokens: 60 };
    const place = await claudePlace(
      twice({
        ...TWO_ROUNDS,
        "spec-reviewer": [using(first, readsSpec), using(then, submits(REJECTION)), using(then, submits(approve()))],
      }),
    );
    await createFeature(place);

    const ended = await place.specify();

    expect(ended.stderr + ended.stdout).toContain("Spec approved in 2 rounds");
    expect(ended.code).toBe(0);
    const rows = await place.dispatches(FEATURE);
    expect(rows.map(({ role, kind, reason }) => `${role} ${kind} ${reason}`)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "resume-gate fresh gate-test",
      "resume-gate resume gate-test",
      "spec-author resume delta",
      "spec-reviewer resume delta",
      "phase-reviewer fresh first-round",
    ]);
    expect(place.read(SPEC_PATH)).toContain("- AC-2: after a minute the count is zero again.");
    expect(place.read(HISTORY)).not.toMatch(/RESUME-FALLBACK|LAZY-LOAD-WARNING|VERIFICATION-WARNING/);

    const author = place.requestsOf("spec-author");
    const reviewer = place.requestsOf("spec-reviewer");
    expect(sharedPart(author[1], author[2])).toBe(1);
    expect(sharedPart(reviewer[1], reviewer[2])).toBe(1);
    expect(lastPrompt(reviewer[2]!)).toMatch(/## Delta.*\+- AC-2.*## Fix Summary\nAdded AC-2\./s);
    expect(lastPrompt(reviewer[2]!)).not.toContain("## What to look at");

    const reviews = rows.filter(({ role }) => role === "spec-reviewer");
    expect(reviews.map(({ usage }) => usage)).toMatchObject([
      { input: 12, cacheWrite: 940, cacheRead: 900, output: 80, estimated: false },
      { input: 5, cacheWrite: 40, cacheRead: 900, output: 60, estimated: false },
    ]);
    const price = PRICES.models["claude-opus-5-5"]!;
    const sum = 12 * price.input + 940 * price.write5m + 900 * price.read + 80 * price.output;
    expect(reviews[0]?.cost).toBeCloseTo(sum / 1_000_000, 9);

    const asked = place.requestsOf("codebase-explorer").length;
    await place.iflow("create-feature", "another limit", "--from", "base");
    expect((await place.specify("--feature=002-another-limit")).code).toBe(0);
    expect(place.requestsOf("codebase-explorer")).toHaveLength(asked);
    expect((await place.dispatches("002-another-limit")).map(({ kind }) => kind)).toEqual([
      ...["fresh", "fresh", "resume", "resume", "fresh"],
    ]);
  },
);

verifies(
  ["CTX-8"],
  "a Claude that is there is found and said in one line; only who must verify claims reaches the web; the key is in no file",
  async () => {
    const place = await claudePlace(ONE_ROUND);
    await createFeature(place);

    const ended = await place.iflow("specify", "--yolo");

    expect(ended.code).toBe(0);
    expect(ended.stderr.match(/^Using .*/gm)).toHaveLength(1);
    expect(ended.stderr).toMatch(
      /^Using claude \(\d+\.\d+\.\d+, key in ANTHROPIC_API_KEY\);\s--runtime [\w\s.]* chooses\s+another\.$/m,
    );
    const roles = ["spec-author", "spec-reviewer", "phase-reviewer"] as const;
    const given = roles.map((role) => place.requestsOf(role)[0]!);
    expect(given.map(({ body }) => body.model)).toEqual(["claude-opus-5-5", "claude-opus-5-5", "claude-sonnet-5-5"]);
    expect(given.map((request) => ownTools(request))).toEqual([
      ["Bash", "Edit", "Glob", "Grep", "Read", "Write"],
      ["Glob", "Grep", "Read", "StructuredOutput", "WebFetch", "WebSearch"],
      ["Glob", "Grep", "Read", "StructuredOutput"],
    ]);
    // it gave none of the sentences it owes: logged, and approved all the same
    expect(place.read(HISTORY)).toContain("VERIFICATION-WARNING: spec-reviewer did not say what it verified");
    const files = [...textsBelow(place.root), ...textsBelow(place.home)];
    expect(files.filter(({ text }) => text.includes(TEST_KEY))).toEqual([]);
  },
);

/** Without the one Claude itself puts in place of tools it could load later. */
function ownTools(request: MessagesRequest): string[] {
  return toolNames(request)
    .filter((name) => name !== "DeferredToolPlaceholder")
    .sort();
}

function sharedPart(earlier: MessagesRequest | undefined, later: MessagesRequest | undefined): number {
  if (!earlier || !later) return expect.fail("no such request");
  const { shared, total } = canonicalPrefix(earlier, later);
  return shared / total;
}
