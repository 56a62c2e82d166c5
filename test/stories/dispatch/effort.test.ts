// A reviewer keeps its model and its effort from its first request to its last, however its dispatches are sent.
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { calls, type Reply, type ReplySource } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const said = (verdict: object): Reply => handsIn({ ...verdict, summary: "No external claims to verify." });
const writes = (line: string) => calls("write", { path: SPEC_PATH, content: `${spec()}\n${line}\n` });

/** Each reviewer rejects once; the first verdict of all has to be repaired. */
const MODEL: Record<string, readonly ReplySource[]> = {
  "spec author": [
    ...[writes("- One."), handsIn("Wrote it.")],
    ...[writes("- Two."), handsIn("Added two.")],
    ...[writes("- Three."), handsIn("Added three.")],
  ],
  "spec reviewer": [handsIn({ approved: "perhaps" }), said(reject("When?")), said(approve()), said(approve())],
  "phase reviewer": [handsIn(reject("Who?")), handsIn(approve())],
};

/** Runs specify with these settings of `review`: how each role was asked, and how its dispatches were sent. */
async function played(review: object, agents: object = {}) {
  const fake = await startFakeAnthropic(
    Object.entries(MODEL).map(([role, replies]) => ({
      when: (request) => firstPrompt(request).includes(`You are the ${role}`),
      replies,
    })),
  );
  onTestFinished(() => fake.close());
  const env = { HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
  const place = await workplace({}, { "README.md": "x", "iflow.config.json": JSON.stringify({ review, agents }) });
  await createFeature(place);
  const ended = await place.iflowWith({ env }, "specify", "--yolo", "--runtime", "anthropic");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const asked = Object.keys(MODEL).map((role) => {
    const requests = fake.requests.filter((request) => firstPrompt(request).includes(`You are the ${role}`));
    const ways = new Set(requests.map(({ body }) => `${body.model} ${body.output_config?.effort}`));
    return [role, requests.length > 1, [...ways]];
  });
  const { runs } = (await place.json("show", FEATURE)).document.data;
  // biome-ignore lint/suspicious/noExplicitAny: rows of a document of many shapes
  const rows: any[] = runs.flatMap((run: { dispatches: unknown }) => run.dispatches);
  return {
    ...{ asked, sent: new Set(rows.map(({ role, kind }) => `${role} ${kind}`)) },
    efforts: new Set(rows.map(({ role, effort }) => `${role} ${effort}`)),
    shown: (await place.iflow("show", FEATURE)).stdout,
  };
}

verifies(
  "RES-2",
  "A8: no reviewer changes its tier or its effort between rounds, resumed, repaired or fresh",
  async () => {
    const resumed = await played({ context: "lazy" });
    const fresh = await played({ context: "lazy", session: "fresh" });
    const onTrunk = await played({ context: "trunk" });

    const byTier = [
      ["spec author", true, ["claude-opus-5-5 high"]],
      ["spec reviewer", true, ["claude-opus-5-5 high"]],
      ["phase reviewer", true, ["claude-sonnet-5-5 high"]],
    ];
    expect(resumed.asked).toEqual(byTier);
    expect(fresh.asked).toEqual(byTier);
    expect(onTrunk.asked).toEqual(byTier.map(([role, several]) => [role, several, ["claude-opus-5-5 high"]])); // one cache
    for (const way of ["spec-reviewer repair", "spec-reviewer resume", "phase-reviewer resume"])
      expect(resumed.sent).toContain(way);
    expect([...fresh.sent].filter((way) => way.endsWith("resume"))).toEqual([]);
  },
);

verifies("AGT-2", "A8: what a dispatch was told is shown, and a tier may be told something else", async () => {
  const { asked, efforts, shown } = await played(
    { context: "lazy" },
    { effort: { strong: "medium", standard: "low" } },
  );

  expect(asked).toEqual([
    ["spec author", true, ["claude-opus-5-5 medium"]],
    ["spec reviewer", true, ["claude-opus-5-5 medium"]],
    ["phase reviewer", true, ["claude-sonnet-5-5 low"]],
  ]);
  expect([...efforts].sort()).toEqual(["phase-reviewer low", "spec-author medium", "spec-reviewer medium"]);
  expect(shown).toMatch(/ sent +effort .*\n.*spec-author +0 +fresh +medium /);
});
