// Files of the user's checkout. Every path is relative to the repository root with forward slashes; a path that leaves
// the repository (also through a symlink) or points into .git is refused with IflowError `path-refused` (IMP-7).

export interface WorkingTree {
  readonly root: string;
  /** Text of a file; undefined when there is none. Not UTF-8 or over 5 MB: IflowError. */
  read(path: string): Promise<string | undefined>;
  /** A regular file, not a link or a folder; false also when there is nothing. */
  isPlainFile(path: string): Promise<boolean>;
  /** Atomic; makes parent folders; keeps the mode of an existing file. */
  write(path: string, content: string): Promise<void>;
  /** Removes a file; a missing one is fine. */
  remove(path: string): Promise<void>;
  /** Names in a folder, sorted; empty when there is none. */
  list(folder: string): Promise<string[]>;
  /** When a file was last touched, as the disk counts it: also by writing what was there before. Undefined without one, and for a folder. */
  touchedAt(path: string): Promise<number | undefined>;
}
