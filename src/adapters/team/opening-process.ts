// One opening as a process of its own: `iflow continue` in the feature's clone, with a mark that says who it works for. What it does
// to its memory, its locks or its signals concerns nobody else, and it does not outlive the worker.
import * as z from "zod";
import { parseJson } from "../../domain/text/json/json.ts";
import { startWatchedChild } from "../commands/watched-child.ts";

export interface OpeningCall {
  readonly script: string;
  readonly root: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

export interface OpeningExit {
  readonly how: "ended" | "killed" | "given-up";
  readonly exit: number | null;
  readonly said: string | undefined;
  readonly code?: string | undefined;
}

/** Enough for a result and an error; what happens on the way is recorded in the database. */
const MOST_CHARS = 4_000_000;

export async function runOpening({ script, root, words, env, signal }: OpeningCall): Promise<OpeningExit> {
  if (signal.aborted) return { how: "given-up", exit: null, said: undefined };
  const child = startWatchedChild([process.execPath, script, ...words], { cwd: root, env });
  let said = "";
  const hear = (part: Buffer) => {
    if (said.length < MOST_CHARS) said += part;
  };
  child.process.stdout.on("data", hear);
  child.process.stderr.resume();
  child.process.stdin.end();
  if (child.pid === undefined) return { how: "ended", exit: 1, said: "its process could not be started" };
  const end = () => void child.end();
  signal.addEventListener("abort", end);
  child.begin();
  const { code, signal: by } = await child.exit;
  signal.removeEventListener("abort", end);
  if (signal.aborted) {
    await child.end();
    return { how: "given-up", exit: code, said: undefined };
  }
  await child.end(); // whatever of its group is left
  return { how: by === null ? "ended" : "killed", exit: code, ...lastWords(said) };
}

/** From its document on stdout. */
function lastWords(text: string): Pick<OpeningExit, "said" | "code"> {
  const { error, data } = SaidSchema.safeParse(parseJson(text)).data ?? {};
  return { said: error?.message ?? data?.message, code: error?.code };
}

const message = z.string().optional();
const SaidSchema = z.looseObject({
  error: z.looseObject({ message, code: message }).optional(),
  data: z.looseObject({ message }).nullish(),
});
