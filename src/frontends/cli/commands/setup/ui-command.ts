// `iflow ui`: one page for everything that waits for the person, until Ctrl-C. Runs go on without it.
import { resolve } from "node:path";
import { IflowError } from "../../../../domain/text/errors.ts";
import { printableJson } from "../../../../domain/text/json/printable-json.ts";
import type { DriveContext } from "../../../drive/context.ts";
import type { Command } from "../../command.ts";

export interface UiFlags {
  readonly port?: string;
  readonly open?: boolean;
  readonly repo?: readonly string[];
  readonly script?: string;
  readonly json?: boolean;
}

/** The server itself: another front end, which this one does not know. */
export type ServeUi = (
  context: DriveContext,
  settings: {
    readonly port: number | undefined;
    readonly folders: readonly string[];
    readonly script: string | undefined;
  },
) => Promise<{ readonly url: string; readonly repositories: readonly object[]; readonly ended: Promise<void> }>;

export function uiCommand({ port, open = true, repo = [], script, json = false }: UiFlags, serve: ServeUi): Command {
  return async (context) => {
    const { terminal, cwd, wiring } = context;
    const folders = repo.length === 0 ? [cwd] : repo.map((folder) => resolve(cwd, folder));
    const settings = {
      port: port === undefined ? undefined : requirePort(port),
      ...{ folders, script: script === undefined ? undefined : resolve(cwd, script) },
    };
    const served = await serve(context, settings);
    const { url, repositories } = served;
    if (json) terminal.line(printableJson({ url, repositories }));
    const isShown = open && terminal.interactive && (await (await wiring.pageHost()).openBrowser(url));
    if (!json) terminal.line(`${isShown ? "Your browser shows it" : "Open"}: ${url}`);
    terminal.say(terminal.paint.dim("The address is for one browser. Ctrl-C ends the page, not the runs."));
    await served.ended;
    return { data: null, text: "", isTold: true };
  };
}

function requirePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new IflowError("usage", `--port ${text}: a port is a number up to 65535`, { fix: "iflow ui --port 4747" });
}
