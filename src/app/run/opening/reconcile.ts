// What a run does first when it is opened: wherever an earlier process died between an effect and its record, the two are
// brought together again, and one line says what was mended. Answers that were kept and not recorded are adopted by their
// own step (app/dispatch/adopt-answer.ts). When there is nothing to mend, two small files are looked for, and that is all.
import { listNames } from "../../../domain/text/list-names.ts";
import { settleLeft, tellMended } from "../../review/left-completion.ts";
import type { Parts } from "../../work/state/phase-run.ts";

export async function reconcile(phase: Parts<"feature" | "ports" | "run">): Promise<void> {
  const { commits, emit } = phase.ports;
  const stale = await commits.settleIndex();
  if (stale.length > 0)
    emit({ type: "warned", text: `mended: git's index was behind our commit of ${listNames(stale)}` });
  tellMended(phase, await settleLeft(phase));
}
