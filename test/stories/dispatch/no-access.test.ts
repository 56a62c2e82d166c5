// Agents that are turned away: no login, no credit, no quota left. It is told once, with what to do, and costs no round.
import { expect, onTestFinished, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { fails, reply, tool } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { type Rule, startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec } from "../../support/story.ts";

const NO_CREDIT = fails(400, { message: "Your credit balance is too low." });
const QUOTA = fails(429, { retryAfter: 3600, message: "This hour is used up." });

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

verifies(
  "LOOP-5",
  "U12: a refused key, no credit and a used-up quota are told once, with the fix, and cost no round",
  async () => {
    const { iflow, asked, turn } = await prepare();
    for (const [role, refusal, fix] of [
      ["spec author", fails(401), "set a valid ANTHROPIC_API_KEY, then: iflow continue"],
      ["spec reviewer", NO_CREDIT, "add credit to your account"],
      ["spec reviewer", QUOTA, "wait, or raise the limits of your account"],
    ] as const) {
      turn.away = { role, refusal };
      const before = asked(role);
      const stopped = await iflow(before === 0 && role === "spec author" ? "specify" : "continue");

      expect([stopped.code, stopped.stderr]).toEqual([5, expect.stringContaining(fix)]);
      const told = /\(401\)|credit balance|used up/g;
      expect(`${stopped.stdout}${stopped.stderr}`.match(told)).toHaveLength(1);
      expect(asked(role) - before).toBe(1);
    }

    turn.away = undefined;
    const ended = await iflow("continue");

    expect([ended.code, ended.stdout + ended.stderr]).toEqual([0, expect.stringContaining("specify")]);
    const { document } = await ended.place.json("history", FEATURE);
    expect(JSON.stringify(document)).not.toMatch(/credit|used up|no valid verdict/);
    expect(ended.place.read(`docs/features/${FEATURE}/.meta.json`)).toContain('"iterations": 1');
  },
);

test("U12: what an agent wrote before its quota ended is kept", async () => {
  const { iflow, turn } = await prepare({ writesFirst: true });
  turn.away = { role: "spec author", refusal: QUOTA, after: 1 };

  const stopped = await iflow("specify");

  expect([stopped.code, stopped.stderr]).toEqual([5, expect.stringContaining("wait, or raise the limits")]);
  expect(stopped.place.read(SPEC_PATH)).toBe(spec());
  turn.away = undefined;
  const ended = await iflow("continue");
  expect([ended.code, ended.place.read(SPEC_PATH)]).toEqual([0, spec()]);
});

interface Away {
  readonly role: string;
  readonly refusal: ReturnType<typeof fails>;
  /** How many requests of the turn are answered before that. */
  readonly after?: number;
}

async function prepare({ writesFirst = false } = {}) {
  const turn: { away: Away | undefined } = { away: undefined };
  const answered = new Map<string, number>();
  const rule = (role: string, answers: readonly ReturnType<typeof reply>[]): Rule => ({
    when: isAskedAs(role),
    replies: [
      () => {
        const count = answered.get(role) ?? 0;
        if (turn.away?.role === role && count >= (turn.away.after ?? 0)) return turn.away.refusal;
        answered.set(role, count + 1);
        return answers[Math.min(count, answers.length - 1)] ?? handsIn("");
      },
    ],
  });
  const write = reply(tool("write", { path: SPEC_PATH, content: spec() }));
  const author = [write, ...(writesFirst ? [write] : []), handsIn("Wrote the first draft.")];
  const verdict = handsIn({ ...approve(), summary: "No external claims to verify." });
  const fake = await startFakeAnthropic([
    rule("spec author", author),
    rule("spec reviewer", [verdict]),
    rule("phase reviewer", [verdict]),
  ]);
  onTestFinished(() => fake.close());
  const env = { ANTHROPIC_API_KEY: "only here", ANTHROPIC_BASE_URL: fake.url, IFLOW_ANTHROPIC_TRIES: "1" };
  const place = await workplace();
  await createFeature(place);
  const iflow = async (command: string) => {
    const begin = command === "specify" ? ["--runtime", "anthropic"] : ["--until", "specify"];
    return { place, ...(await place.iflowWith({ env }, command, ...begin, "--yolo")) };
  };
  return { iflow, turn, asked: (role: string) => fake.requests.filter(isAskedAs(role)).length };
}
