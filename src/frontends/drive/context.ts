// What is needed to move a run, depending on who asked for it: the command line and the MCP server each have their own.
import type { CreatedFeature } from "../../app/feature/create/creation.ts";
import type { Look } from "../../app/run/look-first.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import type { Config } from "../../domain/config/config.ts";
import type { TrustedValues } from "../../domain/config/trusted-keys.ts";
import type { Emit } from "../../domain/run/events/run-event.ts";
import type { Question } from "../../domain/run/questions/question.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Viewer } from "../../ports/viewer.ts";
import type { Wiring } from "../../ports/wiring.ts";

export interface DriveContext {
  readonly wiring: Wiring;
  readonly cwd: string;
  readonly emit: Emit;
  /** Aborts when the command is interrupted. */
  readonly signal: AbortSignal;
  readonly person: Person;
}

/** In a repository that has been opened. */
export interface DrivePlace extends DriveContext {
  readonly ports: Ports;
  readonly config: Config;
  /** The trusted keys of the repository's file that count in `config`; known once a run begins or continues. */
  readonly trusted?: TrustedValues;
}

export type EndedPhase = Extract<PhaseResult, { type: "ended" }>;

/** The person behind a command, as far as the command can reach them. */
export interface Person {
  /** The person is at a terminal and can be asked. */
  readonly interactive: boolean;
  say(text: string): void;
  sayCreated(feature: CreatedFeature): void;
  /** Undefined when they leave the question open. Stops asking when the question is answered elsewhere. */
  ask(
    question: Question,
    isOpen: () => Promise<boolean>,
    signal: AbortSignal,
    reading?: Reading,
  ): Promise<PersonsAnswer | undefined>;
  /** Several questions that can be skipped, on one screen: the answers, in their order, with defaults for the rest. */
  askTogether(
    questions: readonly Question[],
    isOpen: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<readonly string[] | "answered-elsewhere" | undefined>;
}

/** What a person can read before they answer, with their own programs. They are asked again afterwards. */
export interface Reading extends Look {
  readonly viewer: Viewer;
}

export type PersonsAnswer = { readonly answer: string } | "answered-elsewhere";

/** An MCP client asks its user in its own way. */
export const NOBODY: Person = {
  interactive: false,
  say: () => undefined,
  sayCreated: () => undefined,
  ask: async () => undefined,
  askTogether: async () => undefined,
};
