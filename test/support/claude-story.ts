// The command with the real Claude client behind it and a fake model behind that: each role plays a list of
// replies, and what it writes or reads happens through Claude's own tools. A home of its own holds Claude's sessions,
// its settings and iflow's state, so that two features of one test share them and two tests never do.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Outcome } from "../../src/domain/billing/outcome.ts";
import { GATE_FILE } from "../../src/domain/dispatch/gate.ts";
import { type RoleId, roleOf } from "../../src/domain/roles/role.ts";
import { startChild, type TestChild } from "./child-process.ts";
import { claudeEnvironment, clientsFolder } from "./claude-agent.ts";
import { calls, type Reply, type ReplySource, type ReplyUsage, says, submits } from "./fake-anthropic/reply.ts";
import {
  firstPrompt,
  lastPrompt,
  lastToolResults,
  type MessagesRequest,
  systemText,
} from "./fake-anthropic/request.ts";
import { type FakeAnthropic, startFakeAnthropic } from "./fake-anthropic/server.ts";
import { MAIN, type Workplace, workplace } from "./iflow.ts";
import { approve, reject, spec } from "./story.ts";
import { tempFolder } from "./temp-repo.ts";
import { trusting } from "./trusting.ts";

/** What the model says in each role, one reply a request. The gate's agent borrows the codebase explorer. */
type Model = Partial<Record<RoleId, readonly ReplySource[]>>;

export interface ClaudePlace extends Workplace {
  readonly fake: FakeAnthropic;
  readonly home: string;
  /** `specify --yolo` with Claude, to its end. */
  specify(...args: string[]): ReturnType<Workplace["iflow"]>;
  /** Leaves the command running. */
  start(...args: string[]): TestChild;
  requestsOf(role: RoleId): MessagesRequest[];
  /** Every dispatch of a feature, as `iflow show` tells it. */
  dispatches(feature: string): Promise<(Outcome & { readonly file: string })[]>;
  /** Pids of all living agents this place has started, and of whatever they started. */
  agents(): number[];
}

interface Preparation {
  readonly files?: Record<string, string>;
  readonly env?: Record<string, string | undefined>;
}

export async function claudePlace(model: Model, { files, env = {} }: Preparation = {}): Promise<ClaudePlace> {
  const home = await tempFolder();
  const fake = await startFakeAnthropic(
    Object.entries(model).map(([role, replies]) => ({ when: isAskedAs(role as RoleId), replies })),
  );
  onTestFinished(() => fake.close());
  const place = await workplace({}, files);
  const ownEnv = {
    ...(await claudeEnvironment(home, fake.url)),
    XDG_STATE_HOME: join(home, "state"),
    IFLOW_CLAUDE_SDK: clientsFolder(),
    ...env,
  } as Record<string, string>; // an undefined name is left out of a child's environment
  const iflow: Workplace["iflow"] = (...args) => place.iflowWith({ env: ownEnv }, ...args);
  return {
    ...place,
    fake,
    home,
    iflow,
    specify: (...args) => iflow("specify", "--yolo", "--runtime", "claude", ...args),
    start: (...args) =>
      startChild(process.execPath, [MAIN, "--cwd", place.root, ...args], {
        ...process.env,
        ...trusting(place.root),
        ...ownEnv,
      }),
    requestsOf: (role) => fake.requests.filter(isAskedAs(role)),
    dispatches: async (feature) => {
      const { document } = await place.json("show", feature);
      return document.data.runs.flatMap((run: { dispatches: unknown }) => run.dispatches);
    },
    agents: () => agentsIn(home),
  };
}

function isAskedAs(role: RoleId): (request: MessagesRequest) => boolean {
  return (request) => systemText(request).includes(`You are the ${roleOf(role).title} in iflow`);
}

