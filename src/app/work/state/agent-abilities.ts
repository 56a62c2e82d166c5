// What the agents can do, as recorded in the journal.

export type AgentAbilities = {
  readonly resume: boolean;
  readonly rewind: boolean;
  readonly promptChars: number;
  readonly web: boolean;
  /** Missing in runs recorded before this field existed. */
  readonly trunk?: boolean;
  /** A ping can keep a trunk in the provider's cache. Missing in runs recorded before a fixer could leave the trunk. */
  readonly pings?: true;
  /** False when the runtime's sessions need no test, as with scripted agents. */
  readonly gated: boolean;
  /** Set if some roles have their own agents: abilities per role, with those of all others under the empty name. */
  readonly roles?: { readonly [role: string]: AgentAbilities };
  /** Only in `roles`. */
  readonly runtime?: string;
  /** In a host: the config file differed from the committed one when the run began. */
  readonly localConfig?: true;
};
