// JSON allows a key twice in one object, and every parser then silently keeps one of the two. An answer that says yes
// and no under the same name must not be read as the one that happens to come last.

/** The first key that an object of this text has twice, also when one of them is written with escapes. */
export function repeatedKey(json: string): string | undefined {
  /** One per open bracket: the keys so far, or undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isKeyNext = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      const end = endOfString(json, at);
      if (isKeyNext) {
        const key = decode(json.slice(at, end));
        if (open.at(-1)?.has(key)) return key;
        open.at(-1)?.add(key);
        isKeyNext = false;
      }
      at = end - 1;
    } else if (character === "{") {
      open.push(new Set());
      isKeyNext = true;
    } else if (character === "[") {
      open.push(undefined);
      isKeyNext = false;
    } else if (character === "}" || character === "]") {
      open.pop();
      isKeyNext = false;
    } else if (character === ",") isKeyNext = open.at(-1) !== undefined;
  }
  return undefined;
}

/** The place after the closing quote of the string that opens at `start`. */
export function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === "\\") at++;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function decode(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted; // not JSON: its reader says so
  }
}