/** By what they carry in their environment, however they were started. */
function agentsIn(home: string): number[] {
  if (!existsSync("/proc/self/environ")) {
    const lines = execFileSync("ps", ["eaxww", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
    const own = lines.filter((line) => line.includes(`HOME=${home} `) && line.includes("IFLOW_STEP="));
    return own.map((line) => Number.parseInt(line, 10));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const variables = environmentOf(pid);
      return variables.includes(`HOME=${home}`) && variables.some((text) => text.startsWith("IFLOW_STEP="));
    })
    .map(Number);
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return []; // gone meanwhile, or of another user
  }
}

type Play = (request: MessagesRequest) => Reply;

/** The document a prompt is about; a resumed turn's request still begins with the first prompt. */
function specPathIn(request: MessagesRequest): string {
  return /docs\/features\/\S+?\/spec\.md/.exec(firstPrompt(request))?.[0] ?? "no spec in the prompt";
}

export const writesSpec =
  (content = spec()): Play =>
  (request) =>
    calls("Write", { file_path: specPathIn(request), content });

/** One criterion more, under the last one. */
const addsToSpec =
  (line: string): Play =>
  (request) =>
    calls("Edit", { file_path: specPathIn(request), old_string: LAST_LINE, new_string: `${LAST_LINE}\n${line}` });

const LAST_LINE = spec().trimEnd().split("\n").at(-1);

export const readsSpec: Play = (request) => calls("Read", { file_path: specPathIn(request) });

/** The same reply with a bill of its own. */
export const using =
  (usage: Partial<ReplyUsage>, source: ReplySource): Play =>
  (request) => ({ ...(typeof source === "function" ? source(request) : source), usage });

/** The gate's agent: reads the document, answers, and later knows what it read because its conversation says so. */
export const remembers =
  (bills = WARM): Play =>
  (request) =>
    playGate(request, bills, (line) => line);

/** The same with a memory that lost the line. */
export const forgets: Play = (request) => playGate(request, WARM, () => "# Document unknown");

type GateBills = Readonly<Record<"read" | "answer" | "recall", Partial<ReplyUsage>>>;

/** What the first turn put into the cache, the resumed turn reads from it. */
const WARM: GateBills = {
  read: { input_tokens: 10, cache_creation_input_tokens: 1000 },
  answer: { input_tokens: 10, cache_creation_input_tokens: 400, cache_read_input_tokens: 1000 },
  recall: { input_tokens: 50, cache_creation_input_tokens: 20, cache_read_input_tokens: 1400 },
};
export const COLD: GateBills = { ...WARM, recall: { input_tokens: 50, cache_creation_input_tokens: 1420 } };

function playGate(request: MessagesRequest, bills: GateBills, recall: (line: string) => string): Reply {
  const line = /# Document \w+/.exec(JSON.stringify(request.body.messages))?.[0] ?? "";
  const answer = (text: string) => says(`First line: ${text}\nIssues: 2`);
  if (lastPrompt(request).startsWith("From memory")) return { ...answer(recall(line)), usage: bills.recall };
  if (lastToolResults(request).length > 0) return { ...answer(line), usage: bills.answer };
  return { ...calls("Read", { file_path: GATE_FILE }), usage: bills.read };
}

export const REJECTION = { ...reject("When does the count end?"), summary: "No external claims to verify." };

/** Draft, one rejection, one revision, both approvals. */
export const TWO_ROUNDS = {
  "spec-author": [
    writesSpec(),
    says("Wrote the first draft."),
    readsSpec,
    addsToSpec("- AC-2: after a minute the count is zero again."),
    says("Added AC-2."),
  ],
  "spec-reviewer": [readsSpec, submits(REJECTION), submits(approve())],
  "phase-reviewer": [readsSpec, submits(approve())],
  "codebase-explorer": [remembers()],
} satisfies Model;

export const ONE_ROUND = {
  "spec-author": [writesSpec(), says("Wrote it.")],
  "spec-reviewer": [readsSpec, submits(approve())],
  "phase-reviewer": [readsSpec, submits(approve())],
} satisfies Model;

/** For two features one after the other. */
export function twice(model: Model): Model {
  return Object.fromEntries(Object.entries(model).map(([role, replies]) => [role, [...replies, ...replies]]));
}
