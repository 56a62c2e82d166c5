// The repository is the user's: whatever they do between a stop and `iflow continue` is asked about, never overruled,
// and nothing is approved that was not judged.
import { readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { killAt } from "../../support/crash.ts";
import { type Roles, type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  ONE_ROUND,
  reject,
  SPEC_PATH,
  spec,
  specify,
  TWO_ROUNDS,
  writes,
} from "../../support/story.ts";

/** Two rounds; the process is killed inside the given dispatch, once. */
async function killedIn(role: string, turn: number): Promise<Workplace> {
  const roles = TWO_ROUNDS;
  const place = await workplace();
  const mark = join(place.root, ".git", "killed");
  const run = [`[ -f ${mark} ] || { touch ${mark}; kill -9 $PPID; }`];
  await place.script({
    ...roles,
    [role]: (roles[role] ?? []).map((old, index) => (index === turn ? { ...old, run } : old)),
  });
  await createFeature(place);
  expect((await specify(place.built, "--yolo")).signal).toBe("SIGKILL");
  return place;
}

function withSecondReview(turn: Record<string, unknown>): Roles {
  return { ...TWO_ROUNDS, "spec-reviewer": [TWO_ROUNDS["spec-reviewer"]?.[0] ?? {}, turn] };
}

verifies(
  ["RES-2", "PH-6"],
  "an edit of spec.md is asked about; included, it is committed and a fresh reviewer judges it",
  async () => {
    const place = await killedIn("spec-reviewer", 1);
    await place.script(withSecondReview({ expect: "fresh", promptHas: ["edited by hand"], reply: approve() }));
    await place.write({ [SPEC_PATH]: `${place.read(SPEC_PATH)}- edited by hand\n` });

    const asked = await place.iflow("continue");
    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain(`${SPEC_PATH} was edited by somebody else`);
    expect(asked.stderr).toContain("iflow answer 001.4 include");
    expect(place.read(SPEC_PATH)).toContain("edited by hand");

    await place.iflow("answer", "001.4", "include");
    const ended = await place.iflow("continue", "--yolo");
    expect(ended.stderr + ended.stdout).toContain("Spec approved");
    expect(place.git("log", "--format=%s")).toContain("iflow: specify edited by hand");
    expect(place.git("show", `HEAD:${SPEC_PATH}`)).toContain("edited by hand");
    const { document } = await place.json("show");
    expect(document.data.runs[0].dispatches.at(-2)).toMatchObject({ role: "spec-reviewer", reason: "foreign-change" });
  },
);

verifies(
  "RES-2",
  "an edit between a revision and its commit is asked about; included, it is what gets reviewed",
  async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    const killed = await place.built.iflowWith(
      killAt({ record: "done specify/1/1/spec-author-check/1", when: "after" }),
      ...["specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath],
    );
    expect(killed.signal).toBe("SIGKILL");
    await place.write({ [SPEC_PATH]: spec("- edited by hand\n") });
    await place.script(withSecondReview({ expect: "fresh", promptHas: ["edited by hand"], reply: approve() }));

    const asked = await place.iflow("continue");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("was edited by somebody else")]);
    await place.iflow("answer", "001.4", "include");
    expect((await place.iflow("continue", "--yolo")).code).toBe(0);
    expect(place.git("show", `HEAD:${SPEC_PATH}`)).toContain("edited by hand");
  },
);

verifies("PH-7", "--yolo does not overrule the user either: the question stays open, exit 4", async () => {
  const place = await killedIn("spec-reviewer", 1);
  await place.write({ [SPEC_PATH]: "mine now\n" });
  const ended = await place.iflow("continue", "--yolo");
  expect(ended.code).toBe(4);
  expect(place.read(SPEC_PATH)).toBe("mine now\n");
});

verifies("RES-2", "a commit of the user's on the branch is asked about and then built upon", async () => {
  const place = await killedIn("spec-reviewer", 1);
  await place.script(withSecondReview({ expect: "fresh", reply: approve() }));
  await place.write({ "other.txt": "x" });
  place.git("add", "other.txt");
  place.git("commit", "--quiet", "--message", "mine");

  const asked = await place.iflow("continue");
  expect(asked.code).toBe(4);
  expect(asked.stderr).toContain("somebody else committed");
  await place.iflow("answer", "001.4", "include");
  expect((await place.iflow("continue", "--yolo")).code).toBe(0);
  expect(place.git("log", "--format=%s").split("\n").slice(0, 2)).toEqual([
    "phase(specify): login-limit - approved",
    "mine",
  ]);
});

verifies("RES-2", "another branch is asked about; after the switch the run goes on where it was", async () => {
  const place = await killedIn("spec-reviewer", 1);
  place.git("switch", "--quiet", "main");
  const asked = await place.iflow("continue");
  expect(asked.code).toBe(4);
  expect(asked.stderr).toContain(`HEAD is on branch main, but this feature works on feature/${FEATURE}`);
  expect(place.git("symbolic-ref", "--short", "HEAD")).toBe("main");
  await place.iflow("answer", "001.4", "switch");
  expect((await place.iflow("continue", "--yolo")).code).toBe(0);
  expect(place.git("log", "--format=%s")).toContain("phase(specify): login-limit - approved");
  expect(place.git("log", "main", "--format=%s")).toBe("start");
});

