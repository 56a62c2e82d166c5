// What the run learned about a host while the host's agents worked; empty on every other runtime.
import { answeredQuestion } from "../../../domain/review/host-words.ts";
import type { RoleId } from "../../../domain/roles/role.ts";

export class HostNotes {
  readonly #untold: string[] = [];
  readonly #answered: string[] = [];
  readonly #selfReported = new Set<RoleId>();
  #heard = 0;
  #ordered = false;

  /** The run has waited for an agent of the host. */
  get ordered(): boolean {
    return this.#ordered;
  }

  noteOrdered(): void {
    this.#ordered = true;
  }

  /** How many of the host's refused attempts have been read. */
  get heard(): number {
    return this.#heard;
  }

  /** Adds what the host tried and was refused, and what it answered by its own word. */
  hear(attempts: readonly string[]): void {
    this.#untold.push(...attempts);
    this.#answered.push(...attempts.flatMap((note) => answeredQuestion(note) ?? []));
    this.#heard += attempts.length;
  }

  /** Returns the attempts that no history entry has mentioned yet. */
  takeUntold(): string[] {
    return this.#untold.splice(0);
  }

  /** Ids of questions for whose answers there is only the host's word. */
  get answered(): readonly string[] {
    return this.#answered;
  }

  /** Reviewers whose verdict rests only on the host's word. */
  get selfReported(): ReadonlySet<RoleId> {
    return this.#selfReported;
  }

  noteSelfReported(role: RoleId): void {
    this.#selfReported.add(role);
  }
}
