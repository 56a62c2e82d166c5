// The sessions of a phase: which one each role has, why a role must start fresh, and what is known about each session.
import type { AgentRef, FreshReason, SessionEntry } from "../../../domain/dispatch/dispatch-plan.ts";
import type { Gate } from "../../../domain/dispatch/gate.ts";
import type { SessionCache } from "../../../domain/dispatch/session-cache.ts";
import type { BeginningEnd } from "../../../domain/dispatch/shared-beginning.ts";
import type { RoleId } from "../../../domain/roles/role.ts";

interface KnownSession {
  /** Its state in the provider's cache. */
  readonly cache: SessionCache;
  /** The shared beginnings that it starts with. */
  readonly prefixes: readonly BeginningEnd[];
  /** The runtime that made it; no other runtime can resume it. */
  readonly runtime: string | undefined;
}

export class Sessions {
  readonly #entries = new Map<RoleId, SessionEntry>();
  readonly #freshReasons = new Map<RoleId, FreshReason>();
  readonly #known = new Map<AgentRef, KnownSession>();
  /** Consecutive resumes that should have been read from the cache but were not, by runtime. */
  readonly #misses = new Map<string, number>();
  /** Whether sessions can be trusted, by runtime; empty until a resume is first considered. */
  readonly #trust = new Map<string, Gate>();

  entryOf(role: RoleId): SessionEntry | undefined {
    return this.#entries.get(role);
  }

  /** The role has answered in this session, so any earlier reason against resuming it no longer holds. */
  remember(role: RoleId, entry: SessionEntry): void {
    this.#entries.set(role, entry);
    this.#freshReasons.delete(role);
  }

  forget(role: RoleId): void {
    this.#entries.delete(role);
  }

  forgetAll(): void {
    this.#entries.clear();
    this.#freshReasons.clear();
  }

  /** Why the role's next dispatch cannot resume its session. */
  freshReason(role: RoleId): FreshReason | undefined {
    return this.#freshReasons.get(role);
  }

  requireFresh(roles: readonly RoleId[], reason: FreshReason): void {
    for (const role of roles) this.#freshReasons.set(role, reason);
  }

  /** Every role that has a session. */
  roles(): RoleId[] {
    return [...this.#entries.keys()];
  }

  cacheOf(session: AgentRef): SessionCache | undefined {
    return this.#known.get(session)?.cache;
  }

  prefixesOf(session: AgentRef): readonly BeginningEnd[] {
    return this.#known.get(session)?.prefixes ?? [];
  }

  runtimeOf(session: AgentRef): string | undefined {
    return this.#known.get(session)?.runtime;
  }

  know(session: AgentRef, known: KnownSession): void {
    this.#known.set(session, { ...known, runtime: known.runtime ?? this.runtimeOf(session) });
  }

  /** Notes that a ping has kept the session in the cache. */
  keptWarm(session: AgentRef, cache: SessionCache): void {
    const known = this.#known.get(session);
    if (known) this.#known.set(session, { ...known, cache });
  }

  missesOf(runtime: string): number {
    return this.#misses.get(runtime) ?? 0;
  }

  countMisses(runtime: string, misses: number): void {
    this.#misses.set(runtime, misses);
  }

  trustIn(runtime: string): Gate | undefined {
    return this.#trust.get(runtime);
  }

  keepTrust(runtime: string, trust: Gate): void {
    this.#trust.set(runtime, trust);
  }

  /** `V3: why`, if a runtime failed the test of its sessions. */
  whyDeferred(): string | undefined {
    return [...this.#trust.values()].flatMap(({ failure }) => failure ?? [])[0];
  }
}
