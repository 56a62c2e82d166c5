// What stands behind a command of git and is no option: a commit, a range of them, a file in one (`HEAD:path`), or a
// path. By the number of an object only commits are shown.
import { checkPath } from "../text/secrets/safe-path.ts";
import type { Inside } from "./judge-word.ts";

type Either = { readonly word: string; readonly paths: readonly string[] } | { readonly refused: string };

export function judgeEither(word: string, inside: Inside): Either {
  if (word.startsWith(":")) return judgeFile(word, 0);
  const place = judgePlace(word, inside); // a path can look like any of the others
  if ("refused" in place) return place;
  if (word.includes(":")) {
    const file = judgeFile(word, word.indexOf(":"));
    return "refused" in file ? file : { word: file.word, paths: [...place.paths, ...file.paths] };
  }
  const [, from, dots, to] = /^(.*?)(\.\.\.?)(.*)$/s.exec(word) ?? [];
  if (dots !== undefined && word !== "..") {
    const [begin, end] = [judgeRevision(from ?? ""), judgeRevision(to ?? "")];
    if ("refused" in begin) return begin;
    return "refused" in end ? end : { word: `${begin.word}${dots}${end.word}`, paths: place.paths };
  }
  if (NUMBERED.test(word) || /[\^~]|@\{/.test(word)) {
    const revision = judgeRevision(word);
    return "refused" in revision ? revision : { word: revision.word, paths: place.paths };
  }
  return { word: inside(word) || ".", paths: place.paths };
}

/** `commit:path`, or `:path` for what is staged. */
function judgeFile(word: string, colon: number): Either {
  const commit = judgeRevision(word.slice(0, colon));
  if ("refused" in commit) return commit;
  const path = word.slice(colon + 1).replace(/^0:/, "");
  if (colon === 0 && /^[1-3]:/.test(path)) return { refused: `${word} is one side of a conflict; name the path alone` };
  if (path === "") return { word: `${commit.word}:`, paths: [] };
  const check = checkPath(path);
  return check.ok ? { word: `${commit.word}:${check.path}`, paths: [check.path] } : { refused: `${word} ${check.why}` };
}

/** The number of an object, also at the end of a name as `git describe` makes it. */
const NUMBERED = /(?:^|-g)[0-9a-f]{4,64}(?:[\^~]\d*)*$/i;
/** Letters of names, and what leads from one commit to another; no `^{…}`, which leads to any object. */
const REVISION = /^(?:[\w./@+=-]|@\{[\w./ :-]*\}|[\^~]\d*)*$/;

function judgeRevision(given: string): { readonly word: string } | { readonly refused: string } {
  const text = given.replace(/\^\{commit\}$/, ""); // as it is written below
  if (!REVISION.test(text) || text.startsWith("-")) return { refused: `${text} is no commit that can be named here` };
  return { word: NUMBERED.test(text) ? `${text}^{commit}` : text };
}

export function judgePlace(
  word: string,
  inside: Inside,
): { readonly paths: readonly string[] } | { readonly refused: string } {
  if (word.startsWith(":")) return { refused: `${word} is a pattern of git; name the path` };
  const path = inside(word);
  if (path === undefined) return { refused: `${word} is outside the repository` };
  if (path === "") return { paths: [] };
  const check = checkPath(path);
  return check.ok ? { paths: [check.path] } : { refused: `${word} ${check.why}` };
}
