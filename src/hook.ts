// Only what `iflow hook` needs: it runs at every tool call of a host, so it loads no command line and no schema.
import { createClock } from "./adapters/clock.ts";
import { openHookDesk } from "./adapters/host/hook-desk.ts";
import { runHook } from "./frontends/hook/run-hook.ts";

export async function hook(event: string | undefined): Promise<void> {
  const clock = createClock(undefined);
  let given = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) given += chunk;
  const answer = await runHook(event, given, (cwd) => openHookDesk(cwd, clock), {
    cwd: process.cwd(),
    project: process.env.CLAUDE_PROJECT_DIR,
  });
  if (answer !== undefined) process.stdout.write(`${answer}\n`);
}
