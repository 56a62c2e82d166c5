// What holds the commands that agents start. The engine decides whether a command may run; this decides what it can
// reach while it runs.

export interface Sandbox {
  /** Whether commands really run inside one: with these settings, on this machine, in this working tree. */
  readonly applied: boolean;
  /** A command that would run outside must not run at all (`sandbox.mode: "require"`). */
  readonly required: boolean;
  /** How much a command may use; one that uses more is killed, and cannot say why itself. */
  readonly limits: string;
  /** The command that runs this one inside; the same command where no sandbox is applied. */
  wrap(command: readonly string[]): Promise<readonly string[]>;
}

/** What `iflow doctor` says about it. */
export interface SandboxStatus {
  readonly state: "applied" | "none" | "off";
  readonly detail: string;
  readonly fix?: string;
}
