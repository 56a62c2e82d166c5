// `iflow hook <event>`: what Claude Code asks at its own events. A hook must never break its host: any failure here is
// one line in a log and no output on stdout, which means "nothing to say".
import type { HookDesk } from "../../ports/agents/hook-desk.ts";
import { countTurns } from "./count-turns.ts";
import { guardTool } from "./guard-tool.ts";
import type { Hook, HookInput, Move } from "./hook-input.ts";
import { keepWorking } from "./keep-working.ts";
import { moveAfterAgent, moveAfterNotice } from "./move-on.ts";
import { sessionLine } from "./session-line.ts";
import { takeAnswer } from "./take-answer.ts";
import { takeEvidence } from "./take-evidence.ts";

const HOOKS: Readonly<Record<string, Hook>> = {
  "session-start": sessionLine,
  "pre-tool-use": guardTool,
  "subagent-stop": takeEvidence,
  "post-tool-use": counted(moveAfterAgent),
  "user-prompt-submit": counted(
    async (desk, input, move) => (await takeAnswer(desk, input)) ?? (await moveAfterNotice(desk, input, move)),
  ),
  stop: counted(keepWorking),
};

/** First what the host has used so far: a run that is moved holds its budget against it. */
function counted(hook: Hook): Hook {
  return async (desk, input, move) => {
    await countTurns(desk, input).catch((error: Error) => desk.log(`counting the host's turns: ${error.message}`));
    return hook(desk, input, move);
  };
}

export interface HookPlace {
  readonly cwd: string;
  /** In the working tree at `root`. */
  move(root: string, feature: string): Promise<string>;
  /** Where the session began. An agent that changes to another folder must not lose sight of the runs there. */
  readonly project?: string | undefined;
  /** Started by an agent or a check of a run: the tree that works for, empty where nothing says which. */
  readonly stepRoot?: string | undefined;
}

/** What to print; undefined for nothing. */
export async function runHook(
  event: string | undefined,
  given: string,
  openDesk: (cwd: string) => Promise<HookDesk | undefined>,
  { cwd, project, stepRoot, move }: HookPlace,
): Promise<string | undefined> {
  let desk: HookDesk | undefined;
  try {
    const ofProject = project === undefined ? undefined : await openDesk(project);
    desk = ofProject ?? (await openDesk(cwd));
    const hook = HOOKS[event ?? ""];
    if (!hook) throw new Error(`there is no hook "${event}"`);
    const input = JSON.parse(given) as HookInput;
    if (!ofProject && input.cwd !== undefined && input.cwd !== cwd) desk = await openDesk(input.cwd);
    if (hook !== guardTool && stepRoot !== undefined && (await isOwnStep(desk, stepRoot, openDesk)))
      throw new Error("an agent or a check of this repository speaks for no person and for no host");
    const { root = cwd } = desk ?? {};
    const moveHere: Move = (feature) => move(root, feature);
    const answer = desk && (await hook(desk, input, moveHere));
    return answer && JSON.stringify(answer);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    await desk?.log(`${event}: ${words.replaceAll("\n", " ")}`).catch(() => undefined);
    return undefined;
  }
}

/** Else whatever a check leaves running could type an answer, or show what an agent never said. */
async function isOwnStep(
  desk: HookDesk | undefined,
  stepRoot: string,
  openDesk: (cwd: string) => Promise<HookDesk | undefined>,
): Promise<boolean> {
  const ofStep = stepRoot === "" ? undefined : await openDesk(stepRoot);
  return ofStep === undefined || ofStep.runsFolder === desk?.runsFolder;
}
