// The machine as the server of the page needs it.
import { join } from "node:path";
import type { PageHost } from "../../ports/page-host.ts";
import { readPlain } from "../plain-file.ts";
import { openBrowser } from "./open-browser.ts";
import { readSecret } from "./page-secret.ts";
import { startApart } from "./start-apart.ts";

export interface PageMachine {
  /** Where the package is. */
  readonly packageRoot: string;
  /** What starts this iflow again. */
  readonly script: string;
  /** Undefined where there is no home. */
  readonly stateFolder: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

const PLAIN_NAME = /^[\w-]+(?:\.[\w-]+)+$/;

export function createPageHost({ packageRoot, script, stateFolder, env }: PageMachine): PageHost {
  return {
    asset: async (name) => (PLAIN_NAME.test(name) ? readPlain(join(packageRoot, "dist", "ui", name)) : undefined),
    secret: () => readSecret(stateFolder),
    openBrowser: (url) => openBrowser(url, env),
    startApart: (cwd, words) => startApart({ script, env }, cwd, words),
  };
}
