// What the stream needs of the records of a run, wherever they are kept. Records of other kinds tell it nothing.
import type { Pending } from "../run/questions/question.ts";
import type { OpenedBy } from "../run/run.ts";
import type { Json } from "../text/json/json.ts";

export type StreamRecord =
  | { readonly type: "opened"; readonly runtime?: OpenedBy; readonly at: string }
  | { readonly type: "begun" | "note"; readonly step: string; readonly note: Json; readonly at: string }
  | { readonly type: "done"; readonly step: string; readonly result: Json; readonly at: string }
  | { readonly type: "asked"; readonly step: string; readonly pending: Pending; readonly at: string }
  | { readonly type: "answered"; readonly step: string; readonly answer: string; readonly at: string }
  | { readonly type: "withdrawn"; readonly step: string; readonly at: string }
  | { readonly type: "file"; readonly name: string; readonly at: string }
  | { readonly type: "ended"; readonly outcome: string; readonly at: string };
