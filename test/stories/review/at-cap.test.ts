// The rounds of a document's review are used up and something is open: never an approval. The person is asked, a rule
// decides, or the run stops and stays stopped.
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Ended, type Roles, type Workplace, workplace } from "../../support/iflow.ts";
import { approve, createFeature, FOLDER, reject, SPEC_PATH, spec, specify, writes } from "../../support/story.ts";

const COMMITTED = "phase(specify): login-limit - ";

/** Two rounds that fail; what more a role does is its own. */
async function stuck(more: Roles = {}, severity = "blocker"): Promise<Workplace> {
  const place = await workplace();
  await place.script({
    ...more,
    "spec-author": [writes(spec()), writes(spec("- round 1\n")), ...(more["spec-author"] ?? [])],
    "spec-reviewer": [
      ...[1, 2].map((n) => ({ reply: reject(`Issue ${n}`, severity) })),
      ...(more["spec-reviewer"] ?? []),
    ],
    "phase-reviewer": more["phase-reviewer"] ?? [{ reply: approve() }],
  });
  await place.write({ "iflow.config.json": JSON.stringify({ review: { maxRounds: 2 } }) });
  await createFeature(place);
  return place;
}

async function answer(place: Workplace, { stderr }: Ended, ...words: string[]): Promise<void> {
  const id = /iflow answer (\S+\.\d+)/.exec(stderr)?.[1] ?? "no question";
  expect((await place.iflow("answer", id, ...words)).code).toBe(0);
}

const lastCommit = (place: Workplace) => place.git("log", "-1", "--format=%s");
const metaOf = (place: Workplace) => JSON.parse(place.read(`${FOLDER}/.meta.json`));

verifies("TR-1", "T1: at the cap the person is asked, and accepting is not approving", async () => {
  const place = await stuck({
    "phase-reviewer": [{ promptHas: ["FAILED at iteration cap (2/2)", "Issue 2"], reply: approve() }],
  });
  await answer(place, await specify(place), "from-description");
  for (const id of ["001.2", "001.3"]) await place.iflow("answer", id, "from-description");

  const asked = await place.iflow("continue");

  expect([asked.code, asked.stderr]).toEqual([
    4,
    expect.stringContaining("The spec is not approved: 1 blocker open after 2 rounds."),
  ]);
  expect(asked.stderr).toMatch(
    /\n {2}SR2\.1 blocker · Acceptance Criteria · open since round 2\n {4}spec reviewer: Issue 2\n/,
  );
  expect(asked.stderr).toContain("iflow answer 001.4 accept ");
  expect(lastCommit(place)).not.toContain(COMMITTED);
  await answer(place, asked, "accept");
  const closing = await place.iflow("continue");
  expect(closing.stderr).toContain("The spec is accepted with 1 blocker open and committed. What next?");
  expect(lastCommit(place)).toBe(`${COMMITTED}accepted with open issues`);
  expect(metaOf(place).phases.specify).toMatchObject({
    outcome: "accepted",
    iterations: 2,
    reviewerNotes: [expect.stringContaining("Issue 2")],
  });
  await answer(place, closing, "continue");
  const { document } = await place.json("continue", "--until", "specify");
  expect(document.data.outcome).toBe("accepted");
});

