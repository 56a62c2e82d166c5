// The command with the small ACP agent behind it: a repository, a script for the agent, and a home, a state folder
// and a path of their own, so that neither the developer's agents nor the gate results of another test count.
import { existsSync, readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Outcome } from "../../src/domain/billing/outcome.ts";
import { GATE_FILE } from "../../src/domain/dispatch/gate.ts";
import type { AcpScript, Act } from "./acp-agent.ts";
import { type Ended, type Workplace, workplace } from "./iflow.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "./story.ts";
import { tempFolder } from "./temp-repo.ts";

export type AcpRoles = NonNullable<AcpScript["roles"]>;
export type Script = Omit<AcpScript, "memory">;

export interface AcpWorkplace extends Workplace {
  /** How the agent is started. */
  readonly command: readonly string[];
  /** What the agent remembers. */
  readonly memory: string;
  readonly state: string;
  rewrite(script: Script): Promise<void>;
  /** `iflow …` in the environment of this place. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** `specify --yolo --runtime acp` with a limit and more arguments. */
  specify(...args: string[]): Promise<Ended>;
  /** An agent program of this name on the path. */
  putOnPath(name: string): Promise<void>;
  outcomes(): Outcome[];
  /** The prompt of the first dispatch of this role and kind. */
  prompt(dispatch: string): string;
  /** `spec-reviewer resume delta`, one line per dispatch, oldest first. */
  dispatches(): string[];
}

/** An agent that chooses its own model has no price, so nothing but this limits it. */
export const AT_MOST = ["--max-dispatches", "100"];

const PROGRAMS = ["git", "sh", "env"];

/** The feature exists. The agent is named in the project's config unless `found` leaves it to be found. */
export async function acpWorkplace(
  program: string,
  script: Script,
  { found = false, config = {} }: { readonly found?: boolean; readonly config?: object } = {},
): Promise<AcpWorkplace> {
  const place = await workplace();
  const folder = await tempFolder();
  const [memory, scriptPath, state, programs] = ["memory", "script.json", "state", "programs"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const rewrite = (next: Script) => writeFile(scriptPath, JSON.stringify({ memory, ...next } satisfies AcpScript));
  await rewrite(script);
  await preparePath(programs);
  const command = [process.execPath, program, scriptPath];
  const settings = { ...(!found && { acp: { command } }), ...config };
  await place.write({ "iflow.config.json": JSON.stringify(settings) });
  await createFeature(place);

  const run: AcpWorkplace["run"] = (args, env = {}) =>
    place.iflowWith({ env: { HOME: folder, XDG_STATE_HOME: state, PATH: programs, ...env } }, ...args);
  const filesOf = (ending: string) =>
    place
      .dispatchFiles(FEATURE, ending)
      .map((name) => readFileSync(join(place.runFolder(FEATURE), "dispatches", name), "utf8"));
  const outcomes = () => filesOf(".outcome.json").map((text): Outcome => JSON.parse(text));
  return {
    ...place,
    ...{ command, memory, state, rewrite, run, outcomes },
    specify: (...args) => run(["specify", "--yolo", "--runtime", "acp", ...AT_MOST, ...args]),
    putOnPath: (name) =>
      writeFile(join(programs, name), `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(" ")}\n`, {
        mode: 0o755,
      }),
    prompt: (dispatch) => filesOf(`${dispatch}.prompt.md`)[0] ?? "",
    dispatches: () => outcomes().map(({ role, kind, reason }) => `${role} ${kind} ${reason}`),
  };
}

/** No agent can be found there but those a test puts there. */
async function preparePath(folder: string): Promise<void> {
  await mkdir(folder);
  const folders = (process.env.PATH ?? "").split(delimiter);
  await symlink(process.execPath, join(folder, "node"));
  for (const name of PROGRAMS) {
    const home = folders.find((one) => existsSync(join(one, name)));
    if (home !== undefined) await symlink(join(home, name), join(folder, name));
  }
}

export const writesSpec = (extra?: string): Act => ({ write: SPEC_PATH, text: spec(extra) });
export const says = (reply: object): Act => ({ say: JSON.stringify(reply) });

const GATE: readonly (readonly Act[])[] = [[{ gate: GATE_FILE }], [{ gate: GATE_FILE }]];

/** Draft, a rejection, a revision, both approvals; the gate in between, where there is one. */
export const TWO_ROUNDS: AcpRoles = {
  "spec-author": [
    [writesSpec(), { say: "Wrote it." }],
    [writesSpec("- AC-2: after a minute the count is zero again.\n"), { say: "Added AC-2." }],
  ],
  "spec-reviewer": [[says(reject("When does the count end?"))], [says(approve())]],
  "phase-reviewer": [[says(approve())]],
  "resume-gate": GATE,
};

export const ONE_ROUND: AcpRoles = {
  "spec-author": [[writesSpec(), { say: "Wrote it." }]],
  "spec-reviewer": [[says(approve())]],
  "phase-reviewer": [[says(approve())]],
};
