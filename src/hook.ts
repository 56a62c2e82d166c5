// Only what `iflow hook` needs: it runs at every tool call of a host, so it loads no command line and no schema. The engine
// is loaded by the one hook that moves a run, when it does.
import { createClock } from "./adapters/clock.ts";
import { openHookDesk } from "./adapters/host/hook-desk.ts";
import { runHook } from "./frontends/hook/run-hook.ts";

export async function hook(event: string | undefined, version: () => string): Promise<void> {
  const clock = createClock(undefined);
  let given = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) given += chunk;
  const answer = await runHook(event, given, (cwd) => openHookDesk(cwd, clock), {
    cwd: process.cwd(),
    project: process.env.CLAUDE_PROJECT_DIR,
    stepRoot: process.env.IFLOW_STEP ? (process.env.IFLOW_STEP_ROOT ?? "") : undefined,
    move: (root, feature) => move(root, feature, version()),
  });
  if (answer !== undefined) process.stdout.write(`${answer}\n`);
}

/** Claude Code ends a hook that takes too long; the run then continues like any other that was interrupted. */
async function move(cwd: string, feature: string, version: string): Promise<string> {
  const [{ createWiring }, { moveRun }] = await Promise.all([
    import("./wire.ts"),
    import("./frontends/drive/host/move-run.ts"),
  ]);
  const ended = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => ended.abort());
  return moveRun({ wiring: createWiring(version), cwd, signal: ended.signal }, feature);
}
