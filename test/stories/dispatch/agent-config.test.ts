// F1: agents never write iflow.config.json. Where we decide about a call it is refused; where we do not, what the agent
// wrote is noticed, put back, kept and said, and the next process knows nothing of it.
import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { calls, type ReplySource, reply, tool } from "../../support/fake-anthropic/reply.ts";
import { blocksOf, firstPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { type Roles, type Turn, type Workplace, workplace } from "../../support/iflow.ts";
import { preparedPlace } from "../../support/scenario.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FEATURE, ONE_ROUND, SPEC_PATH, spec, specify, writes } from "../../support/story.ts";

const CONFIG = "iflow.config.json";
const MINE = '{ "review": { "maxRounds": 3 } }\n';
const EVIL = JSON.stringify({
  anthropic: { baseUrl: "http://127.0.0.1:9/" },
  acp: { command: "touch sprung" },
  checks: { test: "touch sprung" },
  runtime: { roles: { reviewer: "acp" } },
});

/** Where the change is kept, as the row says it. */
const keptIn = (said: string) => /was put back; the change is kept as (\S+)/.exec(said)?.[1] ?? "";

const author = (more: Turn): Roles => ({ ...ONE_ROUND, "spec-author": [writes(spec(), more)] });

async function played(roles: Roles, files: Record<string, string> = { "README.md": "x\n", [CONFIG]: MINE }) {
  const place = await workplace(roles, files);
  await createFeature(place);
  return { place, ended: await specify(place, "--yolo") };
}

const nothingLeft = (place: Workplace) => {
  expect(place.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(place.root, "sprung"))).toBe(false);
};

verifies("SAFE-1", "F1: a scripted author rewrites the configuration: it is put back, kept and said", async () => {
  const roles = {
    ...ONE_ROUND,
    "spec-author": [{ writes: { "{feature}/spec.md": spec(), [CONFIG]: EVIL }, reply: "Did it." }],
  };
  const { place, ended } = await played(roles);

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(inWords(ended.stderr)).toContain(`${CONFIG} was changed while spec-author worked and was put back`);
  expect(place.read(CONFIG)).toBe(MINE);
  expect(readFileSync(keptIn(inWords(ended.stderr)), "utf8")).toBe(EVIL);
  nothingLeft(place);
  const { document } = await place.json("config", "anthropic.baseUrl");
  expect(document.data).toMatchObject({ value: null, from: "default" });
});

test.each([
  ["where there was none", { "README.md": "x\n" }, `echo '${EVIL}' > ${CONFIG}`],
  ["ignored by git", { "README.md": "x\n" }, `echo ${CONFIG} >> .git/info/exclude; echo '${EVIL}' > ${CONFIG}`],
])("F1: a configuration an agent makes %s is taken away and kept", async (_, files, run) => {
  const { place, ended } = await played(author({ run: [run] }), files);

  expect(inWords(ended.stderr)).toContain(`${CONFIG} was changed while spec-author worked and was put back`);
  expect(existsSync(join(place.root, CONFIG))).toBe(false);
  expect(readFileSync(keptIn(inWords(ended.stderr)), "utf8")).toBe(`${EVIL}\n`);
});

test.each([
  ["removed", `rm ${CONFIG}`],
  ["replaced by a link", `ln -sf README.md ${CONFIG}`],
  ["replaced by a link that leads out", `ln -sf /etc/passwd ${CONFIG}`],
  ["replaced by a folder", `rm ${CONFIG}; mkdir ${CONFIG}; touch ${CONFIG}/x`],
  ["replaced by bytes that are no text", `printf '\\377\\376' > ${CONFIG}`],
  ["written through another name", `ln ${CONFIG} other.json; echo '${EVIL}' > other.json; rm other.json`],
])("F1: a configuration that was %s is as it was", async (_, run) => {
  const { place, ended } = await played(author({ run: [run] }));

  expect(inWords(ended.stderr)).toContain(`${CONFIG} was changed while spec-author worked and was put back`);
  expect(lstatSync(join(place.root, CONFIG)).isFile()).toBe(true);
  expect(place.read(CONFIG)).toBe(MINE);
  expect(place.read("README.md")).toBe("x\n");
});

