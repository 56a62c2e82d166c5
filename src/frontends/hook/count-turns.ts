// Leaves what the host's own model used for our runs, so that bills and budgets have it. The transcript is read whole each
// time: what a killed host or hook left out is counted by the next one.
import { setTimeout as pause } from "node:timers/promises";
import type { HookDesk } from "../../ports/agents/hook-desk.ts";
import type { HookInput } from "./hook-input.ts";
import { hostRequests } from "./host-requests.ts";

/** Claude Code may still be writing its model's last words when the turn ends. */
const WRITTEN_WAIT = { tries: 20, pauseMs: 100 };

export async function countTurns(desk: HookDesk, input: HookInput): Promise<void> {
  const { session_id = "", transcript_path = "", last_assistant_message: said = "" } = input;
  // another session may drive by now, while this one says its last words
  if ((await desk.drivingSession()) !== session_id && !(await desk.hasTurns(session_id))) return;
  const last = JSON.stringify(said.slice(-40)).slice(1, -1);
  for (let tried = 0; ; tried++) {
    const transcript = (await desk.read(transcript_path)) ?? "";
    if (!transcript.includes(last) && tried < WRITTEN_WAIT.tries) {
      await pause(WRITTEN_WAIT.pauseMs);
      continue;
    }
    const requests = hostRequests(transcript, desk.runsFolder);
    if (requests.length > 0) await desk.leaveTurns({ session: session_id, requests });
    return;
  }
}
