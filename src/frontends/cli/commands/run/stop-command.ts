// `iflow stop`: ends what runs at the next safe point, or at once, whoever started it; then says where each stands.
import { knownKeys } from "../../../../app/feature/features.ts";
import { type OverviewRow, readOverview } from "../../../../app/feature/overview.ts";
import { chooseMovers, type Stopped, stopMovers } from "../../../../app/run/stop-runs.ts";
import { printCommands } from "../../../../domain/feature/printed-commands.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import type { Mover } from "../../../../ports/runs/stops.ts";
import { requirePerson } from "../../../drive/before/require-person.ts";
import { keyOf } from "../../../drive/place/meant-key.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { textWidth, wordsRow } from "../../screen/rows/row-layout.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { fixLines } from "../../screen/whole-commands.ts";
import type { CommandPlace } from "../command-place.ts";

export interface StopFlags {
  readonly all?: boolean;
  readonly now?: boolean;
}

export async function stopCommand(
  place: CommandPlace,
  asked: string | undefined,
  { all = false, now = false }: StopFlags,
): Promise<CommandResult> {
  const { ports, config, terminal, signal, wiring } = place;
  await requirePerson(place, "stops runs", `iflow stop ${asked ?? ""}`.trim());
  if (all && asked !== undefined)
    throw new IflowError("usage", `${asked} and --all cannot be combined`, { fix: `iflow stop ${asked}` });
  const feature = asked === undefined ? undefined : await keyOf(place, asked);
  const keys = await knownKeys(ports, config.artifactsRoot);
  const movers = await chooseMovers(ports, { feature, all, keys });
  if (movers.length === 0) return nothingRuns(place, feature);
  terminal.say(wordsRow("", printCommands(waitingText(movers, now), wiring), terminal.columns));
  const stopped = await stopMovers(ports, movers, { kind: now ? "now" : "safe", signal });
  const { features } = await readOverview(ports, config);
  const rows = stopped.map((one) => ({ one, row: features.find(({ key }) => key === one.feature) }));
  return {
    ...(stopped.some(({ how }) => how === "unreached") && unreached(stopped)),
    data: { stopped: rows.map(({ one, row }) => ({ ...one, ...standing(row) })) },
    text: rows.map(({ one, row }) => stoppedText(one, row, terminal)).join("\n\n"),
  };
}

function waitingText(movers: readonly Mover[], now: boolean): string {
  const names = listNames(movers.map(({ feature }) => feature));
  if (now) return `Stopping ${names} now.`;
  const ends = movers.length === 1 ? "It ends" : "They end";
  return `Stopping ${names}. ${ends} when what works now is done; iflow stop --now ends at once.`;
}

/** Not an error: what was wanted is so already. */
async function nothingRuns({ ports, config, terminal }: CommandPlace, feature: string | undefined) {
  const { features } = await readOverview(ports, config);
  const row = features.find(({ key }) => key === feature);
  const what = feature === undefined ? "Nothing runs here." : `${feature} does not run.`;
  return {
    data: { stopped: [], ...(feature !== undefined && { feature, ...standing(row) }) },
    text: [what, ...(row ? standingLines(row, terminal) : [])].join("\n"),
  };
}

function standing(row: OverviewRow | undefined) {
  return { state: row?.state ?? null, what: row?.what ?? null, next: row?.command ?? null };
}

const HOW: Readonly<Record<Stopped["how"], string>> = {
  stopped: "stopped",
  over: "had ended by itself",
  unreached: "does not react",
};

function stoppedText({ feature, how }: Stopped, row: OverviewRow | undefined, terminal: Terminal): string {
  const { marks, paint } = terminal;
  const mark = how === "unreached" ? paint.red(marks.fail) : paint.green(marks.pass);
  const lines = row ? standingLines(row, terminal) : [];
  return [`${mark} ${paint.bold(feature)} ${HOW[how]}`, ...lines].join("\n");
}

function standingLines({ about, command }: OverviewRow, { columns }: Terminal): string[] {
  const [first = ""] = about.split("\n").slice(-1);
  const next = command === null ? [] : fixLines(withoutControls(command), textWidth(columns), "  Next: ");
  return [wordsRow("  ", withoutControls(first), columns), ...next];
}

function unreached(stopped: readonly Stopped[]): Pick<CommandResult, "exit" | "error"> {
  const [first] = stopped.filter(({ how }) => how === "unreached");
  const message = `${first?.feature} does not react to iflow stop`;
  return { exit: EXIT.locked, error: { code: "locked", message, fix: `kill ${first?.pid}, then: iflow continue` } };
}
