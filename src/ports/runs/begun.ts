// What this person began on this machine, or has confirmed as if they had: a journal can also come with a repository's files.

export interface Begun {
  /** Resolves when it is on disk, or cannot be kept: then that is said, and it is asked about when it is continued. */
  note(text: string): Promise<void>;
  isNoted(text: string): Promise<boolean>;
}
