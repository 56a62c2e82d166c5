// Records have checksums; a test that writes them by hand has to give them new ones, or take them away.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sumOf } from "../../src/domain/text/json/seal.ts";
import { sealLines } from "../../src/domain/text/json/sealed-lines.ts";

/** Replaces a file of a run as if the run itself had written it so. */
export async function rewriteRunFile(folder: string, name: string, content: string): Promise<void> {
  await writeFile(join(folder, name), content);
  await rewriteJournal(folder, (records) =>
    records.map((record) =>
      record.type === "file" && record.name === name ? { ...record, hash: sumOf(content) } : record,
    ),
  );
}

/** The records after the first line, with checksums that fit again. */
export async function rewriteJournal(
  folder: string,
  change: (records: Record<string, unknown>[]) => Record<string, unknown>[],
): Promise<void> {
  const path = join(folder, "journal.jsonl");
  const [head = {}, ...records] = (await readFile(path, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => withoutSum(JSON.parse(line)));
  await writeFile(path, sealLines([head, ...change(records)], "").text);
}

function withoutSum({ sum: _, ...value }: Record<string, unknown>): Record<string, unknown> {
  return value;
}

/** Lines as earlier versions wrote them. */
export const withoutSums = (lines: string): string => lines.replaceAll(/,"sum":"[0-9a-f]{16}"\}$/gm, "}");
