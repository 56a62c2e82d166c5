// Every promise of the product, by id. A promise counts as shown when a test that goes through the app layer cites it
// with `verifies` and fails if it is broken. `later` marks those that no version has kept yet; the coverage test
// (requirements.test.ts) fails on an id nobody cites, on one cited too early, and on one that does not exist.
import { type TestContext, test } from "vitest";

export const REQUIREMENTS = {
  "PH-1": { state: "shown", promise: "phases in order; each command alone; only run and continue chain" },
  "PH-2": { state: "shown", promise: "layout of a feature: folder, files, branch" },
  "PH-3": {
    state: "shown",
    promise: "the feature is named or the one active one, never guessed; numbers are never used twice",
  },
  "PH-4": { state: "shown", promise: "artifact levels 1 to 4; a failed prerequisite blocks and changes nothing" },
  "PH-5": { state: "shown", promise: "transitions: blocks, backward, skip, branch check, partial recovery" },
  "PH-6": {
    state: "shown",
    promise: ".meta.json by the engine alone; the completion commit; approval is bound to content",
  },
  "PH-7": { state: "shown", promise: "--yolo takes one table's answers, gates still run, hard stops stay" },
  "PH-8": { state: "shown", promise: "the closing question and its four answers" },
  "PH-9": { state: "shown", promise: "design has five recorded stages" },
  "CTX-1": { state: "shown", promise: "artifacts by path with a must-read sentence; nothing is shortened" },
  "CTX-2": { state: "shown", promise: "a fresh reply that confirms no reads is logged, and the run goes on" },
  "CTX-3": { state: "shown", promise: "every role gets exactly its artifacts" },
  "CTX-4": { state: "shown", promise: "PRD resolution, once per run" },
  "CTX-5": { state: "shown", promise: "the order of a printed prompt" },
  "CTX-6": { state: "shown", promise: "two fresh prompts of a role share every byte above the line" },
  "CTX-7": { state: "shown", promise: "the domain reviewer's outcome reaches the phase-reviewer" },
  "CTX-8": { state: "shown", promise: "roles that verify outside claims, and what they answer" },
  "CTX-9": { state: "shown", promise: "the repository's own AGENTS.md and CLAUDE.md reach the agents" },
  "LOOP-1": { state: "shown", promise: "pass means approved and no blocker or warning" },
  "LOOP-2": { state: "shown", promise: "document loops, their caps and the notes they leave" },
  "LOOP-3": { state: "shown", promise: "implement: selective rounds and final validation" },
  "LOOP-4": { state: "shown", promise: "implement: the breaker" },
  "LOOP-5": { state: "shown", promise: "how a verdict is read, repaired, refused" },
  "LOOP-6": { state: "shown", promise: "the review history, complete and oldest first" },
  "LOOP-7": { state: "shown", promise: "how a dispatch was sent never changes the outcome" },
  "RES-1": { state: "shown", promise: "the resume gate of a runtime" },
  "RES-2": { state: "shown", promise: "round 2 and later resumes the role's session with only the delta" },
  "RES-3": {
    state: "shown",
    promise: "what is reviewed is committed first; one commit a revision; exactly named files",
  },
  "RES-4": { state: "shown", promise: "the delta guard: strictly more than half goes fresh" },
  "RES-5": { state: "shown", promise: "authors are resumed with their issues" },
  "RES-6": { state: "shown", promise: "a failed resume falls back to fresh and leaves a marker" },
  "RES-7": { state: "shown", promise: "final validation resumes roles that had passed" },
  "RES-8": { state: "shown", promise: "what a resumed reviewer is sent" },
  "RES-9": { state: "shown", promise: "roles that are always fresh" },
  "RES-10": { state: "shown", promise: "measured savings on real loops" },
  "RES-11": { state: "shown", promise: "stats with alarms" },
  "IMP-1": { state: "shown", promise: "the task parser reads every numbering people use, and says when there is none" },
  "IMP-2": {
    state: "shown",
    promise: "an id finds the section of its heading, not of a longer id, a fence or a mention",
  },
  "IMP-3": { state: "shown", promise: "scoped context per task" },
  "IMP-4": { state: "shown", promise: "a feature of a project is told its goals, dependencies and milestone" },
  "IMP-5": { state: "shown", promise: "an implementer per task" },
  "IMP-6": { state: "shown", promise: "implementation log" },
  "IMP-7": { state: "shown", promise: "paths that agents name are checked" },
  "IMP-8": { state: "shown", promise: "code-simplifier" },
  "IMP-9": { state: "shown", promise: "test deepening" },
  "IMP-10": { state: "shown", promise: "implement's review phase" },
  "IMP-11": { state: "shown", promise: "test results as a fact for reviewers" },
  "KB-1": { state: "shown", promise: "an issue that came back in a loop becomes a memory" },
  "KB-2": { state: "shown", promise: "retros read the records and write retro.md and the knowledge bank" },
  "KB-3": {
    state: "shown",
    promise: "retros confirm or challenge the older entries: all up to 60, then those that touch the feature",
  },
  "KB-4": { state: "shown", promise: "stale entries are marked, then kept, updated or retired by the person" },
  "KB-5": { state: "shown", promise: "old entries get the new fields; what they say stays" },
  "KB-6": { state: "shown", promise: "memories: stored once, found by any word, handed to authors and reviewers" },
  "FIN-1": { state: "shown", promise: "finish-feature" },
  "FIN-2": { state: "shown", promise: "the Claude Code plugin" },
  "FIN-3": { state: "shown", promise: "runs on the agents people have" },
  "AGT-3": {
    state: "shown",
    promise: "GPT and OpenAI-compatible models run on the same loop, sessions and contract as Claude over the API",
  },
  "TR-1": { state: "shown", promise: "a loop ends approved, accepted or stopped, and every place says the same word" },
  "TR-2": { state: "shown", promise: "a stop stays a stop, and what was open is carried along" },
  "TR-3": { state: "shown", promise: "what a person decided or an author answered reaches everybody who judges later" },
  "TR-4": { state: "shown", promise: "no reply that contains a rejection is read as an approval" },
  "TR-5": { state: "shown", promise: "nothing empty and nothing untested is merged without a person's word" },
  "TR-6": {
    state: "shown",
    promise: "a feature branches from the base; stacking is asked about and never merged by accident",
  },
  "SAFE-1": {
    state: "shown",
    promise: "a repository's settings that run, send or judge count only once confirmed; agents never write them",
  },
  "SAFE-2": {
    state: "shown",
    promise: "project code runs with a picked environment; secrets are redacted; changes to what checks run are named",
  },
  "SAFE-3": { state: "shown", promise: "agents' commands run in a sandbox where there is one; doctor says what holds" },
  "SAFE-4": {
    state: "shown",
    promise: "no effect is repeated or undone because a process died between the effect and its record",
  },
  "SAFE-5": { state: "shown", promise: "idea, feature and phases are one durable chain: typed again it continues" },
  "SAFE-6": {
    state: "shown",
    promise: "a damaged record is named, never believed; secrets of the repository are not handed to agents",
  },
  "SAFE-7": {
    state: "shown",
    promise:
      "killed at any moment and typed again: the same end, nothing paid twice, nothing asked, nothing left behind",
  },
  "USE-1": {
    state: "shown",
    promise: "the current branch is the feature; short names work; every printed command works where it is printed",
  },
  "USE-2": {
    state: "shown",
    promise: "screens fit 80 columns, are silent when green, and end with what was built, caught and paid",
  },
  "AGT-2": {
    state: "shown",
    promise: "a bill holds everything that was paid, the host's turns too; a budget without a price refuses or asks",
  },
  "USE-3": { state: "shown", promise: "an estimate with its basis comes before the first paid dispatch" },
  "AGT-4": { state: "shown", promise: "a limit that resets is a pause with a time, not a failure" },
  "AGT-1": {
    state: "shown",
    promise: "writers run what their task needs through one judged, recorded door, in the sandbox where there is one",
  },
  "REV-1": { state: "shown", promise: "every issue has an id, an answer and an end; what was ruled is not reopened" },
  "REV-2": {
    state: "shown",
    promise: "contract converges by rule; loop health is shown; the frontier on real loops is published",
  },
  "REV-3": {
    state: "shown",
    promise: "with fresh-eyes an approval comes from eyes that never saw the prescriber's thread",
  },
  "REV-5": {
    state: "shown",
    promise: "each acceptance criterion has a receipt that can be run again, bound to the tree; none is believed unrun",
  },
  "PAR-1": {
    state: "shown",
    promise:
      "tasks side by side end in the tree of one by one, or the conflict is asked about; nothing lost or paid twice",
  },
  "PAR-2": {
    state: "shown",
    promise: "many features at once, each in its own work tree, followed in one stream and stopped from anywhere",
  },
  "UI-1": {
    state: "shown",
    promise:
      "one page shows what waits for a person and takes the answer; rebuilt at any offset it is the same; nobody else gets in",
  },
  "TEAM-1": {
    state: "later",
    promise:
      "the same phases run on workers over PostgreSQL and DBOS; killed workers lose and double no recorded step; budgets and limits hold across machines",
  },
  "REV-7": { state: "shown", promise: "depth follows risk, is said, and escalates when the change outgrows it" },
} as const satisfies Record<string, { readonly state: "shown" | "later"; readonly promise: string }>;

export type RequirementId = keyof typeof REQUIREMENTS;

/** A test that shows one or more promises. */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  title: string,
  body: (context: TestContext) => Promise<void> | void,
  timeout?: number,
): void {
  test(`${[ids].flat().join(", ")}: ${title}`, body, timeout);
}
