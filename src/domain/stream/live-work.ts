// What is only alive: which tool an agent calls, how many tokens it has used. The process that moves a run writes it down
// beside the run for those who watch elsewhere; nobody depends on it, and every line stands for itself.
import * as z from "zod";
import type { RunEvent } from "../run/events/run-event.ts";
import { doingWords } from "../run/events/work-words.ts";
import { parseJson } from "../text/json/json.ts";
import { oneLine } from "../text/one-line.ts";
import { withoutSecrets } from "../text/secrets/secrets.ts";
import { withoutControlCodes } from "../text/terminal-codes.ts";
import { laneOf } from "./fold-run.ts";

const LAST_CHARS = 200;
const short = z.string().max(400);

export const LiveWorkSchema = z.object({
  step: short,
  lane: short,
  role: short,
  since: z.iso.datetime(),
  at: z.iso.datetime(),
  doing: short,
  tools: z.int().nonnegative(),
  tokens: z.number().nonnegative().optional(),
  last: short,
});
export type LiveWork = z.infer<typeof LiveWorkSchema>;

/** Undefined for anything that is not such a line. */
export function parseLiveWork(line: string): LiveWork | undefined {
  return LiveWorkSchema.safeParse(parseJson(line)).data;
}

const CHECK = "check";

/** Those at work in one run, as its events tell it. */
export class LiveBoard {
  readonly #now: () => Date;
  readonly #work = new Map<string, LiveWork>();
  readonly #changed = new Set<string>();
  /** What each is saying: some agents send it in small pieces. */
  readonly #said = new Map<string, string>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case "dispatch-started":
        this.#set(event.step, { role: event.role, doing: doingWords(event), since: this.#time() });
        break;
      case "agent-worked":
        this.#said.delete(event.step);
        this.#set(event.step, { tools: (this.#work.get(event.step)?.tools ?? 0) + 1, last: event.did });
        break;
      case "agent-said":
        this.#said.set(event.step, `${this.#said.get(event.step) ?? ""}${event.text}`.slice(0, 2 * LAST_CHARS));
        this.#set(event.step, { last: this.#said.get(event.step) ?? "" });
        break;
      case "agent-used":
        this.#set(event.step, { tokens: event.tokens });
        break;
      case "check-output":
        this.#set(CHECK, { role: CHECK, doing: `running the check ${event.name}`, last: event.line });
        break;
      case "dispatch-ended":
        this.#forget(event.step);
        break;
      case "check-ran":
        this.#forget(CHECK);
        break;
      default:
    }
  }

  /** What has changed since the last call, one line for each that works. */
  changes(): LiveWork[] {
    const changed = [...this.#changed].flatMap((step) => this.#work.get(step) ?? []);
    this.#changed.clear();
    return changed;
  }

  #set(step: string, { last, ...change }: Partial<LiveWork>): void {
    const before = this.#work.get(step);
    if (!before && change.role === undefined) return; // it has ended
    if (last !== undefined && last.trim() === "") return;
    const at = this.#time();
    const lane = step === CHECK ? CHECK : laneOf(step);
    const blank = { step, lane, role: "", since: at, doing: "", tools: 0, last: "" };
    const said = last === undefined ? {} : { last: safeLine(last) };
    this.#work.set(step, { ...blank, ...before, ...change, ...said, at });
    this.#changed.add(step);
  }

  #forget(step: string): void {
    this.#work.delete(step);
    this.#said.delete(step);
    this.#changed.delete(step);
  }

  #time(): string {
    return this.#now().toISOString();
  }
}

/** An agent's words are nobody's commands to a terminal, and its secrets are not kept. */
function safeLine(text: string): string {
  return withoutSecrets(oneLine(withoutControlCodes(text.slice(0, 2000)))).slice(0, LAST_CHARS);
}
