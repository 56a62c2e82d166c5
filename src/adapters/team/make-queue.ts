// The tables of the workers' queue, made by the owner of the database: workers may not, and two of them at once would meet.
import { findDbos } from "./dbos.ts";
import { onlyErrors } from "./job-queue.ts";

/** False where the package of the queue is not installed; then `iflow team init` is repeated where it is. */
export async function makeQueue(url: string, folders: readonly string[]): Promise<boolean> {
  const dbos = await findDbos(folders);
  if (dbos === undefined) return false;
  // a start of no version, which takes nothing from any queue: its own command for this talks to standard output
  const logger = onlyErrors(() => undefined); // what fails is thrown
  const who = { name: "iflow", executorID: "team-init", applicationVersion: "team-init" };
  dbos.setConfig({ ...who, systemDatabaseUrl: url, runMigrations: true, systemDatabasePoolSize: 2, logger });
  await dbos.launch();
  await dbos.shutdown({ workflowCompletionTimeoutMS: 0 });
  return true;
}
