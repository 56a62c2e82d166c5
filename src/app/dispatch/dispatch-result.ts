// How a dispatch ended, as the journal keeps it; the reply itself stays in the outcome file.
import type { Outcome } from "../../domain/billing/outcome.ts";
import { fileOf } from "../work/given/dispatch-files.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";

export type DispatchResult =
  | {
      readonly status: "completed" | "failed";
      readonly file: string;
      readonly changed: Outcome["changed"];
      readonly world: Outcome["world"];
      /** What the person must do first; nothing that is sent before that will be answered. */
      readonly needs?: string;
      /** That is about what was asked, not about access. */
      readonly ofRequest?: true;
      /** When that is no longer so, by itself. */
      readonly resetsAt?: string;
      /** Nobody said when: by then it is worth another try. */
      readonly resetGuessed?: true;
      /** It was ended at a limit of ours, and its conversation is kept (go-on.ts). */
      readonly unfinished?: true;
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

export function resultOf(dispatch: Dispatch, { status, changed, world, ...ended }: Outcome): DispatchResult {
  const { needs, ofRequest, resetsAt, resetGuessed, unfinished } = ended;
  const barred = {
    ...(needs !== undefined && { needs }),
    ...(ofRequest && { ofRequest }),
    ...(resetsAt !== undefined && { resetsAt }),
    ...(resetGuessed && { resetGuessed }),
    ...(unfinished !== undefined && { unfinished: true as const }),
  };
  return { status, file: fileOf(dispatch), changed, world, ...barred };
}
