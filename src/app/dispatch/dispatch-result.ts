// How a dispatch ended, as the journal keeps it; the reply itself stays in the outcome file.
import type { Outcome } from "../../domain/billing/outcome.ts";
import { fileOf, type Order } from "../work/dispatch-request.ts";

/** What the journal keeps; the reply itself stays in the outcome file. */
export type DispatchResult =
  | {
      readonly status: "completed" | "failed";
      readonly file: string;
      readonly changed: Outcome["changed"];
      readonly world: Outcome["world"];
    }
  | {
      readonly status: "interrupted";
      readonly base: string | null;
      readonly patch: string | null;
      readonly files: readonly string[];
      readonly blob: string | null;
    }
  | {
      readonly status: "foreign";
      readonly seen: Outcome["world"];
    };

export function resultOf(order: Order, { status, changed, world }: Outcome): DispatchResult {
  return { status, file: fileOf(order), changed, world };
}
