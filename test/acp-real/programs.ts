// Where `scripts/test-acp.mjs` has put the agents.
import { join } from "node:path";

export const PROGRAMS = process.env.TEST_ACP_PROGRAMS ?? "";

export function programOf(name: string): string {
  if (PROGRAMS === "") throw new Error("agents are installed by `npm run test:acp`");
  return join(PROGRAMS, name);
}
