// The settings below `team`. The address of the database may hold a password, so it is no part of the settings that a run
// keeps: only who opens the database asks for it.
import * as z from "zod";
import { IflowError } from "../text/errors.ts";

const ADDRESS = "has to be an address such as postgresql://name@host:5432/database";

export const teamSettings = z
  .strictObject({
    db: z
      .string()
      .refine(isAddress, ADDRESS)
      .optional()
      .describe(
        "Address of your team's PostgreSQL: runs, answers and bills are kept there instead of on this machine; one with a password belongs in your own file or in IFLOW_TEAM_DB",
      ),
    repository: z
      .string()
      .regex(/^[^\s\p{Cc}]{1,200}$/u, "must be a name without blanks")
      .optional()
      .describe(
        "What the team calls this repository in its database; without it the address of origin, without user and protocol",
      ),
  })
  .optional()
  .describe("Several machines, one set of runs");

export interface TeamSettings {
  readonly db: string;
  readonly repository: string | undefined;
}

/** For one that comes from elsewhere than the settings. */
export function requireAddress(text: string): void {
  if (!isAddress(text))
    throw new IflowError("usage", `the address of the database ${ADDRESS}`, { fix: "iflow team init --help" });
}

function isAddress(text: string): boolean {
  const url = parse(text);
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== "" && url.pathname.length > 1;
}

export function hasPassword(address: string): boolean {
  const url = parse(address);
  return url !== undefined && (url.password !== "" || url.searchParams.has("password"));
}

/** `db.example.com:5432/iflow`: what may be shown of it. */
export function placeOfAddress(address: string): string {
  const url = parse(address);
  return url === undefined ? "that address" : `${url.host}${url.pathname}`;
}

/**
 * What everybody calls a repository who has it from the same place: `github.com/acme/shop`, however it is reached. Undefined
 * for an address that says something on one machine only.
 */
export function repositoryName(origin: string): string | undefined {
  const ending = /(?:\.git)?\/*$/;
  if (/^\//.test(origin)) return origin.replace(ending, "");
  const short = /^(?:[^@/:\s]+@)?([^@/:\s]+):(?!\/\/)\/*([^\s]+)$/.exec(origin);
  if (short) return `${short[1]?.toLowerCase()}/${short[2]?.replace(ending, "")}`;
  const url = parse(origin);
  if (url === undefined) return undefined;
  const path = decodeURIComponent(url.pathname).replace(ending, "");
  return url.protocol === "file:" ? path : url.hostname === "" ? undefined : `${url.hostname}${path}`;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
