// Bad weather between the command and the API: an answer that breaks off, a storm of refusals, a service that is
// overloaded for good. A run ends right or stops where `iflow continue` takes it up, and every token is in the bill once.

import { expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { textsBelow } from "../../support/claude-agent.ts";
import { fails, type Reply, reply, text, tool } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { type FakeAnthropic, type Rule, startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

/** Of no shape that anybody would take for a key: it has to be known, not guessed. */
const KEY = "plain words, and only we know: 4711";

type Weather = "fine" | "storm" | "refused" | "overloaded" | "cut";

const ECHO = `You sent {"x-api-key": "${KEY}"}.`;
const REFUSALS = {
  storm: fails(429, { retryAfter: 3600, message: `Your account's hour is used up. ${ECHO}` }),
  refused: fails(401, { message: ECHO }),
};
/** The blocks come and the end does not; of its output nobody is told more than the first token. */
const broken = (answer: Reply, kind: "overloaded" | "cut"): Reply => ({
  ...answer,
  usage: { output_tokens: 1 },
  fault: { kind, ...(kind === "overloaded" && { message: `Overloaded. ${ECHO}` }) },
});

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

verifies(
  ["FIN-3", "RES-2"],
  "answers that break off are asked for again; a storm stops the run at exit 5; continue ends it; every token is billed once; the key is nowhere",
  async () => {
    let weather: Weather = "storm";
    const review: Rule = {
      when: isAskedAs("spec reviewer"),
      replies: [
        () => {
          if (weather === "storm" || weather === "refused") return REFUSALS[weather];
          const verdict = handsIn({ ...approve(), summary: "No external claims to verify." });
          return weather === "fine" ? verdict : broken(reply(text(`Let me use ${KEY}`), ...verdict.blocks), weather);
        },
      ],
    };
    const write = (content: string) => reply(text(ECHO), tool("write", { path: SPEC_PATH, content }));
    const author: Rule = {
      when: isAskedAs("spec author"),
      replies: [
        broken(write("half a specification"), "overloaded"),
        write(spec(`- Not to be told: ${KEY}\n`)),
        broken(handsIn("Half of an answer."), "cut"),
        handsIn("Wrote the first draft."),
      ],
    };
    const gate: Rule = { when: isAskedAs("phase reviewer"), replies: [handsIn(approve())] };
    const { fake, place, iflow, said, home } = await prepare([author, review, gate]);
    const resume = () => iflow("continue", "--until", "specify", "--yolo");

    const lost = await place.iflowWith(
      { env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: "localhost:1", HOME: home } },
      ...["specify", "--yolo", "--runtime", "anthropic"],
    );
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringMatching(/ANTHROPIC_BASE_URL is not .*\n.*https:/s)]);

    const stormy = await iflow("specify", "--yolo", "--runtime", "anthropic");
    expect([stormy.code, stormy.stderr]).toEqual([5, expect.stringContaining("iflow continue")]);
    expect(stormy.stderr).toContain("asks for fewer requests (429)");
    expect(inWords(stormy.stderr)).toContain("it asks to wait 3600 seconds");
    // the two tries of the author that broke off are paid for; who was refused has used nothing
    const afterStorm = await billOf(place);
    expect(afterStorm).toEqual(paidAt(fake));
    expect(fake.requests.filter(isAskedAs("spec author"))).toHaveLength(4);
    expect(place.read(SPEC_PATH)).toBe(spec("- Not to be told: [secret]\n"));

    weather = "refused";
    const refused = await resume();
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining("set a valid ANTHROPIC_API_KEY")]);

    for (const kind of ["overloaded", "cut"] as const) {
      weather = kind;
      const stopped = await resume();
      expect([stopped.code, stopped.stderr]).toEqual([5, expect.stringContaining("iflow continue")]);
      expect(stopped.stderr).toContain(kind === "cut" ? "(2 tries)" : "the API is overloaded (529)");
    }
    const afterAll = await billOf(place);
    expect(afterAll).toEqual(paidAt(fake));
    expect(afterAll.output).toBeGreaterThan(afterStorm.output);

    weather = "fine";
    const ended = await resume();
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([0, expect.stringContaining("Spec approved")]);
    expect(fake.requests.filter(isAskedAs("spec author"))).toHaveLength(4);
    expect(fake.requests.filter(isAskedAs("phase reviewer"))).toHaveLength(1);
    expect(await billOf(place)).toEqual(paidAt(fake));

    // whoever was told the key back, and by whom: it is in no file, no line and no request but its header
    said.push((await iflow("--json", "show", FEATURE)).stdout, (await iflow("history", FEATURE)).stdout);
    const sent = fake.requests.map(({ body }) => ({ path: "a request", text: JSON.stringify(body) }));
    const printed = said.map((line) => ({ path: "the terminal", text: line }));
    const everything = [...textsBelow(place.root), ...textsBelow(home), ...sent, ...printed];
    expect(everything.filter((one) => one.text.includes(KEY)).map(({ path }) => path)).toEqual([]);
    expect(everything.filter((one) => one.text.includes("[secret]")).length).toBeGreaterThan(3);
    expect(fake.requests.filter(({ headers }) => !JSON.stringify(headers).includes(KEY))).toEqual([]);
  },
);

async function prepare(rules: readonly Rule[]) {
  const fake = await startFakeAnthropic(rules);
  onTestFinished(() => fake.close());
  const home = await tempFolder();
  const api = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: fake.url, ANTHROPIC_LOG: "debug" };
  const env = { ...api, HOME: home, IFLOW_ANTHROPIC_TRIES: "2" };
  const place = await workplace();
  await createFeature(place);
  const said: string[] = [];
  const iflow = async (...args: string[]) => {
    const ended = await place.iflowWith({ env }, ...args);
    said.push(ended.stdout, ended.stderr);
    return ended;
  };
  return { fake, place, home, said, iflow };
}

interface Tokens {
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
}

async function billOf(place: Workplace): Promise<Tokens> {
  const { input, read, written, output, estimated } = (await place.json("cost", FEATURE)).document.data.total;
  expect(estimated).toBe(false);
  return { input, read, written, output };
}

/** What the other side has counted. */
function paidAt({ records }: FakeAnthropic): Tokens {
  const used = records.flatMap(({ usage }) => usage ?? []);
  const sum = (count: (usage: (typeof used)[number]) => number) => used.reduce((total, one) => total + count(one), 0);
  return {
    input: sum(({ input_tokens }) => input_tokens),
    read: sum(({ cache_read_input_tokens }) => cache_read_input_tokens),
    written: sum(({ cache_creation_input_tokens }) => cache_creation_input_tokens),
    output: sum(({ output_tokens }) => output_tokens),
  };
}