verifies("PH-6", "an edit after the last verdict is judged before the phase can complete", async () => {
  const place = await workplace({
    "spec-author": [writes(spec())],
    "spec-reviewer": [{ reply: approve() }, { expect: "fresh", promptHas: ["sneaked in"], reply: approve() }],
    "phase-reviewer": [{ reply: approve() }, { expect: "fresh", reply: approve() }],
  });
  await createFeature(place);
  // the last reviewer's turn edits nothing itself; a user's editor saves right after its answer was recorded
  const hook = join(place.root, ".git", "hooks", "pre-commit");
  await place.write({
    ".git/hooks/pre-commit": `#!/bin/sh\ngrep -q "sneaked in" ${SPEC_PATH} && exit 0\necho "- sneaked in" >> ${SPEC_PATH}\ngit add ${SPEC_PATH}\n`,
  });
  await chmod(hook, 0o755);

  const ended = await specify(place, "--yolo");

  expect(ended.stderr).toContain("a commit hook changed");
  expect(ended.code).toBe(0);
  const log = place.git("log", "--format=%s").split("\n");
  expect(log.filter((subject) => subject.startsWith("phase(specify)"))).toHaveLength(2);
  expect(
    readFileSync(
      join(
        place.runFolder(FEATURE),
        "dispatches",
        place.dispatchFiles(FEATURE, "spec-reviewer-fresh.prompt.md")[1] ?? "",
      ),
      "utf8",
    ),
  ).toContain("sneaked in");
});

