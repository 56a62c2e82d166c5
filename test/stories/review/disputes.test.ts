// A reviewer insists, the author has a reason: after two rounds of it somebody else rules, and what was ruled stays ruled.
import { describe, expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Ended, type Roles, type Turn, type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FEATURE, FOLDER, reject, spec, specify, writes } from "../../support/story.ts";

const ISSUE = "The window has no length";
const NO = "SR1.1 not changed: the PRD names the window.";
const insists = (why = "the spec is read alone, see Acceptance Criteria"): Turn => ({
  expect: "resume",
  promptHas: ['Where the answer is "not changed"', "SR1.1"],
  reply: { approved: false, issues: [], resolutions: [{ id: "SR1.1", status: "open", why }] },
});
const refuses = (round: number): Turn => writes(spec(`- other words ${round}\n`), { reply: NO });

/** Raised in round 1, refused and insisted on twice: the dispute is there after round 3. */
async function disputed(more: Roles = {}, config: object = {}, severity = "blocker"): Promise<Workplace> {
  const place = await workplace();
  await place.script({
    ...more,
    "spec-author": [writes(spec()), refuses(1), refuses(2), ...(more["spec-author"] ?? [])],
    "spec-reviewer": [
      { reply: reject(ISSUE, severity) },
      insists(),
      insists("nobody opens the PRD at line 12"),
      ...(more["spec-reviewer"] ?? []),
    ],
    "phase-reviewer": more["phase-reviewer"] ?? [{ reply: approve() }],
  });
  await place.write({ "iflow.config.json": JSON.stringify({ review: config }) });
  await createFeature(place);
  return place;
}

/** Up to the question about the dispute. */
async function askedAbout(place: Workplace): Promise<Ended> {
  await specify(place);
  for (const id of ["001.1", "001.2", "001.3"]) await place.iflow("answer", id, "from-description");
  return place.iflow("continue");
}

async function answered(place: Workplace, { stderr }: Ended, ...words: string[]): Promise<Ended> {
  const id = /iflow answer (\S+)/.exec(stderr)?.[1] ?? "no question";
  expect((await place.iflow("answer", id, ...words)).code).toBe(0);
  return place.iflow("continue", "--yolo");
}

const lastCommit = (place: Workplace) => place.git("log", "-1", "--format=%s");
const history = (place: Workplace) => place.read(`${FOLDER}/.review-history.md`);
const metaOf = (place: Workplace) => JSON.parse(place.read(`${FOLDER}/.meta.json`)).phases.specify;
const issueOf = async (place: Workplace) => (await place.json("history", "--issues")).document.data.issues[0];

