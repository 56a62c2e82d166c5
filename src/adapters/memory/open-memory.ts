// Where memories are kept. A project's memories are below the common git directory, like runs; a person's memories need no
// repository. The store itself is loaded on first use.
import { join } from "node:path";
import { userFolder } from "../../domain/config/user-folder.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MemoryStore } from "../../ports/memory.ts";
import type { MemoryPlaces } from "./memory-store.ts";

export interface MemoryWorld {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Told about lines of a log that cannot be read. */
  readonly onDamage?: (damage: IflowError) => void;
}

export function openProjectMemory({ commonDir }: { readonly commonDir: string }, world: MemoryWorld): MemoryStore {
  return lazyStore({ global: ownLog(world.env), project: join(commonDir, "iflow", "memory.jsonl") }, world);
}

/** Only the person's own memories, in any folder. */
export function openOwnMemory(world: MemoryWorld): MemoryStore {
  const global = ownLog(world.env);
  if (global === undefined) {
    throw new IflowError("config-invalid", "there is no place for memories of your own", { fix: "set HOME" });
  }
  return lazyStore({ global, project: undefined }, world);
}

function ownLog(env: NodeJS.ProcessEnv): string | undefined {
  const data = userFolder(env, "data");
  return data === undefined ? undefined : join(data, "iflow", "memory.jsonl");
}

function lazyStore(places: MemoryPlaces, { clock, onDamage }: MemoryWorld): MemoryStore {
  const open = async () => {
    const { createMemoryStore } = await import("./memory-store.ts");
    return createMemoryStore(places, clock, onDamage);
  };
  let store: ReturnType<typeof open> | undefined;
  const opened = () => {
    store ??= open();
    return store;
  };
  return {
    store: async (memory, options) => (await opened()).store(memory, options),
    note: async (records) => (await opened()).note(records),
    forget: async (id) => (await opened()).forget(id),
    recollect: async () => (await opened()).recollect(),
    search: async (search, bank) => (await opened()).search(search, bank),
  };
}
