// Durable runs: what was done is remembered, so a killed run replays its own past and continues where it stopped. One
// run is one execution of one phase. Everything between steps must be pure; anything that costs money or touches the
// world is a named step. The contract suite is test/contracts/runs.contract.ts; every adapter passes it.
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { Pending } from "../../domain/run/questions/question.ts";
import type { OpenedBy, RunHead, RunSummary } from "../../domain/run/run.ts";
import type { Json } from "../../domain/text/json/json.ts";

/** What a step's work receives. */
export interface StepContext {
  /** Aborts when the person interrupts the command. */
  readonly signal: AbortSignal;
  /**
   * The notes of an earlier attempt at this very step that began and never ended, in order; undefined when there was
   * none. Work that pays or writes must check it first.
   */
  readonly interrupted: readonly Json[] | undefined;
  /** Writes a note durably before it resolves. The first note marks the step as begun. */
  note(note: Json): Promise<void>;
}

export interface Step<T> {
  /** `{phase}/{epoch}/{round}/{role}/{attempt}`; the same name twice in one run throws. */
  readonly name: string;
  /** What the work depends on (prompt hash, blob or tree ids). Hashed, recorded; on replay, a change is asked about. */
  readonly input: Json;
  /** A throw is a crash and records nothing; an expected failure is a value and is recorded. The value must be Json. */
  work(context: StepContext): Promise<T>;
}

export interface Run {
  readonly head: RunHead;
  /** Files of this run (prompts, replies, outcomes, patches), outside anything that is ever committed. */
  readonly folder: RunFolder;
  /** Aborts when the person interrupts the command. What works in a step has it from the step. */
  readonly signal: AbortSignal;
  /** What a step of this name would not do again. Decides only what may be left unopened, never what happens next. */
  isRecorded(step: string): boolean;
  /** If the step is already recorded, returns its result without working. */
  step<T extends Json>(step: Step<T>): Promise<T>;
  /** Parallel steps, started in the given order, results in that order. If one throws, the others are awaited first. */
  all<T extends Json>(steps: readonly Step<T>[]): Promise<T[]>;
  /**
   * Programs of many steps and waits, side by side; results in the given order. What one of them records is replayed for
   * it alone, so they may overtake each other. When one throws, the others begin nothing more and are awaited first.
   * While one waits for an answer the others work on; when none can go on, the run suspends with all that they wait for.
   */
  branches<T>(branches: readonly Branch<T>[]): Promise<T[]>;
  /** Inside a branch: waits for something that another branch does. Nothing else may hold a branch up but steps and waits. */
  meet<T>(other: Promise<T>): Promise<T>;
  /**
   * Answers of a person (or of a host), in the order asked. If any is missing, the run suspends by throwing
   * `Suspended`, which every caller up to the front end must let through. A `pause` is answered by the next opening.
   */
  wait(pendings: readonly Pending[]): Promise<string[]>;
}

export interface Branch<T> {
  /** Every step and wait of its program has a name that begins with this one and a slash. */
  readonly name: string;
  program(run: Run): Promise<T>;
}

export interface RunFolder {
  /** Absolute path, for messages and for agents that write outside the repository. */
  readonly path: string;
  read(name: string): Promise<string | undefined>;
  /** Atomic and flushed to disk before it resolves. Parent folders are created. */
  write(name: string, content: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  /** When the file was last touched, by the disk's clock (milliseconds); undefined when there is no such file. */
  touchedAt(name: string): Promise<number | undefined>;
}

/** Thrown by `wait` when the run cannot continue without a person. Not an error: the run is kept. */
export class Suspended extends Error {
  readonly pendings: readonly Pending[];

