// What the person decided, before this run and in it, and which of it each role's session was already told.
import type { Decision, PersonsWord } from "../../../domain/feature/meta/decision.ts";
import type { RoleId } from "../../../domain/roles/role.ts";

export class Decisions implements PersonsWord {
  readonly request: string;
  readonly #all: Decision[] = [];
  readonly #told = new Map<RoleId, number>();

  constructor(request: string) {
    this.request = request;
  }

  get decisions(): readonly Decision[] {
    return [...this.#all];
  }

  add(...decisions: readonly Decision[]): void {
    this.#all.push(...decisions);
  }

  /** The role has answered a prompt that held everything up to now. */
  toldTo(role: RoleId): void {
    this.#told.set(role, this.#all.length);
  }

  /** What was decided since the role's last turn. */
  newFor(role: RoleId): readonly Decision[] {
    return this.#all.slice(this.#told.get(role) ?? 0);
  }
}
