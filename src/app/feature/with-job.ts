// The status of a feature that the team's workers have: where its files are is their matter, and what comes next is said for whoever
// looks, on any machine.
import { isOver, type Job } from "../../domain/team/job.ts";

export type FeatureState =
  | "running"
  | "waiting"
  | "paused"
  | "stopped"
  | "interrupted"
  | "idle"
  | "completed"
  | "abandoned"
  | "planned"
  | "damaged"
  | "branch-only";

interface Said {
  readonly state: FeatureState;
  readonly what: string;
  readonly next: string | null;
}

export function withJob<Row extends Said>(row: Row, job: Job | undefined): Row {
  if (job === undefined || isOver(job)) return row;
  return { ...row, ...saidOf(row, job), job: job.state };
}

function saidOf(row: Said, { state, told, worker, version }: Job): Said {
  switch (state) {
    case "waiting":
      return row.state === "waiting" ? row : { state: "paused", what: `waits with the workers: ${told}`, next: null };
    case "stopped":
      return { state: "stopped", what: `stopped with the workers: ${told}`, next: "iflow continue" };
    case "working":
      return { state: "running", what: `running on worker ${worker?.replace(/#.*$/, "")}`, next: null };
    case "queued":
      return { state: "paused", what: `waits for a free worker (${version})`, next: null };
    default:
      return { state: "paused", what: "waits for a worker", next: null };
  }
}
