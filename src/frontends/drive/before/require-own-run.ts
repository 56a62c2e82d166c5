// A journal says what its run starts, sends and asks: programs, servers, checks. One that came with the repository's files
// (in an archive, on a shared drive) was written by somebody else. So a run that this person neither began here nor has
// taken over is asked about once. What it could decide is nothing new where the settings that count say the same.
import { hashValues } from "../../../domain/config/repository-trust.ts";
import { listValues, powerOf, splitTrusted, type TrustedValues } from "../../../domain/config/trusted-keys.ts";
import type { Question } from "../../../domain/run/questions/question.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { printableJson } from "../../../domain/text/json/printable-json.ts";
import type { DrivePlace } from "../context.ts";

/** `yolo`: also when it was said later than at the beginning. */
type Asked = Pick<RunSummary, "head" | "runtime"> & Partial<Pick<RunSummary, "yolo">>;

/** A command that says `--yolo` itself learns nothing new from a run that had it. */
export async function requireOwnRun(place: DrivePlace, run: Asked, typed: { readonly yolo?: boolean }): Promise<void> {
  const { ports, person, signal } = place;
  const hash = await ports.runs.foreign(run.head.id);
  const lines =
    hash === undefined
      ? []
      : await newPowers(place, { ...run, yolo: typed.yolo !== true && (run.yolo ?? run.head.flags.yolo) });
  if (hash === undefined || lines.length === 0) return;
  const said = person.interactive ? await person.ask(question(run, lines), async () => true, signal) : undefined;
  if (typeof said !== "object" || said.answer !== YES) throw needsWord(run, lines, hash);
  await ports.runs.adopt(run.head.id);
}

/** What the journal decides besides the settings that count now; a line for each. */
async function newPowers({ wiring, ports }: DrivePlace, { head, runtime, yolo }: Asked): Promise<string[]> {
  const now = valuesOf(await wiring.readConfig(ports.repository));
  const isNew = ([key, value]: [string, unknown]) => hashValues({ value }) !== hashValues({ value: now.get(key) });
  const values = [head.config, head.trusted ?? {}, runtime.trusted ?? {}].flatMap((one) => [...valuesOf(one)]);
  const { script, command, roles = {} } = head.runtime;
  const commands = [command, ...Object.values(roles).map((role) => role.command)];
  return [
    ...new Set([
      ...(yolo ? ["--yolo   (answers its questions in your place)"] : []),
      ...(script ? [`--script ${script.path}   (is what its agents do and run)`] : []),
      ...commands
        .flatMap((one) => (one ? [["acp.command", one] as [string, unknown]] : []))
        .filter(isNew)
        .map(toLine),
      ...values.filter(isNew).map(toLine),
    ]),
  ];
}

function valuesOf(config: unknown): ReadonlyMap<string, unknown> {
  return new Map(listValues(splitTrusted(config).trusted as TrustedValues));
}

function toLine([key, value]: [string, unknown]): string {
  return `${key}: ${printableJson(value)}   (${powerOf(key)})`;
}

const YES = "yes";
const toldOf = ({ head }: Asked): string =>
  `The run of ${head.phase} (${head.feature}) is not known to be yours: somebody else began it, or another machine, or an earlier version of iflow, or it could not be noted when it began.`;

function question(run: Asked, lines: readonly string[]): Question {
  return {
    type: "question",
    name: "own-run",
    topic: "trust",
    text: [`${toldOf(run)} It decides:`, ...lines.map((line) => `  ${line}`), "Continue it?"].join("\n"),
    options: [
      { value: "no", label: "No", hint: "nothing is run" },
      { value: YES, label: "Yes, it is mine" },
    ],
    default: "no",
  };
}

function needsWord(run: Asked, lines: readonly string[], hash: string): IflowError {
  return new IflowError("needs-answer", toldOf(run), {
    detail: [...lines.map((line) => `  ${line}`), "in CI, instead of a person:", `IFLOW_TRUST=${hash}`].join("\n"),
    fix: "iflow continue   (in your own terminal: it asks)",
    feature: run.head.feature,
  });
}
