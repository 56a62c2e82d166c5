// Whether somebody watches. A run that began with `--yolo` answers its questions by the table; a stop ends that, and the
// command that continues says what holds from there.
import { STOP_ANSWERS } from "../../../domain/run/questions/question.ts";

export class RunMode {
  #yolo: boolean;
  readonly #stops: string[] = [];

  constructor(yolo: boolean) {
    this.#yolo = yolo;
  }

  get yolo(): boolean {
    return this.#yolo;
  }

  /** The words of every stop so far. */
  get stops(): readonly string[] {
    return this.#stops;
  }

  /** A stop was lifted, with this answer. */
  continued(answer: string | undefined, stop: string): void {
    this.#stops.push(stop);
    this.#yolo = answer === STOP_ANSWERS.yolo;
  }
}
