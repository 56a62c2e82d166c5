// `iflow watch`: everything that happens in the runs of this repository, whoever moves them, until Ctrl-C.
import { knownKeys } from "../../../../app/feature/features.ts";
import { watchRuns } from "../../../../app/stream/watch-runs.ts";
import { shortName } from "../../../../domain/feature/feature-name.ts";
import { parseSince } from "../../../../domain/stream/position.ts";
import type { StreamEvent } from "../../../../domain/stream/stream-event.ts";
import { printableJson } from "../../../../domain/text/json/printable-json.ts";
import { keyOf } from "../../../drive/place/meant-key.ts";
import type { CommandResult } from "../../screen/output.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";
import { StreamRows } from "../../screen/rows/stream-rows.ts";
import type { Terminal } from "../../screen/terminal.ts";
import type { CommandPlace } from "../command-place.ts";

export interface WatchFlags {
  readonly json?: boolean;
  readonly since?: string;
}

const REDRAW_MS = 1000;

export async function watchCommand(
  place: CommandPlace,
  asked: string | undefined,
  { since, json = false }: WatchFlags,
): Promise<CommandResult> {
  const { ports, terminal, signal } = place;
  const from = since === undefined ? {} : { since: since === "start" ? ("start" as const) : parseSince(since) };
  const feature = asked === undefined ? undefined : await keyOf(place, asked);
  const show = json ? printJson(terminal) : await printRows(place);
  try {
    for await (const event of watchRuns(ports, { signal, ...from })) {
      if (feature !== undefined && event.feature !== feature) continue;
      show.take(event);
      if (terminal.isGone) break;
    }
  } finally {
    show.end();
  }
  return { data: null, text: "", isTold: true };
}

interface Showing {
  take(event: StreamEvent): void;
  end(): void;
}

function printJson(terminal: Terminal): Showing {
  return { take: (event) => terminal.line(printableJson(event)), end: () => undefined };
}

async function printRows(place: CommandPlace): Promise<Showing> {
  const { ports, config, terminal, wiring } = place;
  const keys = await knownKeys(ports, config.artifactsRoot);
  const nameOf = (feature: string) => shortName([...new Set([...keys, feature])], feature);
  const rows = new StreamRows(terminal, { program: wiring.program, nameOf }, Date.now);
  const draw = () => terminal.status(rows.live());
  const timer = setInterval(draw, REDRAW_MS).unref();
  const hint = "Watching all runs of this repository. Ctrl-C ends the watch, not the runs.";
  terminal.say(terminal.paint.dim(wordsRow("", hint, terminal.columns)));
  return {
    take: (event) => {
      const text = rows.show(event);
      if (text !== undefined) terminal.line(text);
      draw();
    },
    end: () => {
      clearInterval(timer);
      terminal.status(undefined);
    },
  };
}