  constructor(pendings: readonly Pending[]) {
    super("the run waits for an answer");
    this.name = "Suspended";
    this.pendings = pendings;
  }
}

export interface Runs {
  /** Every run that has not ended, oldest first. Only reads; safe while another process works. */
  open(): Promise<RunSummary[]>;
  /** Every run of a feature, including ended ones, oldest first. */
  ofFeature(feature: string): Promise<RunSummary[]>;
  /**
   * How the person can tell this run for their own, unless they began it here or have told so before: its hash. Undefined
   * when nothing is to be told.
   */
  foreign(id: string): Promise<string | undefined>;
  /** The person's word for it; resolves when it is on disk. */
  adopt(id: string): Promise<void>;
  /** Creates the journal. The caller holds the feature's lock. */
  create(head: RunHead): Promise<RunSession>;
  /** What a killed process may have left of an unfinished run, without opening it; undefined when there is no such run. */
  left(id: string): Promise<LeftWork | undefined>;
  /**
   * Opens the journal of an unfinished run to continue it, with these agents when they are known; a torn last line is
   * cut. The caller holds the lock. `locked` when another command has ended it meanwhile.
   */
  resume(id: string, runtime?: OpenedBy): Promise<RunSession>;
  /** Stores an answer. The first one wins; `already-answered` when there was one before. */
  answer(questionId: string, answer: string): Promise<"stored" | "already-answered" | "unknown">;
  /** The answer that stands; undefined when there is none, or no such question in an open run. */
  answerTo(questionId: string): Promise<string | undefined>;
  /** Every dispatch of a feature that has an outcome or has used something, over all its runs, oldest first. */
  outcomes(feature: string): Promise<FoundOutcome[]>;
  /** Every check of the project that a feature's runs made, in their order: its place is the number people type. */
  checks(feature: string): Promise<FoundCheck[]>;
  /** All that the check printed; empty when the file is gone. */
  checkOutput(found: FoundCheck): Promise<string>;
  /** The newest lines of a run's journal, unchanged, oldest first; undefined when there is no such run. */
  journal(id: string, newest: number): Promise<JournalLines | undefined>;
  /** The prompt that led to an outcome; empty when the file is gone. */
  prompt(found: FoundOutcome): Promise<string>;
  /** The live process that works on the feature, if there is one. */
  owner(feature: string): Promise<RunOwner | undefined>;
  /** Removes what killed processes left: their locks, drafts and throw-away indexes. `lock` does it too. */
  tidy(): Promise<void>;
  /** Takes both locks (feature and working tree) or throws IflowError `locked` naming the owner. */
  lock(feature: string, options: { readonly command: string; readonly force?: boolean }): Promise<RunLock>;
}

export interface RunOwner {
  readonly pid: number;
  /** The machine it runs on, if that is not this one. */
  readonly host?: string;
  readonly at: string;
}

export interface LeftWork {
  /** Notes of steps that began and never ended, by step. */
  readonly unfinished: ReadonlyMap<string, readonly Json[]>;
  readonly folder: Pick<RunFolder, "path" | "read">;
}

export interface JournalLines {
  readonly head: RunHead;
  /** Number of records of each type. */
  readonly counts: Readonly<Record<string, number>>;
  readonly records: readonly Json[];
}

export interface FoundOutcome {
  readonly run: string;
  /** Name in the run's folder, without its endings: `dispatches/003-spec-reviewer-resume`. */
  readonly file: string;
  readonly outcome: Outcome;
  /** It was sent and has no outcome: its notes say what it used so far. Its sender is gone, or still at work. */
  readonly unanswered?: true;
}

export interface FoundCheck {
  readonly run: string;
  /** Name in the run's folder: `checks/implement-1-0-check-test-2.txt`. */
  readonly file: string;
}

export interface RunSession {
  readonly run: Run;
  /** How many times this run was opened before: 0 for a new one. */
  readonly reopened: number;
  /** Stops work in progress: aborts every running step's signal. */
  abort(): void;
  /** Who is told of what a branch waits for before it rests, and may have stored answers to it when it resolves. */
  settleBy(settle: (open: readonly Pending[]) => Promise<void>): void;
  /** Writes the end; throws `journal-mismatch` if a recorded step was never asked for. No step may follow. */
  end(outcome: string): Promise<void>;
  /** Notes of steps that began and never ended, by step: what a killed process may have left behind. */
  readonly unfinished: ReadonlyMap<string, readonly Json[]>;
  /** Ends the run as `abandoned` in any state; what is recorded is kept and not replayed. */
  abandon(): Promise<void>;
  /** Closes the file without ending the run (suspended, interrupted, failed). */
  close(): Promise<void>;
}

export interface RunLock {
  /** Aborts when it is held no more, though nobody has released it: somebody else may take the feature. */
  readonly lost?: AbortSignal;
  release(): Promise<void>;
}
