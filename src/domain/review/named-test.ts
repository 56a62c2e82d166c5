// A test as agents name it, `path/to/file::exact test name`: which file it is in, and what to look for there.

export interface NamedTest {
  /** Undefined when only a title was given: it may be in any test file. */
  readonly path: string | undefined;
  /** Undefined when the whole file was named. */
  readonly title: string | undefined;
}

/** A path has a folder, or an ending in small letters: `FooTest.testBar` is a title. */
const PATH = /^`?((?:[^\s:`]*\/)?[^\s:/`]+\.[a-z0-9]{1,5})`?(?=$|[\s:#>›])/;
const SEPARATORS = /^[\s:#>›–—-]+/;

export function parseNamedTest(text: string): NamedTest {
  const line = text.trim().slice(0, 2_000);
  const path = PATH.exec(line);
  const rest = path ? line.slice(path[0].length).replace(SEPARATORS, "") : line;
  const title = rest.trim().replaceAll(/^["'`]|["'`]$/g, "");
  return { path: path?.[1], title: title === "" ? undefined : title };
}

/** `content` is the file as it is now; undefined when it is gone. When in doubt, the test is there. */
export function holdsTest(content: string | undefined, { title }: NamedTest): boolean {
  if (content === undefined) return false;
  if (title === undefined) return true;
  const plain = content.replaceAll("\\", ""); // a quote may be escaped
  return formsOf(title).some((form) => form !== "" && plain.includes(form));
}

/** As a runner prints it, and as it may stand in the file: without suites, parameters, or with blanks for `_`. */
function formsOf(title: string): string[] {
  const last = [title, title.split(/::|\s[>›]\s/).at(-1), title.split("/").at(-1), title.split(".").at(-1)];
  const bare = last.map((one = "") => one.replace(/\[.*\]$/s, "").trim());
  return [...bare, ...bare.map((one) => one.replaceAll("_", " "))];
}
