// One bit of one file that a run believes is another: the command that meets it names the file, or the end is the very one
// it would have been. The run has questions, answers, sessions of the API and two rounds behind it, and one more to go.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { findCheckout } from "../../../src/adapters/git/checkout/checkout.ts";
import { oweEntries } from "../../../src/adapters/git/commits/index-debts.ts";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { copyOf, inPairs, templateOf } from "../../support/crash.ts";
import { calls, type Reply } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { sampled } from "../../support/sampled.ts";
import { approve, createFeature, FEATURE, FOLDER, reject, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";
import { tracesOf, withoutTimes } from "../../support/traces.ts";

const FLIPS = 220;
const LAST_LINE = spec().trimEnd().split("\n").at(-1);
const adds = (line: string): Reply => calls("edit", { path: SPEC_PATH, old: LAST_LINE, new: `${LAST_LINE}\n${line}` });
const passes = handsIn({ ...approve(), summary: "No external claims to verify." });

verifies(
  "SAFE-6",
  "F10: one flipped bit in any file of a run is named with its file, or has no effect",
  async () => {
    const template = await templateOf(await waitingRun());
    const { end: undisturbed, said: usual } = await continued(await copyOf(template));
    expect(undisturbed.texts.continue).toContain("The spec is approved and committed");
    expect(undisturbed.texts.cost).toContain("$");
    const flips = placesIn(join(template, ".git", "iflow"));
    expect(new Set(flips.map(({ file }) => file.replace(/.*\//, "").replace(/^[\d-]+/, ""))).size).toBeGreaterThan(12);

    expect(flips.filter(({ file }) => usual.includes(file))).toEqual([]);

    const silent: string[] = [];
    const kinds = { named: 0, same: 0 };
    await inPairs(sampled(flips, 9), async ({ file, bit }) => {
      const place = await copyOf(template);
      flip(join(place.root, ".git", "iflow", file), bit);
      const { end, said } = await continued(place);
      const isNamed = said.includes(file);
      if (isNamed) kinds.named += 1;
      else if (JSON.stringify(end) === JSON.stringify(undisturbed)) kinds.same += 1;
      else silent.push(`bit ${bit} of ${file}: ${differences(end, undisturbed)}`);
      expect(said, `bit ${bit} of ${file}`).not.toContain("This is a bug in iflow");
    });
    expect(silent).toEqual([]);
    expect(Math.min(kinds.named, kinds.same)).toBeGreaterThan(0);
  },
  600_000,
);

/** Asked, answered, written, rejected, repaired, approved, and the person wants one more change. */
async function waitingRun(): Promise<Workplace> {
  const place = await workplace({}, { "README.md": "x", "AGENTS.md": "Write short sentences.\n" });
  await createFeature(place);
  expect((await place.iflow("memory", "add", "A login limit needs a number.")).code).toBe(0);
  const env = await apiFor({
    "spec author": [
      calls("write", { path: SPEC_PATH, content: spec() }),
      handsIn("Wrote it."),
      adds("- AC-2: after a minute the count is zero again."),
      handsIn("Added AC-2."),
    ],
    "spec reviewer": [handsIn({ ...reject("When does it end?"), summary: "No external claims to verify." }), passes],
    "phase reviewer": [passes],
  });
  const run = (...args: string[]) => place.iflowWith({ env }, ...args);
  expect((await run("specify", "--runtime", "anthropic")).code).toBe(4);
  for (const id of ["001.1", "001.2", "001.3"]) await run("answer", id, "from-description");
  expect((await run("continue", "--until", "specify")).stderr).toContain("The spec is approved");
  await run("answer", "001.4", "request-changes");
  expect((await run("continue", "--until", "specify")).stderr).toContain("What should change?");
  expect((await run("answer", "001.5", "Say what is logged.")).code).toBe(0);
  // as if iflow had died right before a commit
  const entry = { mode: "100644", id: place.git("rev-parse", "HEAD:AGENTS.md") };
  await oweEntries(await findCheckout(place.root, process.env), `feature/${FEATURE}`, new Map([["README.md", entry]]));
  return place;
}

/** What the commands print and leave behind. */
async function continued(place: Workplace) {
  const env = await apiFor({
    "spec author": [adds("- AC-3: each refusal is logged."), handsIn("Added AC-3.")],
    "spec reviewer": [passes],
    "phase reviewer": [passes],
  });
  const texts: Record<string, string> = {};
  for (const [name, ...args] of [["continue", "--until", "specify"], ["status"], ["history"], ["cost"]] as const) {
    const { code, stdout, stderr } = await place.iflowWith({ env }, name, ...args);
    texts[name] = masked(`${code}\n${stdout}\n${stderr}`, place.root);
  }
  const history = masked(place.read(`${FOLDER}/.review-history.md`), place.root);
  const said = [...Object.values(texts), history].join("\n");
  return {
    said,
    end: {
      texts,
      history,
      ...tracesOf(place, "specify"),
      tree: place.git("ls-tree", "HEAD", SPEC_PATH),
    },
  };
}

const masked = (text: string, root: string): string =>
  withoutTimes(text)
    .replaceAll(root, "{root}")
    .replaceAll(basename(root), "{name}")
    .replaceAll(/(?:less than a minute|\d+ min) ago/g, "TIME")
    .replaceAll(/(?: ·)? *<?\d+ (?:s|min)\b/g, "") // what takes less than a second has no time
    .replaceAll(/ +/g, " ");

function differences(end: object, undisturbed: object): string {
  const lines = (value: object) => JSON.stringify(value, null, 1).replaceAll("\\n", "\n").split("\n");
  const known = new Set(lines(undisturbed));
  return lines(end)
    .filter((line) => !known.has(line))
    .join("\n");
}

async function apiFor(replies: Record<string, readonly Reply[]>): Promise<Record<string, string>> {
  const isAskedAs = (role: string) => (request: MessagesRequest) =>
    firstPrompt(request).includes(`You are the ${role}`);
  const fake = await startFakeAnthropic(
    Object.entries(replies).map(([role, list]) => ({ when: isAskedAs(role), replies: list })),
  );
  onTestFinished(() => fake.close());
  return { HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
}

interface Flip {
  /** Below `.git/iflow`. */
  readonly file: string;
  readonly bit: number;
}

/** Every file in turn, each time at another place. The same places in every run. */
function placesIn(home: string): Flip[] {
  const files = (readdirSync(home, { recursive: true }) as string[])
    .filter((name) => /^(?:runs|sessions)\/|\.jsonl?$/.test(name) && statSync(join(home, name)).isFile())
    .filter((name) => statSync(join(home, name)).size > 0)
    .sort();
  let state = 7;
  return Array.from({ length: FLIPS }, (_, index) => {
    const file = files[index % files.length] ?? "";
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return { file, bit: Math.floor((state / 2_147_483_648) * statSync(join(home, file)).size * 8) };
  });
}

function flip(path: string, bit: number): void {
  const bytes = readFileSync(path);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  writeFileSync(path, bytes);
}
