// One fault, from the provider to the screen: a specification is written, its reviewer meets the fault, the command ends;
// then the fault is over and the next command goes on from there.
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { handsIn } from "./anthropic-agent.ts";
import { claudePlace, ONE_ROUND, remembers } from "./claude-story.ts";
import { calls, type Reply, submits } from "./fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "./fake-anthropic/request.ts";
import { startFakeAnthropic } from "./fake-anthropic/server.ts";
import { firstPrompt as firstOpenAiPrompt, type OpenAiRequest } from "./fake-openai/request.ts";
import { startFakeOpenAi } from "./fake-openai/server.ts";
import { FAULT_ROWS, type FaultRow, type FaultRuntime, faultReply } from "./fault-rows.ts";
import { type Ended, type Workplace, workplace } from "./iflow.ts";
import { linesWiderThan } from "./screen.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec } from "./story.ts";

const PAGES = join(import.meta.dirname, "..", "stories", "dispatch", "faults");
const REVIEWER = "You are the spec reviewer";
/** On a busy machine any answer may take a second to begin. */
const SILENT = FAULT_ROWS["silent-stream"];
const VERDICT = { ...approve(), summary: "No external claims to verify." };

interface Stage {
  readonly place: Workplace;
  readonly env: Record<string, string>;
  /** Requests of the reviewer so far. */
  asked(): number;
}

/** What the fault printed is held against its file, and that it used up no more rounds than the file says. */
export async function playFault(row: string, runtime: FaultRuntime): Promise<void> {
  const fault = FAULT_ROWS[row];
  if (!fault) throw new Error(`there is no row ${row}`);
  let trouble: Reply | undefined = faultReply(fault, runtime);
  const stage = await STAGES[runtime](() => trouble, fault);
  const { place, env } = stage;
  const iflow = (...args: string[]) => place.iflowWith({ env }, ...args, "--yolo");
  await createFeature(place);

  const ended = await iflow("specify", "--runtime", runtime);
  const sent = stage.asked();
  trouble = undefined;
  const continued = await iflow("continue", "--until", "specify");

  expect([continued.code, continued.stdout + continued.stderr]).toEqual([0, expect.stringContaining("approved")]);
  const page = printed(ended, sent, roundsOf(place) - 1).replaceAll(place.root, "~/shop");
  await expect(page).toMatchFileSnapshot(join(PAGES, `${row}.${runtime}.txt`));
  expect(linesWiderThan(80, page)).toEqual([]);
}

function printed({ code, stdout, stderr }: Ended, sent: number, rounds: number): string {
  const said = `${stdout}${stderr}`
    .trimEnd()
    .replaceAll(/(?<=(?:Lifted|again) at )(?:\d{4}-\d\d-\d\d )?\d\d:\d\d/g, "15:04")
    .replaceAll(/(?<=resets )\S+ \(\w+\)/g, "3:04pm (UTC)")
    .replaceAll(/127\.0\.0\.1:\d+/g, "api.example")
    .replaceAll(/ +\d+ s$/gm, "")
    .replaceAll(/^ {2}\.\.\. .*\n/gm, "");
  return `sent ${sent}, exit code ${code}, rounds used ${rounds}\n\n${said}\n`;
}

function roundsOf(place: Workplace): number {
  return Number(/"iterations": (\d+)/.exec(place.read(`docs/features/${FEATURE}/.meta.json`))?.[1]);
}

const STAGES: Readonly<Record<FaultRuntime, (trouble: () => Reply | undefined, row: FaultRow) => Promise<Stage>>> = {
  anthropic: async (trouble, row) => {
    const isAskedAs = (words: string) => (request: MessagesRequest) => firstPrompt(request).includes(words);
    const fake = await startFakeAnthropic([
      { when: isAskedAs(REVIEWER), replies: [() => trouble() ?? handsIn(VERDICT)] },
      { when: isAskedAs("You are the spec author"), replies: AUTHOR },
      { replies: [handsIn(VERDICT)] },
    ]);
    onTestFinished(() => fake.close());
    const env = { ANTHROPIC_API_KEY: "only here", ANTHROPIC_BASE_URL: fake.url, IFLOW_ANTHROPIC_TRIES: "2" };
    return {
      place: await workplace(),
      env: { ...env, ...(row === SILENT && { IFLOW_LIMITS_ANTHROPIC_SILENCE: "1" }) },
      asked: () => fake.requests.filter(isAskedAs(REVIEWER)).length,
    };
  },
  openai: async (trouble, row) => {
    const isAskedAs = (words: string) => (request: OpenAiRequest) => firstOpenAiPrompt(request).includes(words);
    const fake = await startFakeOpenAi([
      { when: isAskedAs(REVIEWER), replies: [() => trouble() ?? handsIn(VERDICT)] },
      { when: isAskedAs("You are the spec author"), replies: AUTHOR },
      { replies: [handsIn(VERDICT)] },
    ]);
    onTestFinished(() => fake.close());
    const env = { OPENAI_API_KEY: "only here", OPENAI_BASE_URL: fake.url, IFLOW_OPENAI_TRIES: "2" };
    return {
      place: await workplace(),
      env: { ...env, ...(row === SILENT && { IFLOW_LIMITS_OPENAI_SILENCE: "1" }) },
      asked: () => fake.requests.filter(isAskedAs(REVIEWER)).length,
    };
  },
  claude: async (trouble, { isSubscribed }) => {
    const place = await claudePlace(
      { ...ONE_ROUND, "codebase-explorer": [remembers()], "spec-reviewer": [() => trouble() ?? submits(VERDICT)] },
      { env: { IFLOW_LIMITS_CLAUDE_SILENCE: "1", ...(isSubscribed && SUBSCRIBED) } },
    );
    const iflowWith: Workplace["iflowWith"] = (_, ...args) => place.iflow(...args);
    return { place: { ...place, iflowWith }, env: {}, asked: () => place.requestsOf("spec-reviewer").length };
  },
};

const SUBSCRIBED = { ANTHROPIC_API_KEY: undefined, CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-only-here" };

const AUTHOR = [calls("write", { path: SPEC_PATH, content: spec() }), handsIn("Wrote it.")];
