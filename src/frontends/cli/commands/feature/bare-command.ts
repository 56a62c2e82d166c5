// Bare `iflow`: what waits for the person and where everything stands; outside of a repository how to begin. It asks
// nothing, writes nothing and needs no trust.
import { NOWHERE, type OverviewPorts, type OverviewSettings, readOverview } from "../../../../app/feature/overview.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { overviewText } from "./overview-text.ts";

export interface LookPlace {
  readonly ports: OverviewPorts;
  readonly config: OverviewSettings;
  readonly terminal: Pick<Terminal, "columns" | "marks" | "paint">;
}

interface LookContext extends Pick<LookPlace, "terminal"> {
  open(): Promise<Pick<LookPlace, "ports" | "config">>;
}

export async function bareCommand({ terminal, open }: LookContext) {
  const overview = await readHere(open);
  return { data: overview, text: (print: Print) => overviewText(overview, terminal, print) };
}

async function readHere(open: LookContext["open"]) {
  try {
    const { ports, config } = await open();
    return await readOverview(ports, config);
  } catch (error) {
    if (isOutside(error)) return NOWHERE;
    throw error;
  }
}

/** A folder that is missing or a bare repository is an error like anywhere else. */
function isOutside(error: unknown): boolean {
  return error instanceof IflowError && error.code === "not-a-repository" && /not inside a git/.test(error.message);
}
