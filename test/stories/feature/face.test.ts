// The first thing people type: `iflow` alone, `iflow status`, words that are none. Nothing here asks, writes or is wider
// than 80 columns.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { runHere } from "../../support/run-here.ts";
import { linesTooWide } from "../../support/screen.ts";
import { createFeature, FEATURE, ONE_ROUND, reject, specify, writes } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const NOW = { IFLOW_NOW: "2026-03-01T10:00:00.000Z" };

async function shown(place: Workplace, ...args: string[]): Promise<string> {
  const before = place.git("status", "--porcelain");
  const ended = await place.iflowWith({ env: NOW }, ...args);
  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  expect(ended.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(place.git("status", "--porcelain")).toBe(before);
  return ended.stdout.replace(/^\S+ · /, "shop · ");
}

verifies("USE-2", "U5: outside of a repository three lines say how to begin", async () => {
  const place = await workplace();
  const ended = await runHere(await tempFolder(), [], {});

  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  expect(ended.stdout).toMatchInlineSnapshot(`
    "iflow turns one sentence into a merged feature: agents write, reviewers judge.
    See it work, no key needed:     iflow demo
    Your own, in a git repository:  iflow run "what you want"
    "
  `);
  expect((await place.json("--cwd", await tempFolder())).document).toMatchObject({
    ok: true,
    data: { repository: null, features: [] },
  });
  expect((await place.iflow("--cwd", "/nowhere/at/all")).code).toBe(2);
});

verifies(
  "USE-2",
  "U4: commands that are long, as where iflow is started by a path, stand whole on lines of their own",
  async () => {
    const place = await workplace({}, { "package.json": "{}" });
    await createFeature(place);
    const inside = join(place.root, "packages", "a-folder-with-quite-a-long-name", "and-one-more-below-it");
    await mkdir(inside, { recursive: true });
    for (const words of [[], ["status"], ["list"], ["show"], ["cost"], ["init"], ["specify"], ["run"]]) {
      const { stdout, stderr } = await place.iflow("--cwd", inside, ...words);
      expect(linesTooWide(80, stdout + stderr), words.join(" ")).toEqual([]);
    }
    expect((await place.iflow("--cwd", inside)).stdout).toContain(
      `\nStart something:\n  iflow --cwd ${inside} run "what you want"\n`,
    );
  },
);

verifies("USE-2", "U5: an empty repository says what to type first", async () => {
  const place = await workplace();
  expect(await shown(place)).toMatchInlineSnapshot(`
    "shop · main · nothing under way

    Set up once:      iflow init
    Start something:  iflow run "what you want"
    All commands:     iflow --help
    "
  `);
  await place.write({ "iflow.config.json": '{"checks": {"test": "evil"}}' });
  const untrusted = await place.iflowWith({ env: { IFLOW_TRUST: "" } });
  expect([untrusted.code, untrusted.stderr]).toEqual([0, ""]);
  expect(untrusted.stdout).not.toContain("iflow init");
});

verifies("USE-2", "U5: what waits, what is ready and what is finished, each with its command", async () => {
  const place = await workplace({
    "spec-author": [writes("# S\n"), ...Array.from({ length: 5 }, () => writes("# S\n\nmore\n"))],
    "spec-reviewer": Array.from({ length: 6 }, () => ({ reply: reject("No number.") })),
  });
  await createFeature(place);
  expect((await specify(place)).code).toBe(4);
  place.git("switch", "--quiet", "main");
  await place.iflow("create-feature", "export as CSV", "--from", "base");
  const meta = { slug: "a", created: "2026-02-01T10:00:00.000Z", branch: null };
  await place.write({
    "docs/features/007-dark-mode/.meta.json": JSON.stringify({ id: "007", ...meta, status: "planned" }),
    "docs/features/008-old/.meta.json": JSON.stringify({ id: "008", ...meta, status: "completed" }),
  });

  expect(await shown(place)).toMatchInlineSnapshot(`
    "shop · feature/002-export-as-csv · 3 features

      waits for you
        001-login-limit     specify: Whose problem does this        iflow answer 1
                            solve, and what goes wrong today?
      ready
        002-export-as-csv   created                                 iflow continue 2
        007-dark-mode       planned                                 iflow continue 7

    1 finished:       iflow list --all
    Start something:  iflow run "what you want"
    Look closer:      iflow status
    All commands:     iflow --help
    "
  `);
  expect(await shown(place, "status")).toMatchInlineSnapshot(`
    "shop · feature/002-export-as-csv · 3 features

      001-login-limit   waits for you
        wanted  login limit
        now     specify: Whose problem does this solve, and what goes wrong today?
        branch  feature/001-login-limit
        run     001-login-limit.specify.1, 4 steps, less than a minute ago
        next    iflow answer 1

    ● 002-export-as-csv   ready
        wanted  export as CSV
        now     created
        branch  feature/002-export-as-csv
        next    iflow continue 2

      007-dark-mode   ready
        wanted  dark mode
        now     planned
        branch  feature/007-dark-mode
        next    iflow continue 7

    Nothing is tested in 001-login-limit, 002-export-as-csv: there is no test
    command.
    Next: iflow init   (or set checks.test)
    1 finished:       iflow list --all
    "
  `);
  expect(await shown(place, "--no-unicode")).toMatch(/^\S+ - feature\/002-export-as-csv - 3 features\n/);
  const [bare, status] = [await place.json(), await place.json("status")];
  expect(bare.document).toEqual(status.document);
  expect(bare.document.data).toMatchObject({
    branch: "feature/002-export-as-csv",
    counts: { waiting: 1, running: 0, ready: 2, finished: 1 },
  });
  expect(bare.document.data.features[0]).toMatchObject({ key: FEATURE, group: "waiting", command: "iflow answer 1" });
});

test("U5: -v, -V, --version, version and help for a command", async () => {
  const place = await workplace(ONE_ROUND);
  const { stdout } = await place.iflow("--version");
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const word of ["-v", "-V", "version"]) expect((await place.iflow(word)).stdout).toBe(stdout);
  expect((await place.iflow("help", "run")).stdout).toBe((await place.iflow("run", "--help")).stdout);
});

test("U12: a word that is none is told once, with the one that was meant, and as JSON on stdout alone", async () => {
  const place = await workplace();
  const told = async (...args: string[]) => {
    const ended = await place.iflow(...args);
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    return ended.stderr;
  };
  expect(await told("statsu")).toBe(
    "iflow: unknown command statsu\n  Fix: Did you mean: iflow status   (iflow --help lists the commands)\n",
  );
  expect(await told("deploy")).toBe("iflow: unknown command deploy\n  Fix: iflow --help lists the commands\n");
  expect(await told("run", "x", "--yollo")).toBe(
    "iflow: unknown option --yollo\n  Fix: Did you mean --yolo?   (iflow run --help lists the flags)\n",
  );
  expect(await told("kb", "serach", "x")).toContain("Did you mean: iflow kb search");
  expect(await told("run")).toBe(
    'iflow: say what you want, in a sentence\n  Fix: iflow run "limit logins to 5 a minute"\n',
  );

  for (const words of [["rn"], ["status", "--nope"], ["run"], ["cost", "--by", "moon"]]) {
    const ended = await place.iflow("--json", ...words);
    expect([ended.code, ended.stderr]).toEqual([2, ""]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, error: { code: "usage", fix: expect.any(String) } });
  }
});
