// docs/approved.md: what approved, accepted and stopped mean, from the table that the tests play.
import { LOOP_ENDINGS, type LoopEnding, type Subject, WAYS } from "../../src/domain/review/loop-endings.ts";
import { code, table } from "./table.ts";

export function printEndings(): string {
  return [INTRODUCTION, section("document", "Documents"), section("code", "Code"), NOTES].join("\n\n").concat("\n");
}

const INTRODUCTION = `<!-- Printed by scripts/build-docs.mjs from the program's own table. Change that, then run: npm run docs -->

# Approved, accepted, stopped

A review ends with one of three words, and every place says the same one: the screen, the commit, \`.meta.json\`
(\`phases.{phase}.outcome\`), \`iflow status\`, \`iflow history\`, \`--json\` and MCP.

| word | what it means |
|---|---|
| **approved** | every reviewer approved exactly the bytes that are committed |
| **accepted** | something is open, and you, or a rule you set, took it as it is; what is open stays in \`reviewerNotes\` |
| **stopped** | something is open and nobody decided; nothing is completed, and \`iflow continue\` asks you |

The tables show every way in which a review can end. The examples are of \`specify\` and of \`implement\` with
two rounds (\`review.maxRounds\`). Exit code 4 means that a question waits for your answer; without a terminal this is also how
the closing question of a completed phase ends. A **pause** is no end: \`iflow continue\` asks the reviewer again.`;

function section(subject: Subject, title: string): string {
  const rows = LOOP_ENDINGS.filter((row) => row.subject === subject).map(cells);
  return `## ${title}\n\n${table(["what happens", "how", "it is", "you read", "last commit", "exit", "the next prompt holds"], rows)}`;
}

function cells({ way, watch, answer, outcome, printed, commit, exit, next }: LoopEnding): string[] {
  return [
    WAYS[way],
    answer === undefined ? code(watch).replace("`interactive`", "with you") : `you answer ${code(answer)}`,
    outcome === "again" ? "a new loop" : `**${outcome}**`,
    code(`… ${printed} …`),
    commit === undefined ? "none" : code(commit),
    String(exit),
    next === undefined ? "" : code(next),
  ];
}

const NOTES = `## After a stop

- A stop stays a stop. On unchanged text or code \`--yolo\` asks no reviewer again; it stops again and says what would
  change that. The \`--yolo\` with which a run began is not carried over a stop.
- What was open goes into every later loop of the phase with the author's answer to it, by id (\`SR1.2\`: the second issue of
  round 1 of the spec reviewer). \`iflow history\` shows the register of issues after each round.
- \`abandon\` ends the run and leaves branch and files. Earlier phases can be run again; the next \`implement\` begins with what
  was open.
- A reviewer that could not be reached has not approved: that is a pause, and \`iflow continue\` asks it again.

Disputes, the contract and fresh eyes, who may have the last word about an approval, are explained in [Reviews](reviews.md).

## What you decided

Requests, rulings, acceptances and forced approvals are kept in \`.meta.json\` (\`decisions\`) and stand in every later prompt under
\`## Decisions by the person\`, beside your own sentence under \`## Request\`. \`iflow finish-feature\` holds all of this against the
commits: a record that was edited by hand, or work that was changed after its approval, is pointed out before anything is merged.
It compares the judged bytes (\`phases.{phase}.judged\`), so an amended commit, a rebase with other content or a merge that was
resolved by hand is noticed too. Where the records of the run are still on this machine, they count, not what an amended commit
says. A decision that was written into \`.meta.json\` by hand counts only after you confirm it.`;