verifies(
  ["LOOP-5", "PH-6"],
  "a reviewer that changes the text voids its own verdict; the reviewed text comes back and is judged again",
  async () => {
    const place = await workplace({
      "spec-author": [writes(spec())],
      "spec-reviewer": [
        { writes: { "{feature}/spec.md": "# Mine\n" }, reply: approve() },
        { expect: "fresh", reply: approve() },
      ],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    const asked = await specify(place, "--yolo");
    expect(asked.code).toBe(4);
    expect(inWords(asked.stderr)).toContain("was changed while spec-reviewer was reviewing it");
    await place.iflow("answer", "001.4", "restore");
    const ended = await place.iflow("continue");
    expect(ended.stderr).toContain("restored docs/features/001-login-limit/spec.md; the changed text is ");
    expect(ended.code).toBe(0);
    expect(place.read(SPEC_PATH)).toBe(spec());
    const kept = /the changed text is in (\S+)/.exec(inWords(ended.stderr))?.[1] ?? "";
    expect(readFileSync(kept, "utf8")).toBe("# Mine\n");
  },
);

describe("files beside the document", () => {
  test("an author's other files are named and left uncommitted; a reader's are a note", async () => {
    const place = await workplace({
      "spec-author": [writes(spec(), { writes: { "{feature}/spec.md": spec(), "src/extra.ts": "export {};\n" } })],
      "spec-reviewer": [{ writes: { "scratch.txt": "x" }, reply: approve() }],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expect(inWords(ended.stderr)).toContain("spec-author also changed files it was not asked to: src/extra.ts → leave");
    expect(inWords(ended.stderr)).toContain("files changed while spec-reviewer was reading: scratch.txt");
    expect(ended.code).toBe(0);
    expect(place.git("status", "--porcelain")).toBe("?? scratch.txt\n?? src/");
  });

  test("an author that commits by itself is noticed, and the person decides", async () => {
    const place = await workplace({
      "spec-author": [writes(spec(), { run: ["git add -A && git commit --quiet --message sneaky"] })],
      "spec-reviewer": [{ reply: approve() }],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    const asked = await specify(place, "--yolo");
    expect(asked.stderr).toContain("spec-author moved the branch or made its own commit");
    expect(asked.code).toBe(4);
    await place.iflow("answer", "001.4", "include");
    const ended = await place.iflow("continue");
    expect(ended.stderr + ended.stdout).toContain("Spec approved");
    expect(place.git("log", "--format=%s")).toContain("sneaky");
  });

  test("a dirty spec.md is asked about before anything is written", async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    await place.write({ [SPEC_PATH]: "my own draft, not committed\n" });
    const ended = await specify(place, "--yolo");
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain(`${SPEC_PATH} has uncommitted changes`);
    expect(place.read(SPEC_PATH)).toBe("my own draft, not committed\n");
    await place.iflow("answer", "001.1", "include");
    expect((await place.iflow("continue")).code).toBe(0);
  });

  test("a deleted document goes back to the author", async () => {
    const place = await workplace({
      "spec-author": [
        writes(spec()),
        { deletes: ["{feature}/spec.md"], reply: "Removed it." },
        writes(spec("- back\n"), { promptHas: ["spec.md"] }),
      ],
      "spec-reviewer": [{ reply: reject("More.") }, { reply: approve() }],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expect(ended.code).toBe(0);
    expect(place.read(SPEC_PATH)).toContain("- back");
    expect(place.read(`${FOLDER}/.review-history.md`)).toContain("Removed it.");
  });
});

verifies("PH-6", "an edit that arrives at the completion is reviewed before anything is called approved", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  await addHook(place, "exit 1");
  expect((await specify(place, "--yolo")).code).toBe(3);
  await addHook(place, "exit 0");
  await place.write({ [SPEC_PATH]: spec("- late\n") });
  await place.script({
    ...ONE_ROUND,
    "spec-reviewer": [
      { reply: approve() },
      { promptHas: ["- late"], reply: reject("No.") },
      ...[1, 2, 3].map(() => ({ error: "stop here" })),
    ],
    "spec-author": [writes(spec()), writes(spec("- later\n"))],
  });
  expect((await place.iflow("continue")).code).toBe(4);
  await place.iflow("answer", "001.4", "include");
  const ended = await place.iflow("continue", "--yolo");
  expect([ended.code, ended.stderr]).toEqual([5, expect.any(String)]);
  expect(place.git("log", "--format=%s")).not.toContain("approved");
  expect(JSON.parse(place.git("show", `HEAD:${FOLDER}/.meta.json`)).lastCompletedPhase).toBeNull();
});

verifies(
  "PH-6",
  "a hook that changes only what is staged, every time, ends in a pause and never in a completed phase",
  async () => {
    const turns = [1, 2, 3].map(() => ({ reply: approve() }));
    const place = await workplace({ "spec-author": [writes(spec())], "spec-reviewer": turns, "phase-reviewer": turns });
    await createFeature(place);
    await addHook(
      place,
      `b=$(date +%N | git hash-object -w --stdin); git update-index --cacheinfo 100644,$b,${SPEC_PATH}`,
    );
    const ended = await specify(place, "--yolo");
    const { pendings } = (await place.json("status")).document.data.features[0];
    expect([ended.code, JSON.stringify(pendings)]).toEqual([
      expect.any(Number),
      expect.stringMatching(/every time|edited by somebody/),
    ]);
    expect(JSON.parse(place.git("show", `HEAD:${FOLDER}/.meta.json`)).lastCompletedPhase).toBeNull();
  },
);

verifies(
  "RES-2",
  "an edit after a reply was paid for, and before it was recorded, is not taken for the author's",
  async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    const killed = await place.built.iflowWith(
      killAt({ record: "done specify/1/1/spec-author/1", when: "before" }),
      ...["specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath],
    );
    expect(killed.signal).toBe("SIGKILL");
    expect(place.dispatchFiles(FEATURE, ".outcome.json")).toHaveLength(3);
    await place.write({ [SPEC_PATH]: `${place.read(SPEC_PATH)}- mine\n` });

    const asked = await place.iflow("continue");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("was edited by somebody else")]);
    expect(place.git("log", "-1", "--format=%s")).toBe("iflow: specify draft");
  },
);

verifies(
  "PH-6",
  "an agent that writes .meta.json is noticed; a document that is a link goes back to its author",
  async () => {
    const forger = await workplace({
      ...ONE_ROUND,
      "spec-reviewer": [{ writes: { "{feature}/.meta.json": "{}" }, reply: approve() }],
    });
    await createFeature(forger);
    const asked = await specify(forger, "--yolo");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining(".meta.json was changed by somebody else")]);

    const place = await workplace({
      "spec-author": [
        { writes: { "real.md": spec() }, run: ["ln -s ../../../real.md {feature}/spec.md"], reply: "Linked." },
        {
          promptHas: ["must be a regular file"],
          run: ["rm {feature}/spec.md && cp real.md {feature}/spec.md"],
          reply: "Copied.",
        },
      ],
      "spec-reviewer": [{ reply: approve() }],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    expect(place.git("ls-tree", "HEAD", SPEC_PATH)).toMatch(/^100644 /);
  },
);

test("another feature that ends in the same tree leaves an interrupted run whole", async () => {
  const place = await killedIn("spec-author", 0);
  await place.write({ "note.txt": "untracked" });
  place.git("switch", "--quiet", "main");
  await place.iflow("create-feature", "other");
  await place.script(ONE_ROUND);
  expect((await place.iflow("specify", "--feature=002-other", "--yolo", "--script", place.scriptPath)).code).toBe(0);
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  await place.script(TWO_ROUNDS);
  const ended = await place.iflow("continue", `--feature=${FEATURE}`, "--yolo");
  expect(ended.stderr + ended.stdout).toMatch(/Spec approved|was edited by somebody else/);
});

async function addHook(place: Workplace, body: string): Promise<void> {
  const path = join(place.root, ".git", "hooks", "pre-commit");
  await place.write({ ".git/hooks/pre-commit": `#!/bin/sh\n${body}\n` });
  await chmod(path, 0o755);
}
