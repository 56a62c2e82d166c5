// Whether a text speaks of a file.

/** By its whole path, also after `./` or the repository's own folder, or by the end of its path: `limit.ts:12`. */
export function namesFile(text: string, file: string): boolean {
  const parts = file.split("/");
  const ends = parts.map((_, index) => parts.slice(index).join("/"));
  return ends.some((end, index) => stands(text, end, index === 0 && parts.length > 1 ? /[\w-]$/ : /[\w/.@-]$/));
}

/** Whether the name stands in the text as a word of its own; `before` is what cannot come right before it. */
function stands(text: string, name: string, before: RegExp): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isBegun = before.test(text.slice(Math.max(0, at - 1), at));
    const isContinued = /^(?:\w|[.-]\w)/.test(text.slice(at + name.length, at + name.length + 2));
    if (!isBegun && !isContinued) return true;
  }
  return false;
}
