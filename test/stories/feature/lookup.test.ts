// list, history, config: looking things up, without changing anything.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { createFeature, FEATURE, FOLDER, ONE_ROUND, specify, TWO_ROUNDS } from "../../support/story.ts";

async function setStatus(place: Workplace, key: string, status: string, more: object = {}): Promise<void> {
  const path = `docs/features/${key}/.meta.json`;
  await place.write({ [path]: JSON.stringify({ ...JSON.parse(place.read(path)), status, ...more }) });
}

describe("list", () => {
  test("is empty at first, in words and in --json, and names the way to begin", async () => {
    const place = await workplace();

    const ended = await place.iflow("list");
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("No active features.")]);
    expect(ended.stdout).toContain('Next: iflow run "what you want"');
    expect((await place.json("list")).document).toEqual({ ok: true, data: { features: [], hidden: 0 } });
  });

  verifies("PH-3", "one aligned line per feature; those that are over only with --all", async () => {
    const place = await workplace();
    const now = { env: { IFLOW_NOW: "2026-03-01T10:00:00.000Z" } };
    await place.iflowWith(now, "create-feature", "login limit", "--project", "P001");
    await place.iflowWith(now, "create-feature", "a longer name", "--from", "base");
    expect((await place.iflow("abandon", "002-a-longer-name", "--yes")).code).toBe(0);
    await place.iflowWith(now, "create-feature", "third", "--from", "base");
    await setStatus(place, "003-third", "planned", { branch: null });

    const later = { env: { IFLOW_NOW: "2026-03-01T13:00:00.000Z" } };
    const some = await place.iflowWith(later, "list");
    expect(some.stdout.trimEnd().split("\n")).toEqual([
      "feature           phase   state     last activity   project",
      "001-login-limit   -       idle      3 h ago         P001",
      "003-third         -       planned   3 h ago         -",
      "1 more feature completed or abandoned: iflow list --all",
    ]);
    const all = await place.iflowWith(later, "list", "--all");
    expect(all.stdout).toMatch(/^002-a-longer-name +- +abandoned/m);
    const { document } = await place.json("list", "--all");
    expect(document.data.features.map((row: { key: string; state: string }) => [row.key, row.state])).toEqual([
      [FEATURE, "idle"],
      ["002-a-longer-name", "abandoned"],
      ["003-third", "planned"],
    ]);
    expect(document.data.features[0]).toMatchObject({ project: "P001", lastActivity: "2026-03-01T10:00:00.000Z" });
  });

  test("a feature on another branch, one with an open run and one whose metadata is damaged are in it", async () => {
    const place = await workplace();
    await createFeature(place);
    expect((await specify(place)).code).toBe(4);
    place.git("switch", "--quiet", "main");
    await place.write({ "docs/features/002-broken/.meta.json": "{" });

    const { document } = await place.json("list");
    expect(document.data.features.map((row: { key: string; state: string }) => [row.key, row.state])).toEqual([
      [FEATURE, "waiting"],
      ["002-broken", "damaged"],
    ]);
  });
});

