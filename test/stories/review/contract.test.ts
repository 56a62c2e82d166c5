// `review.convergence: "contract"`: a loop ends by rule. What comes late about what did not change is a note, and a loop that
// ends on notes is accepted, never approved.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { brainstorm, REJECTED_ONCE } from "../../support/brainstorm-story.ts";
import { type Turn, type Workplace, workplace } from "../../support/iflow.ts";
import { approve, createFeature, FOLDER, spec, specify, writes } from "../../support/story.ts";

interface Raised {
  readonly description: string;
  readonly severity?: string;
  readonly location?: string;
  readonly failure?: string;
}
const raises = (...issues: Raised[]): Turn => ({
  reply: { approved: false, issues: issues.map((issue) => ({ severity: "blocker", ...issue })), summary: "Not yet." },
});
const SCOPE = "## Scope";
const LIMIT = "## Acceptance Criteria";

async function play(config: object, ...rounds: Turn[]): Promise<Workplace> {
  const place = await workplace();
  const texts = [spec(), ...rounds.map((_, n) => spec(`- AC-${n + 2}: revision ${n + 1}\n`))];
  await place.script({
    "spec-author": texts.map((text) => writes(text)),
    "spec-reviewer": [...rounds, { reply: approve() }],
    "phase-reviewer": [{ reply: approve() }],
  });
  await place.write({ "iflow.config.json": JSON.stringify({ review: config }) });
  await createFeature(place);
  const ended = await specify(place, "--yolo");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  return place;
}

const CONTRACT = { convergence: "contract" };
const metaOf = (place: Workplace) => JSON.parse(place.read(`${FOLDER}/.meta.json`)).phases.specify;
const history = (place: Workplace) => place.read(`${FOLDER}/.review-history.md`);

describe("under the contract", () => {
  verifies(
    "REV-2",
    "a late issue about what did not change is a note; the same is a blocker by the seeds' rule",
    async () => {
      const rounds = [
        raises({ description: "The limit has no number", location: LIMIT }),
        raises({ description: "Captchas are out of place", location: SCOPE }),
      ];
      const place = await play(CONTRACT, ...rounds);

      expect(metaOf(place)).toMatchObject({
        ...{ outcome: "accepted", iterations: 2 },
        reviewerNotes: [
          "[blocker] Captchas are out of place (raised in round 2 about what had not changed) (at: ## Scope)",
        ],
      });
      expect(history(place)).toMatch(/SR2\.1 \[blocker\] noted: Captchas are out of place/);
      expect(place.git("log", "-1", "--format=%s")).toBe("phase(specify): login-limit - accepted with open issues");

      const strict = await play({}, ...rounds);
      expect(metaOf(strict)).toMatchObject({ outcome: "approved", iterations: 3, reviewerNotes: [] });
    },
  );

  verifies("REV-2", "one that names a failure counts, and so does one in what changed", async () => {
    const failing = {
      description: "Captchas are promised elsewhere",
      location: SCOPE,
      failure: "a user without sight is locked out",
    };
    const first = await play(CONTRACT, raises({ description: "No number", location: LIMIT }), raises(failing));
    expect(metaOf(first)).toMatchObject({ outcome: "approved", iterations: 3 });

    const second = await play(
      CONTRACT,
      raises({ description: "No number", location: LIMIT }),
      raises({ description: "AC-2 contradicts the scope", location: "spec.md, AC-2" }),
    );
    expect(metaOf(second)).toMatchObject({ outcome: "approved", iterations: 3 });
  });

  verifies("REV-2", "from round 3 only blockers count, and two calm rounds in a row are the end", async () => {
    const warning = (description: string) => raises({ description, severity: "warning", location: LIMIT });
    const calm = await play(CONTRACT, warning("Unclear who counts"), warning("Unclear what is counted"));
    expect(metaOf(calm)).toMatchObject({
      ...{ outcome: "accepted", iterations: 2 },
      reviewerNotes: [expect.stringContaining("Unclear what is counted (two rounds in a row had no blocker)")],
    });

    const late = await play(
      CONTRACT,
      warning("Unclear who counts"),
      raises({ description: "AC-2 is wrong", location: LIMIT }),
      warning("AC-3 is unclear"),
    );
    expect(metaOf(late)).toMatchObject({
      ...{ outcome: "accepted", iterations: 3 },
      reviewerNotes: [expect.stringContaining("AC-3 is unclear (from round 3 only blockers count)")],
    });
  });

  verifies("REV-2", "reviewers are told from round 2 on, and nobody is told without it", async () => {
    const told = { promptHas: ["This review converges by a contract."] };
    await play(CONTRACT, raises({ description: "No number", location: LIMIT }), { ...told, reply: approve() });
  });
});

verifies("REV-2", "how a loop moves is in the rows and in the history, and so is a loop that does not", async () => {
  const place = await workplace();
  const both = raises({ description: "No number", location: LIMIT }, { description: "No unit", location: SCOPE });
  await place.script({
    "spec-author": [1, 2, 3, 4].map((n) => writes(spec(`- ${n}\n`))),
    "spec-reviewer": [
      both,
      raises({ description: "No number", location: LIMIT }, { description: "Who is counted twice", location: SCOPE }),
      raises({ description: "No number", location: LIMIT }, { description: "Which minute begins", location: SCOPE }),
      { reply: approve() },
    ],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);

  const { code, stderr } = await specify(place, "--yolo");

  expect(code).toBe(0);
  expect(stderr).toContain("open 2 (−1, +1 new)\n");
  expect(stderr).toContain("open 2 (−1, +1 new), no fewer for 2 rounds");
  expect(history(place)).toContain("**Register:**\nopen 2 (+2 new):");
  expect(history(place)).toContain("**Register:**\nopen 2 (−1, +1 new), no fewer for 2 rounds:");
});

verifies(
  "REV-2",
  "a brainstorm commits nothing that could be compared, so nobody there is told of a contract",
  async () => {
    const place = await workplace(REJECTED_ONCE);
    await place.write({ "iflow.config.json": JSON.stringify({ review: CONTRACT }) });

    const ended = await brainstorm(place, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const folder = `${place.runFolder("b1", 1, "brainstorm")}/dispatches`;
    const later = readdirSync(folder).filter((name) => /prd-reviewer.*\.prompt\.md$/.test(name));
    expect(later).toHaveLength(2);
    for (const name of later)
      expect(readFileSync(`${folder}/${name}`, "utf8")).not.toContain("converges by a contract");
  },
);
