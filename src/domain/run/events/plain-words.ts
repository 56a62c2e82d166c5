// Sentences that a run records are part of its steps or a contract, so their bytes stay as they are. A person reads
// these instead. Whatever is not listed is shown as it is.
import { agentName } from "./work-words.ts";

type Rewrite = readonly [pattern: RegExp, words: (...groups: string[]) => string];

const REWRITES: readonly Rewrite[] = [
  [/^Skipping (.*)\. This may reduce artifact quality\. Continue\?$/, skippedWords],
  [
    /^No project checks found — skipping pre-merge validation\.$/,
    () => "Nothing will be tested before the merge. Add a test command: iflow init",
  ],
  [
    /^What kind of problem is it\? The readiness check has its own list for each\.$/,
    () => "What kind of change is this?",
  ],
  [
    /^test-deepener: Test deepening Phase A returned no outlines — skipping test deepening$/,
    () => "The test designer saw nothing more to test.",
  ],
  [
    /^Readiness check: PASSED\. What should happen to (\S+)\?$/,
    (file) => `The PRD is ready: ${file}. What should happen to it?`,
  ],
  [
    /^task (\S+): No parseable traceability references — loading full artifacts\.$/,
    (task) => `Task ${task} cites nothing, so the agent gets the whole documents.`,
  ],
  [
    /^(\S+): (\d+) (issues?) left open at the cap of (\d+) rounds$/,
    (role, number, issues, rounds) =>
      `The ${agentName(role)} still objects: ${number} ${issues} unresolved after ${rounds} rounds`,
  ],
];

export function plainWords(text: string): string {
  for (const [pattern, words] of REWRITES) {
    const found = pattern.exec(text);
    if (found) return words(...found.slice(1));
  }
  return text;
}

function skippedWords(phases = ""): string {
  const names = phases.split(", ");
  if (names.includes("implement")) return "There is no code yet. Finish anyway?";
  return `${phases} ${names.length === 1 ? "was" : "were"} left out. Continue without ${names.length === 1 ? "it" : "them"}?`;
}