verifies(["TR-1", "TR-2"], "T1: another loop begins with the person's words and the open issues", async () => {
  const place = await stuck({
    "spec-author": [writes(spec("- 60 seconds\n"), { expect: "resume", promptHas: ["Say 60 seconds.", "Issue 2"] })],
    "spec-reviewer": [{ expect: "resume", promptHas: ["## Delta", "60 seconds"], reply: approve() }],
  });
  await specify(place);
  for (const id of ["001.1", "001.2", "001.3"]) await place.iflow("answer", id, "from-description");
  await answer(place, await place.iflow("continue"), "again");
  const words = await place.iflow("continue");
  expect(words.stderr).toContain("What should the author know or do differently?");
  await answer(place, words, "Say", "60", "seconds.");

  const ended = await place.iflow("continue", "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(lastCommit(place)).toBe(`${COMMITTED}approved`);
  expect(metaOf(place).phases.specify).toMatchObject({ outcome: "approved", iterations: 3, reviewerNotes: [] });
  expect(place.read(`${FOLDER}/.review-history.md`)).toMatch(/## User Request.*Say 60 seconds\..*Iteration 1/s);
});

verifies(
  ["TR-1", "TR-2"],
  "T1, T2: --yolo stops on a blocker and stops again on the same text; without it a person is asked",
  async () => {
    const place = await stuck({
      "spec-reviewer": [
        {
          expect: "fresh",
          promptHas: ["An earlier review of this phase ended without approval.", "Issue 2", "by hand"],
          reply: approve(),
        },
      ],
    });

    const stopped = await specify(place, "--yolo");
    expect([stopped.code, stopped.stderr]).toEqual([
      3,
      expect.stringContaining("The spec is not approved: 1 blocker open after 2 rounds."),
    ]);
    expect(stopped.stderr).toContain("Issue 2");
    expect(lastCommit(place)).not.toContain(COMMITTED);
    const again = await place.iflow("continue", "--yolo");
    expect([again.code, again.stderr]).toEqual([
      3,
      expect.stringContaining("Nothing has changed since the last stop."),
    ]);
    const asked = await place.iflow("continue"); // the --yolo it began with is not carried over the stop
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("iflow answer 001.4 accept ")]);
    await answer(place, asked, "stop");
    expect((await place.iflow("continue")).code).toBe(3);
    expect(place.dispatchFiles("001-login-limit", ".outcome.json")).toHaveLength(4);

    await place.write({ [SPEC_PATH]: `${place.read(SPEC_PATH)}- by hand\n` });
    const ended = await place.iflow("continue", "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(lastCommit(place)).toBe(`${COMMITTED}approved`);
  },
);

verifies(
  ["TR-1", "TR-2"],
  "T1: the phase reviewer's cap asks as well, and another loop of it can approve",
  async () => {
    const place = await workplace({
      "spec-author": [
        writes(spec()),
        writes(spec("- 60 seconds\n"), { promptHas: ["Say 60 seconds.", "Not for design."] }),
      ],
      "spec-reviewer": [{ reply: approve() }],
      "phase-reviewer": [{ reply: reject("Not for design.") }, { expect: "resume", reply: approve() }],
    });
    await place.write({ "iflow.config.json": JSON.stringify({ review: { maxRounds: 1 } }) });
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(3);

    const asked = await place.iflow("continue");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("1 blocker open after 1 round.")]);
    await answer(place, asked, "again");
    await answer(place, await place.iflow("continue"), "Say", "60", "seconds.");
    const ended = await place.iflow("continue", "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(lastCommit(place)).toBe(`${COMMITTED}approved`);
    expect(metaOf(place).phases.specify).toMatchObject({ outcome: "approved", phaseReview: { iterations: 2 } });
  },
);

verifies("TR-1", "T1: --yolo accepts what has warnings only, and says so", async () => {
  const place = await stuck({}, "warning");

  const ended = await specify(place, "--yolo");

  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("Spec accepted with 1 open issue")]);
  expect(ended.stderr).toContain("Spec accepted: 1 issue unresolved after");
  expect(lastCommit(place)).toBe(`${COMMITTED}accepted with open issues`);
});

verifies("TR-1", "T1: what the engine's own check still finds is a blocker, whatever the reviewers say", async () => {
  const place = await workplace({
    "spec-author": Array.from({ length: 3 }, () => writes(spec("- [TBD: how long?]\n"))),
    "spec-reviewer": [{ reply: approve() }],
    "phase-reviewer": [{ reply: approve() }],
  });
  await place.write({ "iflow.config.json": JSON.stringify({ review: { maxRounds: 1 } }) });
  await createFeature(place);

  const ended = await specify(place, "--yolo");

  expect([ended.code, ended.stderr]).toEqual([
    3,
    expect.stringContaining("The spec is not approved: 1 blocker open after 1 round."),
  ]);
  expect(ended.stderr).toContain("TBD");
});
