// What a chain of phases began with, as far as the next command needs it.
import type { BegunChain } from "../../../domain/run/creation.ts";
import type { RunFlags } from "../../../domain/run/run.ts";
import type { RuntimeChoice } from "../../../ports/wiring.ts";

export function begunChain(flags: RunFlags, { id, script }: RuntimeChoice): BegunChain {
  return { flags, runtime: { id, ...(script && { script: script.path }) } };
}
