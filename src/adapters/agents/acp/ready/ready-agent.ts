// What is known about one agent, as data: how it is started, what it may see of the environment, how it is made to ask
// before it acts, and what of the protocol it gets wrong.
import type { Access } from "../../../../domain/roles/role.ts";

export interface ReadyAgent {
  /** What people call it; also the file name of its program. */
  readonly name: string;
  readonly command: readonly string[];
  readonly install: string;
  readonly login: string;
  /** Variables of its providers: the only secrets it is given. */
  readonly providers: readonly string[];
  /** Variables set for the child, overriding the person's: they make it ask before it acts. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same for variables that hold JSON: merged over the person's values. */
  readonly jsonSettings: Readonly<Record<string, object>>;
  /** The session mode in which it asks before it acts. */
  readonly askingMode: string | undefined;
  /** Options of a session that make it ask as well, by their id. */
  readonly askingOptions: Readonly<Record<string, string>>;
  /** Sent with every session of a role with this access; the format is specific to this agent. */
  readonly sessionMeta: (access: Access, web: boolean) => Readonly<Record<string, unknown>> | null;
  /** Whether it has its own tools that reach the web. */
  readonly web: boolean;
  /** Whether it is offered our door for reading files. */
  readonly readDoor: boolean;
  /** Why its sessions are not resumed, though it offers to. */
  readonly noResume: string | undefined;
}

/** What holds for an agent unless more is known about it. */
export const UNKNOWN: Omit<ReadyAgent, "name" | "command"> = {
  install: "",
  login: "",
  providers: [],
  settings: {},
  jsonSettings: {},
  askingMode: undefined,
  askingOptions: {},
  sessionMeta: () => null,
  web: false,
  readDoor: true,
  noResume: undefined,
};

export const ANTHROPIC = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL"];
export const OPENAI = ["OPENAI_API_KEY", "OPENAI_BASE_URL"];
export const GOOGLE = ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"];
