// The Claude Code plugin of this package, and the program that installs it.

export interface HostPlugin {
  /** Folder of the plugin, and of the marketplace that lists it. */
  readonly folder: string;
  readonly marketplace: string;
  /** The program `iflow` as the plugin's hooks and MCP server would find it. */
  readonly iflow: string | undefined;
  /** The program `claude`; undefined when there is none. */
  readonly claude: string | undefined;
  /** Runs `claude …` and waits until it ends; both of its streams in one text. A failing program is a result. */
  ask(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** What `iflow --version` on the path prints; undefined when it prints nothing. */
  iflowVersion(): Promise<string | undefined>;
}
