// Paths come from agents, scripts and files, so none is trusted. This is the only place that judges the text of a path
// (IMP-7): a path it accepts, joined to the repository root, names something below that root and nothing that belongs
// to git. It never looks at the disk; the working tree handles symlinks.

type PathCheck = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly why: string };

const LONGEST_PATH = 4096;

/** Accepts a path relative to the repository root and returns it in its plain form: `./a//b` is `a/b`. */
export function checkPath(path: string): PathCheck {
  if (path.length > LONGEST_PATH) return { ok: false, why: `is longer than ${LONGEST_PATH} characters` };
  // checked again after each decoding, so that nothing hides behind another layer: `%252e` is `%2e` is `.`
  for (let form = path; ; ) {
    const why = findProblem(form);
    if (why !== undefined) return { ok: false, why };
    const next = decodeOnce(toPlain(form));
    if (next === form) return { ok: true, path: toPlain(path) };
    form = next;
  }
}

/** True when a segment at any depth is a name that some file system treats as `.git`. */
export function isInsideGit(path: string): boolean {
  return path.split("/").some(isGitName);
}

function findProblem(path: string): string | undefined {
  const segments = splitPath(path);
  const [first] = segments;
  if (path.includes("\0")) return "contains a NUL character";
  // tab and newline are odd but real in file names; other control characters only serve to deceive a reader
  if (/(?![\t\n])\p{Cc}/u.test(path)) return "contains a control character";
  if (/\p{Surrogate}/u.test(path)) return "is not well-formed Unicode";
  if (path.includes("\\")) return "contains a backslash";
  if (path.startsWith("/")) return "is absolute";
  if (first === undefined) return "names no file";
  if (/^[a-z]:/i.test(first)) return "is absolute";
  if (first.startsWith("~")) return "starts with ~";
  if (/%2e/i.test(path)) return "contains a percent-encoded dot";
  if (segments.includes("..")) return "contains a .. segment";
  if (isInsideGit(path)) return "points into .git";
  return undefined;
}

function decodeOnce(path: string): string {
  return path.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function toPlain(path: string): string {
  return splitPath(path).join("/");
}

function splitPath(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

// Other names for the same folder: any case, trailing dots and spaces, a stream suffix and the short name (Windows),
// invisible characters (macOS). A repository may be checked out on such a disk, so all are refused everywhere.
function isGitName(segment: string): boolean {
  const visible = segment.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, "");
  return /^(?:\.git|git~\d+)[ .]*(?::.*)?$/is.test(visible);
}
