// Files of the user's checkout. Every path is relative to the repository root, with forward slashes. A path that leaves
// the repository (even through a symlink) or points into .git is refused with IflowError `path-refused` (IMP-7).

export interface WorkingTree {
  readonly root: string;
  /**
   * Why this tree refuses a path that another would not, such as one that holds secrets: for agents there are such
   * files. Judges the text only; every other function follows symlinks and judges where they lead, too.
   */
  refusal(path: string): string | undefined;
  /** Text of a file; undefined when it does not exist. Not UTF-8 or too large (5 MB unless the tree was opened with another limit): IflowError. */
  read(path: string): Promise<string | undefined>;
  /** True for a regular file, not for a link or a folder; false also when nothing is there. */
  isPlainFile(path: string): Promise<boolean>;
  /** Anything is there: a file, a folder, a link wherever it leads. */
  isThere(path: string): Promise<boolean>;
  /** Both names lead to the same file: through links, or on a disk that does not tell their spellings apart. */
  isSame(path: string, other: string): Promise<boolean>;
  /** Moves whatever is at the path to this absolute one, bytes and all; false when nothing is there. */
  setAside(path: string, to: string): Promise<boolean>;
  /** Atomic; creates parent folders; keeps the mode of an existing file. */
  write(path: string, content: string): Promise<void>;
  /** The same for a file that only iflow writes: a link that somebody put there is replaced, never followed. */
  writeOwn(path: string, content: string): Promise<void>;
  /** Removes a file; a missing one is fine. */
  remove(path: string): Promise<void>;
  /** Names in a folder, sorted; empty when it does not exist. */
  list(folder: string): Promise<string[]>;
  /**
   * When a file was last touched, by the disk's clock, even if it was rewritten with the same content. Undefined for a
   * missing file or a folder.
   */
  touchedAt(path: string): Promise<number | undefined>;
}
