// The checks a person chose, each run once as iflow will run it later. Red ones are theirs to keep, to mend or to leave.
import { findMissing, type TriedCheck } from "../../../../../app/setup/try-checks.ts";
import type { Check } from "../../../../../domain/config/check-names.ts";
import { duration } from "../../../screen/numbers.ts";
import { choose, confirmOrLeave, ignoringKeys, note } from "../../../screen/questions/ask.ts";
import { inLine } from "../../../screen/rows/row-texts.ts";
import { withoutControls } from "../../../screen/safe-text.ts";
import { hangWords } from "../../../screen/wrap-words.ts";
import type { CommandPlace } from "../../command-place.ts";
import { explain, failureLines, tryOnce } from "../try-checks.ts";
import { orLeave } from "./leave.ts";
import { listOptions } from "./option-label.ts";

/** What a person makes of a check: it is taken as it is, or not. */
export type Verdict = "taken" | "refused";

export class Trials {
  readonly #place: CommandPlace;
  readonly #mayRun: boolean;
  readonly #tried = new Map<string, TriedCheck>();
  readonly #wanted = new Set<string>();

  constructor(place: CommandPlace, mayRun: boolean) {
    this.#place = place;
    this.#mayRun = mayRun;
  }

  get tried(): readonly TriedCheck[] {
    return [...this.#tried.values()];
  }

  /** Variables that a check turned out to need, for `checks.environment`. */
  get wanted(): readonly string[] {
    return [...this.#wanted];
  }

  /** `passes, 12 s`; empty for one that was not tried. */
  resultOf(command: string): string {
    const tried = this.#tried.get(command);
    if (tried === undefined) return "";
    return `${tried.passed ? "passes" : `fails (${tried.end})`}, ${duration(tried.milliseconds)}`;
  }

  /** Runs it, unless nothing is to be run; a red one is asked about. `otherwise` is what happens to one that is not kept. */
  async judge(check: Check, otherwise: string): Promise<Verdict> {
    if (!this.#mayRun) return "taken";
    if (this.#tried.get(check.command)?.passed) return "taken";
    let result = await this.#run(check);
    let mayLook = true;
    while (!result.passed) {
      const answer = await this.#askAbout(result, otherwise, mayLook);
      if (answer !== "look") return answer === "keep" ? "taken" : "refused";
      mayLook = false;
      if (await this.#findMissing(result)) result = await this.#run(check);
    }
    return "taken";
  }

  async #run(check: Check): Promise<TriedCheck> {
    const { terminal, config } = this.#place;
    const environment = [...config.checks.environment, ...this.#wanted];
    const result = await ignoringKeys(() => tryOnce(this.#place, check, environment));
    this.#tried.set(check.command, result);
    const { marks, paint, columns } = terminal;
    const mark = result.passed ? paint.green(marks.pass) : paint.red(marks.fail);
    const room = columns - FRAME;
    const words = withoutControls(`${inLine(check.command)} ${this.resultOf(check.command)}`);
    await note([
      ...hangWords(`${mark} `, words, room),
      ...(result.passed ? [] : [...failureLines(result.output, { marks, columns: room }), ...explain(result, room)]),
    ]);
    return result;
  }

  async #askAbout({ name }: TriedCheck, otherwise: string, mayLook: boolean): Promise<string> {
    const options = [
      { value: "other", name: otherwise },
      { value: "keep", name: "Keep it", about: "nothing is merged while it is red" },
      ...(mayLook ? [{ value: "look", name: "Look for a missing variable", about: LOOKING }] : []),
    ];
    const choices = listOptions(options, this.#place.terminal.columns);
    return orLeave(await choose(this.#place, `${name} fails here. What now?`, choices));
  }

  /** True when there are variables with which it passes, and the person wants it to have them. */
  async #findMissing(failed: TriedCheck): Promise<boolean> {
    const { ports, config, signal, terminal } = this.#place;
    const onLine = (line: string) => terminal.status([`  ${failed.name}: ${inLine(line)}`]);
    const environment = [...config.checks.environment, ...this.#wanted];
    const looked = ignoringKeys(() => findMissing({ ports, environment, signal, onLine }, failed));
    const missing = await looked.finally(() => terminal.status(undefined));
    if (missing === undefined) {
      await note(["It fails with your whole environment, too."]);
      return false;
    }
    const question = `It needs ${missing.join(", ")}. Add to checks.environment, by name only?`;
    if (!orLeave(await confirmOrLeave(this.#place, question, true))) return false;
    for (const name of missing) this.#wanted.add(name);
    return true;
  }
}

/** What stands before a line between two questions. */
const FRAME = 3;
const LOOKING = "runs it with your whole environment";
