// With --yolo no user is expected to be there, so a model that stops while orders are open is told so, once. Claude
// Code's own loop protection is respected, and the host itself waits for an agent that still works in the background.
import type { HookDesk } from "../../ports/agents/hook-desk.ts";
import type { HookInput } from "./hook-input.ts";

export async function keepWorking(desk: HookDesk, input: HookInput): Promise<object | undefined> {
  if (input.stop_hook_active || (input.background_tasks ?? []).length > 0) return undefined;
  if ((await desk.drivingSession()) !== input.session_id) return undefined;
  const owed = (await desk.openRuns()).find(
    ({ hosted, yolo, questions, paused }) => hosted && yolo && questions.length === 0 && !paused,
  );
  if (!owed) return undefined;
  const what = owed.orders.map(({ id, role }) => `${id} (${role})`).join(", ") || "the next step";
  return {
    decision: "block",
    reason: `iflow: ${owed.phase} of ${owed.feature} is not finished: ${what} is still due. Call the tool next.`,
  };
}
