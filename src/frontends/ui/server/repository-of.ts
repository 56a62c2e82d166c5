// The repository that an address names.
import { IflowError } from "../../../domain/text/errors.ts";
import type { WatchedRepository } from "../read/watched-repository.ts";
import type { Ui } from "./ui.ts";

export function repositoryOf({ repositories }: Pick<Ui, "repositories">, id: string): WatchedRepository {
  const found = repositories.find((one) => one.id === id);
  if (found) return found;
  const names = repositories.map((one) => one.id).join(", ");
  throw new IflowError("feature-unknown", "this page does not show such a repository", { fix: `it shows: ${names}` });
}
