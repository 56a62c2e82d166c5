// Files that only the engine writes and that belong to the world it compares (`.meta.json`, the implementation log). A
// copy of the new text is kept first, so that a kill between the write and its record does not look like a foreign
// change.
import type { Json } from "../../domain/text/json/json.ts";
import { withoutControlCodes } from "../../domain/text/terminal-codes.ts";
import type { PhaseRun } from "./state/phase-run.ts";
import { whenUndisturbed } from "./world.ts";

export interface OwnedFile {
  readonly segment: string;
  readonly path: string;
  /** What the text depends on. */
  readonly input: Json;
  compose(): Promise<string>;
}

/** Returns the blob of what was written. */
export async function writeOwned(phase: PhaseRun, file: OwnedFile): Promise<string | null> {
  const { segment, path, input, compose } = file;
  const { tree, snapshots } = phase.ports;
  const blobNow = async () => (await snapshots.blobs([path]))[path] ?? null;
  const copyOf = (step: string) => `writes/${step.replaceAll("/", "-")}`;
  const { blob } = await whenUndisturbed(phase, {
    round: 0,
    segment,
    input,
    found: async (step) => {
      const kept = await phase.run.folder.read(copyOf(step));
      return kept !== undefined && (await tree.read(path)) === kept ? { blob: await blobNow() } : undefined;
    },
    work: async (step) => {
      const text = withoutControlCodes(await compose()); // words of agents must not steer the terminal of a reader
      await phase.run.folder.write(copyOf(step), text);
      await tree.writeOwn(path, text);
      return { blob: await blobNow() };
    },
  });
  return blob;
}
