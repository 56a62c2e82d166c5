// A test as agents name it, `path/to/file::exact test name`: which file it is in, and what to look for there.

export interface NamedTest {
  /** Undefined when only a title was given: it may be in any test file. */
  readonly path: string | undefined;
  /** Undefined when the whole file was named. */
  readonly title: string | undefined;
}

export function parseNamedTest(text: string): NamedTest {
  const [, path, rest = ""] =
    /^`?([^\s:`]+\.[\w.]+)`?(?:\s*(?:::|:|#|>|›|-|–|—)\s*|\s+)?(.*)$/s.exec(text.trim()) ?? [];
  if (path === undefined) return { path: undefined, title: titleOf(text) };
  return { path, title: titleOf(rest) };
}

/** Suites may stand before the title: the last part is what the file holds. */
function titleOf(text: string): string | undefined {
  const last = text.split(/::|\s[>›]\s/).at(-1) ?? "";
  return last.trim().replaceAll(/^["'`]|["'`]$/g, "") || undefined;
}

/** `content` is the file as it is now; undefined when it is gone. */
export function holdsTest(content: string | undefined, { title }: NamedTest): boolean {
  return content !== undefined && (title === undefined || content.includes(title));
}
