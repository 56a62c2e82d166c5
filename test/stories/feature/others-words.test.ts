// USE-1: printed commands begin the way iflow was started. What others wrote may read like a command and is none: an idea, a
// note, a setting, a prompt stay as they are, to the letter.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { FINISH, finishArgs, finishedFeature } from "../../support/finish-story.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { FEATURE, ONE_ROUND } from "../../support/story.ts";

const IDEA = "make iflow status faster than iflow list";
const NOTE = "run iflow gc before a release";
const CHECK = "iflow validate docs";

/** With the folder as part of how iflow was started. */
const typed = (place: Workplace, ...args: string[]) => place.iflow("--cwd", place.root, ...args);

verifies("USE-1", "what others wrote is not printed as a command, whatever iflow was started with", async () => {
  const place = await workplace(ONE_ROUND);
  const own = `iflow --cwd ${place.root}`;
  await writeFile(join(place.root, "iflow.config.json"), JSON.stringify({ checks: { test: CHECK } }));

  const created = await typed(place, "create-feature", IDEA);
  expect(created.stdout).toContain(`Next: ${own} specify`);
  const status = await typed(place, "status");
  expect(status.stdout).toContain(`    wanted  ${IDEA}\n`);
  expect(status.stdout).toContain(`${own} continue 1`);

  const stored = await typed(place, "memory", "add", NOTE);
  expect(stored.stdout).toContain(NOTE);
  expect(stored.stdout).toContain(`Undo: ${own} memory forget`);
  expect((await typed(place, "memory", "list")).stdout).toContain(NOTE);
  expect((await typed(place, "memory", "search", "release")).stdout.match(new RegExp(NOTE, "g"))).toHaveLength(2);
  expect((await typed(place, "memory", "export")).stdout).toContain(`"description":"${NOTE}"`);

  expect((await typed(place, "config", "checks.test")).stdout).toBe(`${CHECK}\n`);
  expect((await typed(place, "config", "checks")).stdout).toMatch(new RegExp(`^checks\\.test +${CHECK} +\\(`, "m"));

  const scripted = ["--yolo", "--runtime", "scripted", "--script", place.scriptPath];
  const dry = await typed(place, "specify", ...scripted, "--dry-run");
  expect(dry.stdout).toContain(IDEA);
  expect(dry.stdout).not.toContain(own);
});

verifies("USE-1", "what a check printed is shown to the letter, by the command that its row names", async () => {
  const said = `first ${CHECK}, then look`;
  const place = await finishedFeature(FINISH, { config: { checks: { test: `echo '${said}'; false` } } });

  const failed = await typed(place, ...finishArgs(place, "--yolo"));
  const [, command = ""] = /whole output:\s+iflow (--cwd .*)$/m.exec(failed.stderr) ?? [];
  expect(command).toBe(`--cwd ${place.root} show ${FEATURE} --check 1`);
  expect((await place.iflow(...command.split(" "))).stdout).toBe(`${said}\n`);
});

verifies("USE-1", "the card at the end names the idea as it was said, and commands as they are typed", async () => {
  const place = await finishedFeature(FINISH, { config: { checks: { none: true } } });
  const meta = join(place.root, "docs", "features", FEATURE, ".meta.json");
  await writeFile(meta, (await readFile(meta, "utf8")).replace("login limit", IDEA));
  place.git("commit", "--quiet", "--all", "--message", "renamed");

  const ended = await typed(place, ...finishArgs(place, "--yolo"));
  expect(ended.stdout).toContain(`  built      ${IDEA}`);
  expect(ended.stdout).toContain(`iflow --cwd ${place.root} history ${FEATURE}`);
});
