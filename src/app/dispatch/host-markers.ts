// What a history entry says about the run's host, besides the verdicts: what the host tried, and which decisions only
// its model may have made.
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { hostConfig, SELF_REPORTED_YOLO } from "../../domain/review/history/review-history.ts";
import { hostMarker } from "../../domain/review/host-words.ts";
import { ROLES } from "../../domain/roles/role.ts";
import type { Parts } from "../work/state/phase-run.ts";

/** Each attempt is reported once; how the run began is noted in its first entry. */
export function hostMarkers(phase: Parts<"abilities" | "history" | "host" | "run">): string[] {
  const begun = phase.history.all.length === 0 ? beginningMarkers(phase) : [];
  return [...begun, ...phase.host.takeUntold().map(hostMarker)];
}

function beginningMarkers({ run, abilities }: Parts<"abilities" | "run">): string[] {
  const { flags, runtime } = run.head;
  if (runtime.id !== "host") return [];
  const reviewers = ROLES.filter(({ kind }) => kind === "reviewer").flatMap(({ id }) => runtime.roles?.[id] ?? []);
  const others = reviewers.filter(({ id }) => id !== "host").map(({ id, command = [] }) => [id, ...command].join(" "));
  return [
    ...(flags.yolo && runtime.proof === "self" ? [SELF_REPORTED_YOLO] : []),
    ...(abilities.localConfig ? [hostConfig(`${CONFIG_FILE} was not as committed when the run began`)] : []),
    ...[...new Set(others)].map((other) => hostConfig(`runtime.roles gives reviewers to ${other}`)),
  ];
}
