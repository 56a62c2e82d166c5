// What a host's own model used to drive our runs: it reads orders, starts agents, and tells its user how things ended.
// Hooks count its requests from the transcript of its session; here they become lines of the bill.
import * as z from "zod";
import type { LedgerLine } from "./ledger.ts";
import { addUsage, costOf, NO_USAGE, type OwnPrices, UsageSchema } from "./usage.ts";

export const HostRequestSchema = z.strictObject({
  /** The provider's id of the answer: a forked or resumed session has copies of earlier ones. */
  id: z.string(),
  run: z.string(),
  model: z.string().nullable(),
  usage: UsageSchema,
  at: z.string(),
});
export type HostRequest = z.infer<typeof HostRequestSchema>;

export const HostTurnsSchema = z.strictObject({ session: z.string(), requests: z.array(HostRequestSchema) });
export type HostTurns = z.infer<typeof HostTurnsSchema>;

/** One line for each run, session and model. `at` is the first request's: the line stays the same one as it grows. */
export function hostTurnLines(all: readonly HostTurns[], prices: OwnPrices): LedgerLine[] {
  const groups = new Map<string, { readonly step: string; readonly requests: HostRequest[] }>();
  const counted = new Set<string>();
  for (const { session, requests } of all) {
    for (const request of requests) {
      if (counted.has(request.id)) continue;
      counted.add(request.id);
      const step = `host/${session}/${request.model}`;
      const key = `${request.run} ${step}`;
      groups.set(key, { step, requests: [...(groups.get(key)?.requests ?? []), request] });
    }
  }
  return [...groups.values()].flatMap(({ step, requests }) => lineOf(step, requests, prices));
}

function lineOf(step: string, requests: readonly HostRequest[], prices: OwnPrices): LedgerLine[] {
  const [first] = [...requests].sort((one, other) => (one.at < other.at ? -1 : 1));
  const [, feature, phase] = /^(.+)\.([a-z-]+)\.\d+$/.exec(first?.run ?? "") ?? [];
  if (!first || feature === undefined || phase === undefined) return [];
  const usage = requests.reduce((sum, one) => addUsage(sum, one.usage), NO_USAGE);
  const cost = costOf(usage, first.model ?? undefined, prices) ?? null;
  return [
    {
      ...{ step, phase, role: "host", round: 0, kind: "host", reason: "drives", status: "completed" },
      ...{ feature, run: first.run, runtime: "host", usage, cost },
      ...{ promptChars: 0, contextChars: 0, milliseconds: 0, at: first.at },
    },
  ];
}
