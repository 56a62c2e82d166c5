// What every address answers with: `ok` and the data, or the same error that the command prints with `--json`.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { problemOf } from "../act/command-end.ts";
import { boundedJson } from "../view/bounded-json.ts";

type Status = ContentfulStatusCode;

export function data(context: Context, value: unknown, status: Status = 200): Response {
  return json(context, { ok: true, data: value }, status);
}

export function failure(context: Context, error: unknown): Response {
  const problem = problemOf(error);
  return json(context, { ok: false, error: problem }, STATUS[problem.code] ?? 409);
}

export function refusal(context: Context, status: Status, code: string, message: string, fix?: string): Response {
  return json(context, { ok: false, error: { code, message, ...(fix !== undefined && { fix }) } }, status);
}

/** Everything else is a matter of when: it cannot be now. */
const STATUS: Readonly<Record<string, Status>> = {
  usage: 400,
  "path-refused": 400,
  "feature-unknown": 404,
  bug: 500,
};

function json(context: Context, value: unknown, status: Status): Response {
  return context.body(boundedJson(value), status, { "content-type": "application/json; charset=utf-8" });
}
