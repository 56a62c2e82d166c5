// A repository whose iflow.config.json nobody has confirmed yet, and a person who comes to it.
import { join } from "node:path";
import type { DrivePlace } from "../../src/frontends/drive/context.ts";
import { createWiring } from "../../src/wire.ts";
import type { Ended, Workplace } from "./iflow.ts";
import { specifyArgs } from "./story.ts";

export const CONFIG = "iflow.config.json";

/** As a person runs it who has confirmed nothing by a variable, with a state folder of this place alone. */
export function stranger(place: Workplace, env: Record<string, string> = {}) {
  const own = { IFLOW_TRUST: "", XDG_STATE_HOME: join(place.root, ".git", "state"), ...env };
  const iflow = (...args: string[]): Promise<Ended> => place.iflowWith({ env: own }, ...args);
  return { env: own, iflow, specify: (...args: string[]) => iflow(...specifyArgs(place, ...args)) };
}

export const config = (values: object) => ({ [CONFIG]: JSON.stringify(values) });

/** A person at a terminal: what they are asked, and what they say. */
export async function atTerminal(
  place: Workplace,
  env: Record<string, string>,
  answer: string,
  asked: string[],
): Promise<DrivePlace> {
  const wiring = createWiring("0.1.0", { ...process.env, ...env });
  const warned: string[] = [];
  const ports = await wiring.openPorts(
    place.root,
    (event) => void (event.type === "warned" && warned.push(event.text)),
  );
  return {
    ...{ wiring, ports, cwd: place.root, emit: () => undefined, signal: new AbortController().signal },
    config: await wiring.readConfig(ports.repository),
    person: {
      interactive: true,
      say: () => undefined,
      sayCreated: () => undefined,
      ask: async ({ topic, text }) => {
        if (topic !== "trust") return undefined;
        asked.push(text);
        return { answer };
      },
      askTogether: async () => undefined,
    },
  };
}
