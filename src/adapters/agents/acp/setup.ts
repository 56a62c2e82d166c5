// What an ACP runtime is built from, computed once: the agent, the environment its children get, and the doors.
import { resolve } from "node:path";
import type { ModelTier } from "../../../domain/roles/role.ts";
import { secretsOf } from "../../../domain/text/secrets/secrets.ts";
import type { WorkingTree } from "../../../ports/git/working-tree.ts";
import { pickEnvironment } from "../../commands/pick-environment.ts";
import type { DoorSettings } from "../command-door.ts";
import { overlayJson } from "./ready/overlay-json.ts";
import type { ReadyAgent } from "./ready/ready-agent.ts";
import { describeAgent } from "./ready/ready-agents.ts";

export interface AcpAgentOptions extends DoorSettings {
  readonly command: readonly string[];
  /** The whole environment; the child gets only the allowed names from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names the child is given in addition to those allowed for every agent and those of its providers. */
  readonly passEnv?: readonly string[];
  /** The repository; a relative command is resolved against it. */
  readonly root: string;
  readonly openTree: (root: string) => WorkingTree;
  readonly processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>;
  /** Stored shell lines. */
  readonly checks: readonly string[];
  /** Names of variables that these lines see in addition to the picked ones. */
  readonly checkEnvironment?: readonly string[];
  /** Model per tier, by the agent's name for it; a tier without one keeps the agent's own choice. */
  readonly models?: Readonly<Partial<Record<ModelTier, string>>>;
  readonly promptChars?: number;
  /** How long the agent may take to greet or to open a session. */
  readonly patienceMs?: number;
  /** How long it may show no sign of life while it answers and none of its tools works. */
  readonly silenceMs?: number;
  /** Ends the first greeting at once; each dispatch has its own signal. */
  readonly signal?: AbortSignal;
}

export interface AcpSetup extends Required<Omit<AcpAgentOptions, keyof DoorSettings>>, DoorSettings {
  readonly agent: ReadyAgent;
  readonly childEnv: Record<string, string>;
  /** Values that must never be written anywhere. */
  readonly secrets: readonly string[];
}

const PROMPT_CHARS = 400_000;
const PATIENCE_MS = 60_000;
const SILENCE_MS = 900_000;

export function prepareSetup(options: AcpAgentOptions): AcpSetup {
  const { root, command, env, passEnv = [] } = options;
  const agent = describeAgent(command);
  const passed = [...agent.providers, ...passEnv];
  const [program = "", ...args] = command;
  const laidOver = Object.entries(agent.jsonSettings).map(([name, value]) => [name, overlayJson(env[name], value)]);
  return {
    ...options,
    agent,
    passEnv,
    checkEnvironment: options.checkEnvironment ?? [],
    secrets: secretsOf(env, { passed }),
    // a relative path must mean the same wherever the child is started
    command: [program.includes("/") ? resolve(root, program) : program, ...args],
    childEnv: { ...pickEnvironment(env, passed), ...agent.settings, ...Object.fromEntries(laidOver) },
    models: options.models ?? {},
    promptChars: options.promptChars ?? PROMPT_CHARS,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    signal: options.signal ?? new AbortController().signal,
  };
}
