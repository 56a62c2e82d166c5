// What agents can do, as the journal keeps it.

export type AgentAbilities = {
  readonly resume: boolean;
  readonly rewind: boolean;
  readonly promptChars: number;
  readonly web: boolean;
  /** Missing in runs recorded before there was one. */
  readonly trunk?: boolean;
  /** False when there is no memory to doubt, as for scripted agents. */
  readonly gated: boolean;
  /** By role, where some have agents of their own; the others are listed under an empty name. */
  readonly roles?: { readonly [role: string]: AgentAbilities };
  /** Only in `roles`. */
  readonly runtime?: string;
  /** In a host: the config file was not the committed one when the run began. */
  readonly localConfig?: true;
};
