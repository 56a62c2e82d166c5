// docs/faults.md: what a person reads when a provider fails, from what the tests have printed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FAULT_ROWS, FAULT_RUNTIMES, type FaultRow, type FaultRuntime } from "../../test/support/fault-rows.ts";
import { code, table } from "./table.ts";

const PRINTED = "test/stories/dispatch/faults";

interface Printed {
  readonly sent: number;
  readonly exit: string;
  readonly rounds: number;
  /** From where the fault begins. */
  readonly text: string;
}

/** `root`: of the project. */
export function printFaults(root: string): string {
  const rows = Object.entries(FAULT_ROWS).map(([id, row]) => ({ row, printed: readPrinted(root, id) }));
  const cells = rows.map(({ row, printed }) => [
    row.name,
    ...FAULT_RUNTIMES.map((runtime) => (printed[runtime] ? summary(printed[runtime]) : "none")),
  ]);
  return [
    INTRODUCTION,
    table(["what goes wrong", ...FAULT_RUNTIMES.map(code)], cells),
    NOTES,
    ...rows.map(({ row, printed }) => section(row, printed)),
  ]
    .join("\n\n")
    .concat("\n");
}

function summary({ sent, exit, rounds, text }: Printed): string {
  const end = text.includes("Lifted at")
    ? "pause with a time"
    : text.includes("tries again at")
      ? "pause until it is tried again"
      : "pause";
  return `sent ${times(sent)}, ${end}, exit ${exit}${rounds === 0 ? "" : `, ${rounds} round used`}`;
}

function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}

function section({ name, none = {} }: FaultRow, printed: Partial<Record<FaultRuntime, Printed>>): string {
  const blocks = FAULT_RUNTIMES.map((runtime) => {
    const { text } = printed[runtime] ?? {};
    return text === undefined ? `${code(runtime)}: ${none[runtime]}` : `${code(runtime)}:\n\n\`\`\`\n${text}\n\`\`\``;
  });
  return [`### ${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...blocks].join("\n\n");
}

function readPrinted(root: string, id: string): Partial<Record<FaultRuntime, Printed>> {
  return Object.fromEntries(
    FAULT_RUNTIMES.flatMap((runtime) => {
      const path = join(root, PRINTED, `${id}.${runtime}.txt`);
      return existsSync(path) ? [[runtime, parse(readFileSync(path, "utf8"))]] : [];
    }),
  );
}

function parse(page: string): Printed {
  const [, sent, exit = "", rounds] = /^sent (\d+), exit code (\d+), rounds used (\d+)$/m.exec(page) ?? [];
  const [, text = ""] = page.split(/^ {2}spec written .*\n/m);
  return { sent: Number(sent), exit, rounds: Number(rounds), text: text.trimEnd() };
}

const INTRODUCTION = `<!-- Printed by scripts/build-docs.mjs from what the tests have seen. Change that, then run: npm run docs -->

# When a provider fails

A reviewer meets each of these faults in the tests: over both APIs and with the real Claude client, against a provider on this
machine that plays it again and again. Nothing is lost: after each of them \`iflow continue\` resumes from there, and a pause
uses up no round. \`iflow continue --wait\`, or \`--wait\` on the first command, sits out a pause with a time. Where the provider does not
say when, or Claude's client does not pass it on, no time is promised and \`--wait\` tries again after 5 minutes.`;

const NOTES = `*Sent* is how often the request left before the command ended. It was played with \`anthropic.tries\` and \`openai.tries\` at 2 (5 is the
default), \`CLAUDE_CODE_MAX_RETRIES\` at 1 (3 is what iflow sets) and \`limits.….silence\` at 1 second (300). Claude's client has tries of
its own beyond that.

A conversation that was resumed and is now too long, refused, cut off or not taken (400) is given to a fresh agent first; you are asked only when
that fails too. Lookups on the web that the provider pauses go on by themselves.

## What you read`;
