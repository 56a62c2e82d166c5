// What a run took for the person's decisions by its host's word alone, in the lines that the review history has for it.

import { SELF_REPORTED_YOLO } from "../../domain/review/history/review-history.ts";
import { answeredQuestion, hostMarker } from "../../domain/review/host-words.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";

export async function selfReportedWords({ hostDesk }: Pick<Ports, "hostDesk">, head: RunHead): Promise<string[]> {
  const isYolo = head.flags.yolo && head.runtime.proof === "self";
  const notes = await hostDesk.attempts(head.id);
  const answers = notes.filter((note) => answeredQuestion(note) !== undefined).map(hostMarker);
  return [...(isYolo ? [SELF_REPORTED_YOLO] : []), ...answers];
}
