// A dispatch that reaches a limit of ours is told once and goes on in its own conversation: nothing is paid again whole.
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { calls, type Reply, reply, tool } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, lastToolResults, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { type Rule, startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);
const LOOK = calls("read", { path: SPEC_PATH });
const APPROVED = handsIn({ ...approve(), summary: "No external claims to verify." });

verifies("AGT-4", "a reviewer at its limit pauses the run, goes on where it was, and no round is used", async () => {
  const { iflow, sentTo, place } = await prepare({ "spec reviewer": [LOOK, LOOK, APPROVED] });

  const stopped = await iflow("specify", "--yolo", "--runtime", "anthropic");
  expect([stopped.code, stopped.stderr]).toEqual([5, expect.stringContaining("anthropic.maxTurns is 2")]);
  expect(inWords(stopped.stderr)).toContain(
    "Fix: raise anthropic.maxTurns, or let it go on up to the same limit again, then: iflow continue",
  );
  expect(sentTo("spec reviewer")).toHaveLength(2);

  const ended = await iflow("continue", "--until", "specify", "--yolo");

  expect([ended.code, ended.stdout + ended.stderr]).toEqual([0, expect.stringContaining("Spec approved in 1 round")]);
  const [, before, after] = sentTo("spec reviewer") as [unknown, MessagesRequest, MessagesRequest];
  expect(sentTo("spec reviewer")).toHaveLength(3);
  expect(words(after).slice(0, words(before).length)).toEqual(words(before));
  expect(lastToolResults(after)).toEqual([expect.stringContaining("# Specification")]);
  expect(JSON.stringify(after.body.messages.at(-1))).toContain("Go on from here.");
  expect(place.read(`docs/features/${FEATURE}/.review-history.md`)).not.toMatch(/RESUME-FALLBACK|LAZY-LOAD/);
});

verifies(
  "AGT-4",
  "an author goes on, up to a limit that was raised, with what it has written: it is all its own",
  async () => {
    const write = reply(tool("write", { path: SPEC_PATH, content: spec() }));
    const { iflow, sentTo, place, env } = await prepare({
      "spec author": [write, LOOK, LOOK, LOOK, handsIn("Wrote the first draft.")],
      "spec reviewer": [LOOK, APPROVED],
    });

    expect((await iflow("specify", "--yolo", "--runtime", "anthropic")).code).toBe(5);
    const ended = await place.iflowWith(
      { env: { ...env, IFLOW_ANTHROPIC_MAX_TURNS: "3" } },
      ...["continue", "--until", "specify", "--yolo"],
    );

    expect([ended.code, ended.stdout + ended.stderr]).toEqual([0, expect.stringContaining("Spec approved in 1 round")]);
    expect(sentTo("spec author")).toHaveLength(5);
    expect(place.read(SPEC_PATH)).toBe(spec());
    expect(place.git("status", "--porcelain")).toBe("");
  },
);

async function prepare(script: Readonly<Record<string, readonly Reply[]>>) {
  const plays = {
    "spec author": [reply(tool("write", { path: SPEC_PATH, content: spec() })), handsIn("Wrote it.")],
    "phase reviewer": [handsIn(approve())],
    ...script,
  };
  const rules = Object.entries(plays).map(([role, replies]): Rule => ({ when: isAskedAs(role), replies }));
  const fake = await startFakeAnthropic(rules);
  onTestFinished(() => fake.close());
  const place = await workplace();
  await createFeature(place);
  const api = { ANTHROPIC_API_KEY: "sk-own", ANTHROPIC_BASE_URL: fake.url };
  const env = { ...api, HOME: await tempFolder(), IFLOW_ANTHROPIC_MAX_TURNS: "2" };
  return {
    ...{ place, env },
    iflow: (...args: string[]) => place.iflowWith({ env }, ...args),
    sentTo: (role: string) => fake.requests.filter(isAskedAs(role)),
  };
}

/** Without the marks of the cache, which move. */
function words({ body }: MessagesRequest): string[] {
  return body.messages.map(({ role, content }) =>
    JSON.stringify([role, content]).replaceAll(/,"cache_control":\{[^}]*\}/g, ""),
  );
}
