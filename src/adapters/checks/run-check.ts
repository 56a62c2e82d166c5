// The checks of the project, run by the engine: the end of their output is kept, and every line is told as it comes.
import type { CheckRequest, CheckResult, Checks } from "../../ports/checks.ts";
import { createOutputTail } from "../commands/output-tail.ts";
import { type Environment, heldBack } from "../commands/pick-environment.ts";
import { type CommandPlace, runCommand, type Wrap } from "../commands/run-command.ts";

export interface ChecksPlace extends Pick<CommandPlace, "processIdentity"> {
  readonly root: string;
  /** The whole environment. */
  readonly env: Environment;
  readonly settings: Checks["settings"];
  readonly wrap?: (command: readonly string[], sandbox: CheckRequest["sandbox"]) => ReturnType<Wrap>;
}

const OUTPUT_CHARS = 256 * 1024;
const LINE_CHARS = 2000;

export function createChecks({ root, env, processIdentity, settings, wrap }: ChecksPlace): Checks {
  return {
    settings,
    heldBack: (environment) => heldBack(env, environment),
    run: (request, signal) => {
      const { environment, sandbox } = request;
      const wrapped = wrap && ((command: readonly string[]) => wrap(command, sandbox));
      return run({ cwd: root, env, environment, processIdentity, wrap: wrapped }, request, signal);
    },
  };
}

async function run(place: CommandPlace, request: CheckRequest, signal: AbortSignal): Promise<CheckResult> {
  const { command: line, step, limitMs, onSpawned } = request;
  const output = createOutputTail(OUTPUT_CHARS);
  const onLine = (said: string) => {
    output.add(said); // whole: a report in JSON is one line
    request.onLine(said.length > LINE_CHARS ? `${said.slice(0, LINE_CHARS)}…` : said);
  };
  const { why, code } = await runCommand(place, { line, step, limitMs, onSpawned, onLine }, signal);
  return { end: why, exitCode: code, output: output.text() };
}
