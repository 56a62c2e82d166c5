// Brainstorms that are over. Only their own journals are read, because `iflow run` looks for them each time.
import { join } from "node:path";
import { BrainstormEndSchema, brainstormNumber, END_FILE, PRD_FILE } from "../../../domain/review/brainstorm.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { EndedBrainstorm } from "../../../ports/runs/run-archive.ts";
import { foldRecords } from "../../recorded/run-history.ts";
import { listIfThere, readIfThere } from "../durable-files.ts";
import { isEnded } from "../journal/is-ended.ts";
import { readJournal } from "../journal/read-journal.ts";

export async function readBrainstorms(runsFolder: string): Promise<EndedBrainstorm[]> {
  const ids = (await listIfThere(runsFolder)).filter((id) => brainstormNumber(id.split(".")[0] ?? "") !== undefined);
  const found: EndedBrainstorm[] = [];
  for (const id of ids) {
    const one = await readBrainstorm(join(runsFolder, id));
    if (one) found.push(one);
  }
  return found.sort((one, other) => (one.endedAt < other.endedAt ? -1 : one.endedAt > other.endedAt ? 1 : 0));
}

async function readBrainstorm(folder: string): Promise<EndedBrainstorm | undefined> {
  const bytes = await readIfThere(join(folder, "journal.jsonl"));
  if (bytes === undefined || !isEnded(bytes)) return undefined;
  const reading = readJournal(bytes);
  if (reading.status !== "readable" || reading.head.idea === undefined) return undefined;
  const { head } = reading;
  const { outcome = "", lastAt, yolo } = foldRecords(head, reading.records);
  const text = async (name: string) => (await readIfThere(join(folder, name)))?.toString("utf8");
  const end = BrainstormEndSchema.safeParse(parseJson(await text(END_FILE)));
  return { head, outcome, endedAt: lastAt, yolo, end: end.data, prd: await text(PRD_FILE) };
}