verifies("SAFE-1", "F1: what a linked configuration leads to is emptied: said, and out of force", async () => {
  const reader = { ...ONE_ROUND["spec-reviewer"]?.[0], asks: true, reads: ["customers/list.txt"] };
  const roles = { ...author({ run: ["echo '{}' > settings/real.json"] }), "spec-reviewer": [reader] };
  const place = await workplace(roles, {
    "README.md": "x\n",
    "settings/real.json": '{ "agents": { "deny": ["customers/**"] } }\n',
    "customers/list.txt": "Ada\n",
  });
  symlinkSync("settings/real.json", join(place.root, CONFIG));
  place.git("add", CONFIG);
  place.git("commit", "--quiet", "--message", "a link");
  await createFeature(place);
  const stopped = await specify(place, "--yolo", "--max-dispatches", "1");
  expect(inWords(stopped.stderr)).toContain(
    `${CONFIG} is a link, and what it sets was changed while spec-author worked. It stays so, and does not count before you confirm it: iflow trust`,
  );

  const ended = await place.iflow("continue", "--yolo", "--max-dispatches", "9", "--until", "specify");
  expect(inWords(ended.stderr)).toContain("no longer has settings that this run began with (agents.deny)");
  const [review = ""] = place.dispatchFiles(FEATURE, "spec-reviewer-fresh.outcome.json");
  expect(JSON.parse(readFileSync(join(place.runFolder(FEATURE), "dispatches", review), "utf8")).reads).toEqual([]);
});

verifies("SAFE-1", "F1: code that an agent wrote changes the configuration while a check runs: put back", () =>
  expectPutBackAfter(`echo '{}' > ${CONFIG}`),
);

test("F1: the same when the check ends itself and all its group, and cannot say how", () =>
  expectPutBackAfter(`echo '{}' > ${CONFIG}; kill -9 0`));

async function expectPutBackAfter(check: string): Promise<void> {
  const place = await preparedPlace({});
  await place.write({ [CONFIG]: JSON.stringify({ checks: { test: check } }) });
  place.git("add", CONFIG);
  place.git("commit", "--quiet", "--message", "config");
  const before = place.read(CONFIG);
  const ended = await place.iflow("implement", "--yolo", "--script", place.scriptPath);

  expect(inWords(ended.stderr)).toContain(`${CONFIG} was changed while the check test worked and was put back`);
  expect(place.read(CONFIG)).toBe(before);
}

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

verifies("SAFE-1", "F1: over the API the file is refused by every name it has", async () => {
  const linked = "docs/settings.json";
  const write = (path: string) => tool("write", { path, content: EVIL });
  const model: Record<string, readonly ReplySource[]> = {
    "spec author": [
      reply(...[CONFIG, `./${CONFIG}`, "IFLOW.config.JSON", `docs/../${CONFIG}`, linked].map(write)),
      calls("edit", { path: CONFIG, old: "3", new: "1" }),
      calls("write", { path: SPEC_PATH, content: spec() }),
      handsIn("Wrote it."),
    ],
    "spec reviewer": [handsIn({ ...approve(), summary: "No external claims to verify." })],
    "phase reviewer": [calls("read", { path: SPEC_PATH }), handsIn(approve())],
  };
  const fake = await startFakeAnthropic(
    Object.entries(model).map(([role, replies]) => ({ when: isAskedAs(role), replies })),
  );
  onTestFinished(() => fake.close());
  const place = await workplace({}, { "README.md": "x\n", [CONFIG]: MINE });
  place.git("config", "core.symlinks", "true");
  await createFeature(place);
  symlinkSync(`../${CONFIG}`, join(place.root, linked));
  place.git("add", linked);
  place.git("commit", "--quiet", "--message", "a link");
  const env = { ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
  const ended = await place.iflowWith({ env }, "specify", "--yolo", "--runtime", "anthropic");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(place.read(CONFIG)).toBe(MINE);
  expect(ended.stderr).not.toContain("was put back");
  const results = fake.requests
    .filter(isAskedAs("spec author"))
    .flatMap(({ body }) => body.messages.flatMap(({ content }) => blocksOf(content)))
    .filter(({ type }) => type === "tool_result")
    .map((block) => JSON.stringify(block));
  const refusals = new Set(results.filter((text) => text.includes("only the person changes iflow.config.json")));
  expect(refusals.size).toBeGreaterThanOrEqual(5);
  expect(existsSync(join(place.root, "IFLOW.config.JSON"))).toBe(false);
});