describe("history", () => {
  test("prints the reviews, from the tree or the feature's branch, and parses them for --json", async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    const none = await place.iflow("history");
    expect([none.code, none.stdout]).toEqual([0, `${FEATURE} has no review yet.\n`]);
    expect((await place.json("history")).document.data).toMatchObject({ source: null, entries: [] });
    expect((await specify(place, "--yolo")).code).toBe(0);
    const text = place.read(`${FOLDER}/.review-history.md`);

    expect((await place.iflow("history")).stdout).toBe(text);
    place.git("switch", "--quiet", "main");
    const { document } = await place.json("history", FEATURE);
    expect(document.data).toMatchObject({ feature: FEATURE, source: `feature/${FEATURE}` });
    expect(document.data.entries).toMatchObject([
      {
        phase: "specify",
        loop: "review",
        iteration: 1,
        reviewer: "spec-reviewer",
        decision: "Needs Revision",
        issues: [{ severity: "blocker", text: expect.stringContaining("When does the count end?") }],
        changes: "Added AC-2.",
      },
      { iteration: 2, decision: "Approved", issues: [] },
      { loop: "handoff", reviewer: "phase-reviewer", decision: "Approved" },
    ]);
  });

  test("is still there when finishing has removed the file and merged the branch away", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    const text = place.read(`${FOLDER}/.review-history.md`);
    const last = place.git("rev-parse", "HEAD");
    place.git("rm", "--quiet", `${FOLDER}/.review-history.md`);
    await setStatus(place, FEATURE, "completed");
    place.git("commit", "--quiet", "--all", "--message", "clean up");
    place.git("switch", "--quiet", "main");
    place.git("merge", "--quiet", "--no-ff", "--message", "merged", `feature/${FEATURE}`);
    place.git("branch", "--quiet", "-D", `feature/${FEATURE}`);

    const found = await place.iflow("history", FEATURE);
    expect([found.code, found.stdout]).toEqual([0, text]);
    expect(found.stderr).toContain(`from ${last.slice(0, 10)}:\n`);
    const unnamed = await place.iflow("history");
    expect([unnamed.code, unnamed.stdout]).toEqual([0, text]); // looking can mean no other one
    const worked = await place.iflow("specify");
    expect([worked.code, worked.stderr]).toEqual([2, expect.stringContaining("No active feature found")]);

    const other = (await place.json("create-feature", "second", "--from", "base")).document.data;
    await setStatus(place, "002-second", "completed");
    expect(other.feature ?? other.key).toBe("002-second");
    place.git("commit", "--quiet", "--all", "--message", "over");
    place.git("switch", "--quiet", "main");
    const several = await place.iflow("cost");
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining(`iflow cost 1   ${FEATURE}`)]);
  });

  test("an unknown feature is an error with the known ones; several active ones want a name, either way", async () => {
    const place = await workplace();
    await createFeature(place);
    await place.iflow("create-feature", "second", "--from", "base");

    const unknown = await place.iflow("history", "009-nope");
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining(FEATURE)]);
    expect((await place.json("history")).document.data.feature).toBe("002-second");
    place.git("switch", "--quiet", "main");
    const several = await place.iflow("history");
    expect([several.code, several.stderr]).toEqual([4, expect.stringContaining(`iflow history 1   ${FEATURE}`)]);
    expect((await place.iflow("history", `--feature=${FEATURE}`)).code).toBe(0);
  });
});

describe("config", () => {
  test("every value with its source: default, the person's file, the repository's, a variable", async () => {
    const place = await workplace();
    const home = join(place.root, ".git", "home");
    await place.write({
      ".git/home/iflow/config.json": JSON.stringify({ review: { maxRounds: 2, guard: "prompt" } }),
      "iflow.config.json": JSON.stringify({ review: { maxRounds: 3 }, checks: { test: "npm test" } }),
    });
    const env = { XDG_CONFIG_HOME: home, IFLOW_AGENT_GUIDES: "false" };

    const printed = await place.iflowWith({ env }, "config");
    expect(printed.stdout).toMatch(/^review\.maxRounds +3 +\(iflow\.config\.json, confirmed\)$/m);
    expect(printed.stdout).toMatch(/^review\.guard +prompt\s+\(\/.*\/home\/iflow\/config\.json\)$/m);
    expect(printed.stdout).toMatch(/^agentGuides +false +\(IFLOW_AGENT_GUIDES\)$/m);
    expect(printed.stdout).toMatch(/^artifactsRoot +docs$/m);
    expect(printed.stdout).toMatch(/^checks\.lint +-$/m);
    const { data } = JSON.parse((await place.iflowWith({ env }, "--json", "config")).stdout);
    expect(data.settings).toContainEqual({
      ...{ key: "review.maxRounds", value: 3, from: "iflow.config.json", trust: "confirmed" },
    });
    expect(data.settings).toContainEqual({ key: "checks.lint", value: null, from: "default" });
  });

  test("one key prints its value alone, a group what is in it, an unknown one what there is", async () => {
    const place = await workplace();
    await place.write({ "iflow.config.json": JSON.stringify({ checks: { test: "npm test" } }) });

    expect((await place.iflow("config", "checks.test")).stdout).toBe("npm test\n");
    const unset = await place.iflow("config", "checks.lint");
    expect([unset.code, unset.stdout, unset.stderr]).toEqual([0, "", "checks.lint is not set\n"]);
    expect((await place.iflow("config", "commits.specify.review")).stdout).toContain("review iteration {n}");
    expect((await place.iflow("config", "checks")).stdout.trim().split("\n")).toHaveLength(7);
    expect((await place.json("config", "checks.test")).document.data).toEqual({
      key: "checks.test",
      value: "npm test",
      from: "iflow.config.json",
      trust: "confirmed",
    });
    const typo = await place.iflow("config", "checks.tset");
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining("Did you mean: iflow config checks.test")]);
    await rm(join(place.root, "iflow.config.json"));
    await place.write({ "iflow.config.json": JSON.stringify({ chekcs: {} }) });
    const wrong = await place.iflow("config");
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('unknown key "chekcs"')]);
  });
});
