// What is on every page: the repositories, the features that are not over, and how many questions wait.
import { featureRef } from "./feature-ref.ts";
import type { Gathered } from "./gathered.ts";
import type { PageHead } from "./model/common.ts";

export function pageHead(repositories: readonly Gathered[], now: Date): PageHead {
  const open = repositories.flatMap(({ repository, features }) =>
    features
      .filter(({ group }) => group !== "finished")
      .map(({ key, description, state }) => ({ feature: featureRef(repository.id, key, description), state })),
  );
  const waiting = repositories
    .flatMap(({ features }) => features)
    .flatMap(({ pendings }) => pendings.filter(({ type }) => type === "question")).length;
  return { now: now.toISOString(), repositories: repositories.map(({ repository }) => repository), open, waiting };
}
