// One dispatch of a feature, or of an idea that has become one.
import { costReport } from "../../../domain/billing/cost-report.ts";
import { isFeatureKey } from "../../../domain/feature/feature-key.ts";
import { brainstormNumber } from "../../../domain/review/brainstorm.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { dispatchView } from "../view/dispatch/dispatch-view.ts";
import { featureRef } from "../view/feature-ref.ts";
import type { Gathered } from "../view/gathered.ts";
import type { PageHead } from "../view/model/common.ts";
import type { DispatchView } from "../view/model/dispatch.ts";
import type { WatchedRepository } from "./watched-repository.ts";

export async function readDispatch(
  { id, place }: WatchedRepository,
  gathered: Gathered,
  { key, number: asked }: { readonly key: string; readonly number: string },
  head: PageHead,
): Promise<DispatchView> {
  const { runs } = place.ports;
  const isKey = isFeatureKey(key) || brainstormNumber(key) !== undefined;
  const all = isKey ? await runs.outcomes(key) : [];
  const number = /^\d{1,6}$/.test(asked) ? Number(asked) : 0;
  const found = all[number - 1];
  if (!found) throw new IflowError("feature-unknown", "there is no such dispatch", { fix: "iflow list --all" });
  const row = gathered.features.find((one) => one.key === key);
  const idea = gathered.runs.get(key)?.at(-1)?.idea;
  const [prompt, owner] = await Promise.all([runs.prompt(found), runs.owner(key)]);
  const lines = [...gathered.lines.values()].flat().filter(({ run }) => run === found.run);
  const before = lines.filter(({ at }) => at <= found.outcome.at);
  const upTo = before.filter(({ step }) => step !== found.outcome.step);
  const view = dispatchView({
    ...{ head, feature: featureRef(id, key, row?.description ?? idea ?? key) },
    ...{ all, number, prompt, isAtWork: owner !== undefined },
    freshCost: difference(costReport(before, "phase").total.freshCost, costReport(upTo, "phase").total.freshCost),
  });
  if (!view) throw new IflowError("feature-unknown", "there is no such dispatch", { fix: "iflow list --all" });
  return view;
}

function difference(all: number | null, before: number | null): number | null {
  return all === null ? null : Math.max(0, all - (before ?? 0));
}
