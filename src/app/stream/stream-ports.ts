// What following runs needs of the world.
import type { Ports } from "../../ports/ports.ts";

export type StreamPorts = { readonly runs: Pick<Ports["runs"], "owner"> } & Pick<Ports, "feed" | "clock">;
