// A worker of a team, as it tells everybody of itself.
import * as z from "zod";
import { JOURNAL_FORMAT } from "../run/run-format.ts";

export const LivingWorkerSchema = z.looseObject({
  name: z.string(),
  host: z.string(),
  pid: z.int(),
  slots: z.int(),
  version: z.string(),
  iflow: z.string(),
  repositories: z.array(z.string()),
  since: z.string(),
});
export type LivingWorker = Readonly<z.infer<typeof LivingWorkerSchema>>;

/** Workers of one version can continue what another one of them began. */
export const WORKER_VERSION = `journal-${JOURNAL_FORMAT}`;