describe("insisted on twice", () => {
  verifies("REV-1", "the person is asked with both sides; what is dropped ends the loop as accepted", async () => {
    const place = await disputed({
      "phase-reviewer": [{ promptHas: ["is not raised again", ISSUE], reply: approve() }],
    });

    const asked = await askedAbout(place);

    expect(asked.code).toBe(4);
    expect(inWords(asked.stderr)).toContain(
      "The spec reviewer insists on SR1.1, and the author will not change it. Who is right?",
    );
    expect(asked.stderr).toMatch(/spec reviewer: The window has no length/);
    expect(asked.stderr).toMatch(/spec reviewer insists: nobody opens the PRD at line 12/);
    expect(asked.stderr).toMatch(/author: not changed: the PRD names the window\./);
    const ended = await answered(place, asked, "drop");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(lastCommit(place)).toBe("phase(specify): login-limit - accepted with open issues");
    expect(metaOf(place)).toMatchObject({
      outcome: "accepted",
      iterations: 3,
      reviewerNotes: [expect.stringContaining(ISSUE)],
    });
    expect(history(place)).toContain("RULED: SR1.1 dropped by the person");
    expect(await issueOf(place)).toMatchObject({ id: "SR1.1", end: "ruled", raised: ISSUE });
  });

  verifies("REV-1", "dropped is also what the reviewer has listed again, word for word, beside its id", async () => {
    const again = { severity: "blocker", category: "testability", description: ISSUE };
    const repeats: Turn = {
      reply: { approved: false, issues: [again], resolutions: [{ id: "SR1.1", status: "open", why: "still" }] },
    };
    const place = await workplace();
    await place.script({
      "spec-author": [writes(spec()), refuses(1), refuses(2)],
      "spec-reviewer": [{ reply: reject(ISSUE) }, repeats, repeats],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);

    const ended = await answered(place, await askedAbout(place), "drop");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(metaOf(place)).toMatchObject({ outcome: "accepted", iterations: 3 });
    const { issues } = (await place.json("history", "--issues")).document.data;
    expect(issues.map(({ id, end }: { id: string; end: string }) => `${id} ${end}`)).toEqual([
      "SR1.1 ruled",
      "SR2.1 ruled",
    ]);
  });

  verifies(["REV-1", "TR-3"], "fix it: the author is told so, and an approval is an approval", async () => {
    const fixed = writes(spec("- within 60 seconds\n"), {
      promptHas: ["Ruling: to be fixed, by the person", "SR1.1"],
      reply: "SR1.1 fixed: 60 seconds",
    });
    const place = await disputed({ "spec-author": [fixed], "spec-reviewer": [{ expect: "resume", reply: approve() }] });

    const ended = await answered(place, await askedAbout(place), "fix");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(lastCommit(place)).toBe("phase(specify): login-limit - approved");
    expect(history(place)).toContain("RULED: SR1.1 to be fixed by the person");
  });

  verifies(["REV-1", "TR-3"], "in their own words: the author and the reviewer work by these", async () => {
    const fixed = writes(spec("- see PRD, Window\n"), {
      promptHas: ["## Asked for by the person", "Cite the PRD's section."],
      reply: "YOU0.1 fixed: cited",
    });
    const place = await disputed({
      "spec-author": [fixed],
      "spec-reviewer": [{ promptHas: ["YOU0.1", "decided otherwise by the person"], reply: approve() }],
    });

    const ended = await answered(place, await askedAbout(place), "Cite", "the", "PRD's", "section.");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(metaOf(place).outcome).toBe("accepted"); // the reviewer's own issue was not resolved, but ruled
  });

  verifies(["REV-1", "PH-7"], "--yolo stops on a blocker and goes on with a warning", async () => {
    const place = await disputed();
    const stopped = await specify(place, "--yolo");
    expect([stopped.code, inWords(stopped.stderr)]).toEqual([
      3,
      expect.stringContaining("its reviewer has insisted twice on SR1.1, and the author will not change it."),
    ]);
    const again = await place.iflow("continue", "--yolo");
    expect(again.code).toBe(3);

    const late = { "spec-author": [refuses(3), refuses(4)], "spec-reviewer": [insists(), insists()] };
    const warned = await disputed(late, {}, "warning");
    const ended = await specify(warned, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(metaOf(warned)).toMatchObject({ outcome: "accepted", iterations: 5 });
  });
});

describe("insisted on without a place", () => {
  verifies(
    "REV-1",
    "nobody is asked to rule: the issue stays open up to the cap, and the history says why",
    async () => {
      const vague = (why: string): Turn => ({
        promptHas: ["Without a place it does not count."],
        reply: { approved: false, issues: [], resolutions: [{ id: "SR1.1", status: "open", why }] },
      });
      const place = await workplace();
      await place.script({
        "spec-author": [writes(spec()), ...[1, 2, 3, 4].map(refuses)],
        "spec-reviewer": [
          { reply: { approved: false, issues: [{ severity: "blocker", description: ISSUE }] } },
          ...["no", "still", "I insist", "as before"].map(vague),
        ],
        "phase-reviewer": [{ reply: approve() }],
      });
      await place.write({ "iflow.config.json": JSON.stringify({ review: { adjudicate: true } }) });
      await createFeature(place);

      const ended = await specify(place, "--yolo");

      expect([ended.code, inWords(ended.stderr)]).toEqual([
        3,
        expect.stringContaining("1 blocker open after 5 rounds"),
      ]);
      expect(ended.stderr).not.toContain("insisted twice");
      expect(history(place)).toMatch(/SR1\.1 \[blocker\] open: .*\[insisted without a place\]/);
      expect(history(place)).not.toContain("[insisted once]");
      const paid = place.dispatchFiles(FEATURE, ".outcome.json", "specify");
      expect(paid.filter((name) => name.includes("spec-reviewer"))).toHaveLength(5);
      expect(paid.join()).not.toContain("adjudicator");
    },
  );
});

describe("what was ruled", () => {
  verifies("REV-1", "is dropped when it is raised again, in other words, by id or by another reviewer", async () => {
    const again = {
      approved: false,
      issues: [
        {
          severity: "blocker",
          category: "testability",
          description: "The window still has no length",
          location: "## Acceptance Criteria",
        },
      ],
      resolutions: [{ id: "SR1.1", status: "open", why: "still" }],
    };
    const place = await disputed({
      "spec-author": [writes(spec("- requested\n"), { reply: "YOU0.1 fixed: done" })],
      "spec-reviewer": [{ expect: "resume", promptHas: ["## Ruled", "SR1.1"], reply: again }],
      "phase-reviewer": [
        { reply: approve() },
        { reply: { approved: false, issues: [{ severity: "blocker", description: ISSUE }] } },
      ],
    });
    const asked = await askedAbout(place);
    const id = /iflow answer (\S+)/.exec(asked.stderr)?.[1] ?? "";
    await place.iflow("answer", id, "drop");
    const closing = await place.iflow("continue");
    const closed = /iflow answer (\S+)/.exec(closing.stderr)?.[1] ?? "";
    await place.iflow("answer", closed, "request-changes");
    const what = await place.iflow("continue");

    const ended = await answered(place, what, "Say", "it", "once", "more.");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(history(place)).toContain("RULED-CLOSED: spec-reviewer SR1.1");
    expect(history(place)).toContain("RULED-CLOSED: phase-reviewer SR1.1");
    expect(metaOf(place).outcome).toBe("accepted");
    const { issues } = (await place.json("history", "--issues")).document.data;
    expect(issues.filter(({ end }: { end: string }) => end === "open")).toEqual([]);
  });
});

describe("an adjudicator", () => {
  const rules = (ruling: string, why = "The PRD is given to every reader."): Turn => ({
    expect: "fresh",
    promptHas: [
      "### SR1.1",
      "The author: not changed: the PRD names the window.",
      "nobody opens the PRD at line 12",
      "The whole of",
    ],
    reply: { rulings: [{ id: "SR1.1", ruling, why }] },
  });

  verifies("REV-1", "rules where --yolo may not ask; what it drops is accepted by a rule, never approved", async () => {
    const place = await disputed({ adjudicator: [rules("drop")] }, { adjudicate: true });

    const ended = await specify(place, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain("SR1.1 dropped by the adjudicator: The PRD is given to every reader.");
    expect(metaOf(place)).toMatchObject({ outcome: "accepted", iterations: 3 });
    expect(history(place)).toContain("RULED: SR1.1 dropped by the adjudicator — The PRD is given to every reader.");
    const [file = ""] = place
      .dispatchFiles(FEATURE, ".prompt.md", "specify")
      .filter((one) => one.includes("adjudicator"));
    const sent = place.read(`.git/iflow/runs/${FEATURE}.specify.1/dispatches/${file}`);
    for (const more of ["## Request", "## Required Artifacts", "spec-reviewer"]) expect(sent).not.toContain(more);
    const { rows } = (await place.json("cost", "--by", "role")).document.data;
    expect(rows.map(({ name }: { name: string }) => name)).toContain("adjudicator");
  });

  verifies("REV-1", "that says fix binds the author; the reviewer's approval is then its own", async () => {
    const fixed = writes(spec("- within 60 seconds\n"), {
      promptHas: ["Ruling: to be fixed, by the adjudicator: The PRD is not given to users."],
      reply: "SR1.1 fixed: 60 seconds",
    });
    const roles = {
      adjudicator: [rules("fix", "The PRD is not given to users.")],
      ...{ "spec-author": [fixed], "spec-reviewer": [{ reply: approve() }] },
    };
    const place = await disputed(roles, { adjudicate: true });

    const ended = await specify(place, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(metaOf(place)).toMatchObject({ outcome: "approved", iterations: 4 });
  });

  verifies("REV-1", "that answers nothing useful has not ruled: --yolo stops", async () => {
    const garbage = { reply: { rulings: [{ id: "SR9.9", ruling: "drop", why: "x" }] } };
    const place = await disputed({ adjudicator: [garbage, garbage] }, { adjudicate: true });

    expect((await specify(place, "--yolo")).code).toBe(3);
  });
});
