// The Claude Code plugin of this package, and the program that takes it.

export interface HostPlugin {
  /** Folder of the plugin, and of the marketplace that names it. */
  readonly folder: string;
  readonly marketplace: string;
  /** The program `iflow` as hooks and the MCP server of the plugin would find it. */
  readonly iflow: string | undefined;
  /** The program `claude`; undefined when there is none. */
  readonly claude: string | undefined;
  /** Runs `claude …` to its end; both of its streams in one text. A program that fails is a result. */
  ask(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** What `iflow --version` on the path says; undefined when it says nothing. */
  iflowVersion(): Promise<string | undefined>;
}
