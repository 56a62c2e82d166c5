import type { Creation } from "../../../domain/run/creation.ts";
import type { Creations } from "../../../ports/runs/creations.ts";

/** Those that a killed process may have left half-made. */
export async function openCreations(ports: { readonly creations: Pick<Creations, "all"> }): Promise<Creation[]> {
  return (await ports.creations.all()).filter(({ done }) => !done);
}
