// What the server of the page needs of the machine: the built page, a secret that outlives the server, the person's browser,
// and this iflow once more, as a process of its own.

export interface PageHost {
  /** A file of the built page by its plain name; undefined when there is none. */
  asset(name: string): Promise<Uint8Array | undefined>;
  /** A secret of this person on this machine; the same for every server, so an open page goes on with the next one. */
  secret(): Promise<string>;
  /** Shows the address in the person's browser; false where none can be started. */
  openBrowser(url: string): Promise<boolean>;
  /** Starts this iflow with these words. It belongs to nobody: it lives on when the one who started it is gone. */
  startApart(cwd: string, words: readonly string[]): Promise<StartedApart>;
}

export interface StartedApart {
  readonly pid: number;
  /** Resolves when it has ended while somebody still looks: its exit code and what it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}
