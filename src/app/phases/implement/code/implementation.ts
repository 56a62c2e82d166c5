// What the parts of implement share: the documents as they were when it began, and what has been made since. A replay
// rebuilds all of it. Only the methods here write it.
import { confirmsReads } from "../../../../domain/billing/outcome.ts";
import { LIGHT_ROUNDS } from "../../../../domain/feature/depth.ts";
import type { CodeTrunk } from "../../../../domain/prompts/trunk.ts";
import { lazyLoadWarning } from "../../../../domain/review/history/review-history.ts";
import type { LoopPolicy } from "../../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../../domain/roles/role.ts";
import type { RunHead } from "../../../../domain/run/run.ts";
import type { Setup } from "../../../review/set-up-phase.ts";
import type { PathsJob } from "../../../work/commit-paths.ts";
import type { Documents } from "./approved-documents.ts";

const CODE_REVIEWERS = ["implementation-reviewer", "code-quality-reviewer", "security-reviewer"] as const;

/** What a fixer did in answer to a round. */
export interface Fix {
  readonly round: number;
  readonly summary: string;
  readonly files: readonly string[];
  readonly markers: readonly string[];
  /** Why the fix was abandoned; the phase continues. */
  readonly failed?: string;
}

/** A replay rebuilds it from commits, which never change. */
export interface LaidTrunk extends CodeTrunk {
  /** The last commit that the changes include. */
  readonly head: string;
  /** What fixers said about the changes. */
  readonly told: readonly string[];
  /** Characters of the code, even if it is not on the trunk and every role read it separately. */
  readonly codeChars: number;
}

/** What a fixer that works without the trunk has been shown, or has written itself. */
export interface LeanSession {
  readonly agent: string;
  /** The commit it knows the files from. */
  readonly head: string;
  readonly files: ReadonlySet<string>;
  /** Of sections of spec and design. */
  readonly ids: ReadonlySet<string>;
}

/** Who judges the code, and in how many rounds at most. */
export interface Roster {
  readonly reviewers: readonly RoleId[];
  readonly policy: LoopPolicy;
}

/** At light depth one reviewer sees every change itself, so nothing is left to validate at the end. */
export function rosterOf({ config, flags }: Pick<RunHead, "config" | "flags">): Roster {
  const { maxRounds, finalValidation } = config.review;
  const certify = config.review.certify === "fresh-eyes";
  if (flags.depth !== "light") return { reviewers: CODE_REVIEWERS, policy: { maxRounds, finalValidation, certify } };
  return { reviewers: ["light-reviewer"], policy: { maxRounds: LIGHT_ROUNDS, finalValidation: "none", certify } };
}

interface Given {
  readonly setup: Setup;
  readonly documents: Documents;
  /** `## Project Context`, for a feature that belongs to a project. */
  readonly project: string | undefined;
  /** Code files already on the branch. */
  readonly files: readonly string[];
  readonly roster: Roster;
}

/** A test that shows what the person accepted, and the issue that says that it is still there. */
export interface LeftTest {
  readonly test: string;
  readonly issue: string;
}

export class Implementation {
  readonly setup: Setup;
  readonly documents: Documents;
  readonly project: string | undefined;
  readonly roster: Roster;
  readonly #files: Set<string>;
  readonly #markers: string[] = [];
  readonly #owed: PathsJob[] = [];
  #leftTests: readonly LeftTest[] = [];
  #repairs = 0;
  #log = "";
  #trunk: LaidTrunk | undefined;
  #leanSession: LeanSession | undefined;

  constructor({ setup, documents, project, files, roster }: Given) {
    this.setup = setup;
    this.roster = roster;
    this.documents = documents;
    this.project = project;
    this.#files = new Set(files);
  }

  /** Changed by tasks, simplifier, tests and fixes; sorted. */
  get files(): string[] {
    return [...this.#files].sort();
  }

  hasFile(path: string): boolean {
    return this.#files.has(path);
  }

  addFiles(paths: readonly string[]): void {
    for (const path of paths) this.#files.add(path);
  }

  /** Adds lines for the entry of the first round. */
  addMarkers(markers: readonly string[]): void {
    this.#markers.push(...markers);
  }

  /** Adds a marker if a fresh agent was told to read files, but neither confirmed it nor was seen reading them. */
  confirmReads(
    name: string,
    answer: { readonly reply: string; readonly reads: readonly string[] },
    paths: readonly string[],
  ): void {
    if (!confirmsReads(answer, paths)) this.addMarkers([lazyLoadWarning(name)]);
  }

  /** Returns the markers that no entry holds yet. */
  takeMarkers(): string[] {
    return this.#markers.splice(0);
  }

  /** Tests of accepted divergences that the person decided to leave in place. */
  get leftTests(): readonly LeftTest[] {
    return this.#leftTests;
  }

  leaveTests(tests: readonly LeftTest[]): void {
    this.#leftTests = tests;
  }

  /** Counts one more repair of a red check; returns its number. */
  countRepair(): number {
    this.#repairs += 1;
    return this.#repairs;
  }

  /** Git refused this commit. It is made before the code is judged. */
  oweCommit(job: PathsJob): void {
    this.#owed.push(job);
  }

  /** Returns the commits still to be made; the caller makes them. */
  takeOwedCommits(): PathsJob[] {
    return this.#owed.splice(0);
  }

  /** The log as iflow last wrote it; empty until then. */
  get log(): string {
    return this.#log;
  }

  wroteLog(text: string): void {
    this.#log = text;
  }

  /** What every role that looks at the code is shown first; missing until one does, and where there is no trunk. */
  get trunk(): LaidTrunk | undefined {
    return this.#trunk;
  }

  layTrunk(trunk: LaidTrunk): void {
    this.#trunk = trunk;
  }
  get leanSession(): LeanSession | undefined {
    return this.#leanSession;
  }

  /** Undefined when the fixer works on the trunk. */
  keepLeanSession(session: LeanSession | undefined): void {
    this.#leanSession = session;
  }
}
