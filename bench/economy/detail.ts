// Where the tokens of one loop went, dispatch by dispatch: for whoever wants to know why a row is what it is.
import type { RequestRecord } from "../../test/support/fake-anthropic/request-record.ts";
import type { Played } from "./play.ts";
import { MULTIPLIERS } from "./rows.ts";

export function printDetail({ records }: Played): string {
  const dispatches = records.reduce<RequestRecord[][]>((found, record) => {
    const own = found.findLast(([first]) => first?.thread === record.thread);
    const isBegun = own !== undefined && !isPrompt(record);
    if (isBegun) own.push(record);
    else found.push([record]);
    return found;
  }, []);
  const [start = 0] = records.map(({ at }) => at);
  const lines = dispatches.map((dispatch) => {
    const [first] = dispatch;
    const sum = (figure: (record: RequestRecord) => number) =>
      dispatch.reduce((total, record) => total + figure(record), 0);
    const read = sum(({ usage }) => usage?.cache_read_input_tokens ?? 0);
    const written = sum(({ usage }) => usage?.cache_creation_input_tokens ?? 0);
    const plain = sum(({ usage }) => usage?.input_tokens ?? 0);
    const bite = plain + MULTIPLIERS.write5m * written + MULTIPLIERS.read * read;
    const { usage, thread = "", at = 0 } = first ?? {};
    const context = (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
    return [
      ...[((at - start) / 1000).toFixed(0).padStart(6), thread.padEnd(38), `${dispatch.length} requests`.padEnd(12)],
      ...[`first reads ${usage?.cache_read_input_tokens} of ${context}`.padEnd(30)],
      `read ${read} written ${written} plain ${plain} bite ${Math.round(bite)}`,
    ].join(" ");
  });
  return lines.join("\n");
}

/** The last block of a request is a text when it begins a dispatch, and a tool's result within one. */
function isPrompt({ blocks }: RequestRecord): boolean {
  return blocks.at(-1)?.label.startsWith("user text") ?? false;
}
