// `review.certify: "fresh-eyes"`: a reviewer that has asked for a change tends to see the change and not the work. Its approval
// is confirmed by somebody who knows nothing of its conversation.
import { describe, expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Roles, type Turn, type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  reject,
  SPEC_PATH,
  spec,
  specify,
  writes,
} from "../../support/story.ts";

const PRESCRIBED = "Say that the sixth login is answered 200";
const BUG = "- AC-2: the sixth login within a minute is answered 200.\n";
const RIGHT = "- AC-2: the sixth login within a minute is answered 429.\n";
const FRESH_EYES = { certify: "fresh-eyes" };

/** The reviewer prescribes a bug, gets it, and approves it. */
const prescriber = (more: Roles = {}): Roles => ({
  "spec-author": [
    writes(spec()),
    writes(spec(BUG), { reply: "SR1.1 fixed: as asked" }),
    ...(more["spec-author"] ?? []),
  ],
  "spec-reviewer": [
    { expect: "fresh", reply: reject(PRESCRIBED) },
    { expect: "resume", reply: approve() },
    ...(more["spec-reviewer"] ?? []),
  ],
  "phase-reviewer": [{ reply: approve() }],
});

const catches: Turn = {
  ...{ expect: "fresh", promptHas: ["## Certification", "answered 200"] },
  reply: reject("AC-2 contradicts the first criterion: 429 and 200"),
};

async function placeWith(roles: Roles, review: object): Promise<Workplace> {
  const place = await workplace();
  await place.script(roles);
  await place.write({ "iflow.config.json": JSON.stringify({ review }) });
  await createFeature(place);
  return place;
}

const metaOf = (place: Workplace) => JSON.parse(place.read(`${FOLDER}/.meta.json`)).phases.specify;
const history = (place: Workplace) => place.read(`${FOLDER}/.review-history.md`);

describe("a reviewer that approves what it prescribed", () => {
  verifies("REV-3", "passes under `same`, with its bug in the document", async () => {
    const place = await placeWith(prescriber(), {});

    expect((await specify(place, "--yolo")).code).toBe(0);

    expect(metaOf(place)).toMatchObject({ outcome: "approved", iterations: 2 });
    expect(place.read(SPEC_PATH)).toContain(BUG);
  });

  verifies("REV-3", "is caught under `fresh-eyes`; who caught it is the reviewer from then on", async () => {
    const place = await placeWith(
      prescriber({
        "spec-author": [writes(spec(RIGHT), { promptHas: ["SR2.1", "429 and 200"], reply: "SR2.1 fixed: 429" })],
        "spec-reviewer": [
          catches,
          { expect: "resume", promptHas: ["## Delta", "SR2.1"], reply: approve() },
          { expect: "fresh", promptHas: ["## Certification", "answered 429"], reply: approve() },
        ],
      }),
      FRESH_EYES,
    );

    const ended = await specify(place, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(place.read(SPEC_PATH)).toContain(RIGHT);
    expect(metaOf(place)).toMatchObject({ outcome: "approved", iterations: 3 });
    expect(history(place)).toContain("NOT-CERTIFIED: spec-reviewer iteration 2 — 1 open");
    expect(history(place)).toContain("CERTIFIED: spec-reviewer iteration 3");
    expect(inWords(ended.stderr)).toContain("fresh eyes: 1 blocker");
    expect(inWords(ended.stderr)).toContain("fresh eyes: approved");
  });

  verifies("REV-3", "is judged by a prompt with no byte of its conversation but what was ruled", async () => {
    const place = await placeWith(prescriber({ "spec-reviewer": [{ ...catches, reply: approve() }] }), FRESH_EYES);

    expect((await specify(place, "--yolo")).code).toBe(0);

    const sent = place
      .dispatchFiles(FEATURE, ".prompt.md", "specify")
      .map((file) => place.read(`.git/iflow/runs/${FEATURE}.specify.1/dispatches/${file}`))
      .filter((text) => text.includes("## Certification"));
    expect(sent).toHaveLength(1);
    for (const own of [PRESCRIBED, "SR1.1", "## Delta", "## Iteration Context", "Not yet."])
      expect(sent[0]).not.toContain(own);
    const { rows } = (await place.json("cost", "--by", "role")).document.data;
    const reviewer = rows.find(({ name }: { name: string }) => name === "spec-reviewer");
    expect(reviewer).toMatchObject({ dispatches: 3 });
  });
});

describe("fresh eyes", () => {
  verifies("REV-3", "are not asked about an approval that came without objections", async () => {
    const roles = { "spec-author": [writes(spec())], "spec-reviewer": [{ reply: approve() }] };
    const place = await placeWith({ ...roles, "phase-reviewer": [{ reply: approve() }] }, FRESH_EYES);

    expect((await specify(place, "--yolo")).code).toBe(0);
    expect(history(place)).not.toContain("CERTIFIED");
  });

  verifies(["REV-3", "TR-1"], "that object in the last round are the cap: --yolo stops", async () => {
    const place = await placeWith(prescriber({ "spec-reviewer": [catches] }), { ...FRESH_EYES, maxRounds: 2 });

    const ended = await specify(place, "--yolo");

    expect([ended.code, inWords(ended.stderr)]).toEqual([
      3,
      expect.stringContaining("The spec is not approved: 1 blocker open after 2 rounds."),
    ]);
  });

  verifies(["REV-3", "LOOP-5"], "that give no verdict are asked again, then the run pauses", async () => {
    const garbage: Turn = { reply: "I cannot say." };
    const turns = [garbage, garbage, garbage, garbage, { reply: approve() }];
    const place = await placeWith(prescriber({ "spec-reviewer": turns }), FRESH_EYES);

    expect((await specify(place, "--yolo")).code).toBe(5);
    const ended = await place.iflow("continue", "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(metaOf(place)).toMatchObject({ outcome: "approved", iterations: 2 });
    expect(history(place)).toContain("CERTIFIED: spec-reviewer iteration 2");
  });
});
