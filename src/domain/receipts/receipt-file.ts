// receipts.json: what showed each criterion, when and on which tree. It is a record for people and for comparing; nothing
// in it is ever run or believed without running the tests again. The sum finds slips of an editor, it is no signature.
import * as z from "zod";
import { parseJson } from "../text/json/json.ts";
import { sumOf } from "../text/json/seal.ts";
import type { CriterionResult } from "./receipt-state.ts";

export const RECEIPTS_FILE = "receipts.json";

const TestSchema = z.strictObject({
  path: z.string(),
  title: z.string().nullable(),
  from: z.string(),
  command: z.string().nullable(),
  exitCode: z.number().nullable(),
  passed: z.number().nullable(),
});

const ReceiptSchema = z.strictObject({
  criterion: z.string(),
  state: z.string(),
  tests: z.array(TestSchema),
  /** Of everything git sees but iflow's own documents. Null when the tests changed the files they ran on. */
  tree: z.string().nullable(),
  iflow: z.string(),
  at: z.string(),
});
export type Receipt = z.infer<typeof ReceiptSchema>;

const FileSchema = z.strictObject({ feature: z.string(), receipts: z.array(ReceiptSchema), sum: z.string() });

/** The receipts of a feature as they were just made. */
export interface Receipts {
  readonly results: readonly CriterionResult[];
  readonly tree: string | null;
  /** The version that ran them. */
  readonly iflow: string;
  readonly at: string;
}

export function printReceipts(feature: string, made: Receipts): string {
  const receipts = made.results.map(({ criterion, state, tests }) => ({
    ...{ criterion, state },
    tests: tests.map(({ path, title, from, command, exitCode, passed }) => ({
      ...{ path, title, from, command, exitCode, passed },
    })),
    ...{ tree: made.tree, iflow: made.iflow, at: made.at },
  }));
  const value = { feature, receipts };
  return `${JSON.stringify({ ...value, sum: sumOf(JSON.stringify(value)) }, null, 2)}\n`;
}

export type ReadReceipts =
  | { readonly receipts: readonly Receipt[] }
  /** Why nothing in it is compared. */
  | { readonly problem: string };

export function readReceipts(text: string | undefined, feature: string): ReadReceipts {
  if (text === undefined) return { problem: "there is no receipts.json" };
  const raw = parseJson(text);
  const file = FileSchema.safeParse(raw).data;
  if (!file) return { problem: "receipts.json is not as iflow writes it" };
  const { sum, ...value } = raw as Record<string, unknown>; // an object, or it would not have the shape
  if (sumOf(JSON.stringify(value)) !== sum) return { problem: "receipts.json was edited" };
  if (file.feature !== feature) return { problem: "receipts.json is another feature's" };
  return { receipts: file.receipts };
}
