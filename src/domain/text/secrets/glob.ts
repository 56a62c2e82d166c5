// File name patterns as people type them: `*` and `?` stay within a name, `**` crosses folders, `{a,b}` is either, `[ab]`
// is one of. A pattern without a slash holds in every folder. The patterns come from models, so none may take long: each
// is followed from all places of a path at once, never backwards.

export function globMatcher(pattern: string): (path: string) => boolean {
  const forms = alternatives(pattern.replace(/^\.?\//, "")).map((plain) => {
    const parts = plain.match(PART) ?? [];
    return plain.includes("/") ? parts : ["**/", ...parts];
  });
  return (path) => forms.some((parts) => matches(parts, path));
}

const PART = /\*\*\/|\*\*|\[[^\]/]+\]|./gs;
const MOST_ALTERNATIVES = 64;

/** `{a,b}` written out, inner ones first. */
function alternatives(pattern: string): string[] {
  let forms = [pattern];
  for (;;) {
    const next = forms.flatMap((form) => {
      const found = /\{([^{}]*)\}/.exec(form);
      if (!found) return [form];
      const [whole, inner = ""] = found;
      return inner.split(",").map((one) => form.slice(0, found.index) + one + form.slice(found.index + whole.length));
    });
    if (next.length > MOST_ALTERNATIVES || (next.length === forms.length && next[0] === forms[0])) return forms;
    forms = next;
  }
}

function matches(parts: readonly string[], path: string): boolean {
  let places = new Set([0]);
  for (const part of parts) {
    places = new Set(follow(part, places, path));
    if (places.size === 0) return false;
  }
  return places.has(path.length);
}

/** Where the pattern may go on, when it has come to these places and this part is next. */
function* follow(part: string, places: ReadonlySet<number>, path: string): Generator<number> {
  if (part === "**" || part === "**/") {
    const first = Math.min(...places);
    if (part === "**/") yield* places;
    for (let end = first; end <= path.length; end++) if (part === "**" || path[end - 1] === "/") yield end;
    return;
  }
  for (const place of places) {
    if (part === "*") {
      for (let end = place; end <= path.length; end++) {
        yield end;
        if (path[end] === "/" || (end > place && places.has(end))) break; // from there it is followed as well
      }
    } else if (place < path.length && isOneOf(part, path[place] ?? "")) yield place + 1;
  }
}

function isOneOf(part: string, letter: string): boolean {
  if (part === "?") return letter !== "/";
  if (part.length < 3 || !part.startsWith("[")) return part === letter;
  const isNot = /^\[[!^]/.test(part);
  const letters = part.slice(isNot ? 2 : 1, -1).replaceAll(/(.)-(.)/g, range);
  return letters.includes(letter) !== isNot && letter !== "/";
}

function range(whole: string, from: string, to: string): string {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
  if (last < first || last - first > 128) return whole;
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, step) => first + step));
}
