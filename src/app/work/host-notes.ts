// What became known of a host while its agents worked; empty on every other runtime.
import type { RoleId } from "../../domain/roles/role.ts";

export class HostNotes {
  readonly #untold: string[] = [];
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

  /** How many of the host's attempts were read. */
  get heard(): number {
    return this.#heard;
  }

  /** What the host tried and was not allowed. */
  hear(attempts: readonly string[]): void {
    this.#untold.push(...attempts);
    this.#heard += attempts.length;
  }

  /** What no history entry has told yet. */
  takeUntold(): string[] {
    return this.#untold.splice(0);
  }

  /** Reviewers whose verdict is the host's own word. */
  get selfReported(): ReadonlySet<RoleId> {
    return this.#selfReported;
  }

  noteSelfReported(role: RoleId): void {
    this.#selfReported.add(role);
  }
}
