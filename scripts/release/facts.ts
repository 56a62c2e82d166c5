// What a release is judged by, and what comes out of a check. gather-facts.mjs looks the facts up.

export interface Facts {
  readonly version: string;
  readonly license: string;
  readonly branch: string;
  /** Lines of `git status --porcelain`. */
  readonly changes: readonly string[];
  readonly tags: readonly string[];
  readonly changelog: string;
  /** The version each other file states, by its path. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** Undefined when there is no LICENSE. */
  readonly licenseText: string | undefined;
  /** The licence of every package that is bundled or installed with iflow, by name. */
  readonly licences: Readonly<Record<string, string | undefined>>;
  /** The licence of every package that another one carries in its own code, by name; scripts/notices.json states it. */
  readonly carried: Readonly<Record<string, string | undefined>>;
  /** Names of packages whose code is inside dist/. */
  readonly bundled: readonly string[];
  readonly thirdParty: string | undefined;
  readonly packed: PackedFile;
}

export interface PackedFile {
  /** Bytes of the packed file. */
  readonly size: number;
  readonly files: readonly string[];
  /** Files of the packed folders that git knows. */
  readonly tracked: readonly string[];
  /** Files that the build has just written, from the root of the project. */
  readonly built: readonly string[];
}

export interface Check {
  readonly name: string;
  readonly found: string;
  /** Only where it does not hold: what to do. */
  readonly fix?: string;
}

/** `a, b, c and 4 more` */
export function firstFew(items: readonly string[]): string {
  return items.length > 3 ? `${items.slice(0, 3).join(", ")} and ${items.length - 3} more` : items.join(", ");
}
