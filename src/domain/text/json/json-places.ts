// On which line each key of a JSON text stands, and where a text that is none breaks off, in words for the person who wrote
// it. Only for messages: what counts is read by JSON.parse.

export type JsonPlaces =
  /** Lines by path, as `pathKey` spells it; a key that stands twice has the line of the last, which is the one that counts. */
  { readonly lines: ReadonlyMap<string, number> } | { readonly line: number; readonly problem: string };

export function jsonPlaces(text: string): JsonPlaces {
  const reader = new Reader(text);
  try {
    reader.readAll();
    return { lines: reader.lines };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { line: error.line, problem: error.message };
  }
}

/** The key of a place in `lines`. */
export function pathKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

class Broken extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

const DEEPEST = 100;

class Reader {
  readonly lines = new Map<string, number>();
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): void {
    if (this.#text.startsWith("\uFEFF")) this.#fail("it begins with a byte order mark; save it without");
    this.#value([]);
    this.#blanks();
    if (this.#at < this.#text.length) this.#fail(`${this.#word()} stands after the last closing bracket`);
  }

  #value(path: readonly string[]): void {
    this.#blanks();
    if (path.length > DEEPEST) this.#fail("it is nested too deeply");
    const next = this.#text[this.#at];
    if (next === "{") this.#items("}", () => this.#member(path));
    else if (next === "[") {
      let index = 0;
      this.#items("]", () => this.#value(this.#noted([...path, String(index++)])));
    } else if (next === '"') this.#string();
    else this.#plain();
  }

  #items(end: string, readItem: () => void): void {
    const opened = this.#line;
    this.#at++;
    this.#blanks();
    const requireMore = () => {
      if (this.#at >= this.#text.length) this.#fail(`the ${end} for line ${opened} is missing`);
    };
    requireMore();
    while (this.#text[this.#at] !== end) {
      readItem();
      const before = this.#line; // where the comma belongs
      this.#blanks();
      if (this.#text[this.#at] === end) break;
      requireMore();
      if (this.#text[this.#at] !== ",") throw new Broken(before, `a comma is missing before ${this.#word()}`);
      this.#at++;
      this.#blanks();
      if (this.#text[this.#at] === end) throw new Broken(before, `there is a comma too many before ${end}`);
    }
    this.#at++;
  }

  #member(path: readonly string[]): void {
    this.#blanks();
    if (this.#text[this.#at] !== '"') this.#fail(`${this.#word()} needs double quotes`);
    const key = [...path, this.#string()];
    this.#noted(key);
    this.#blanks();
    if (this.#text[this.#at] !== ":") this.#fail(`a colon is missing after "${key.at(-1)}"`);
    this.#at++;
    this.#value(key);
  }

  #string(): string {
    const found = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
    found.lastIndex = this.#at;
    const text = found.exec(this.#text)?.[0];
    if (text === undefined) this.#fail("a text has no closing quote, or a lone backslash (write two)");
    this.#at += text.length;
    return JSON.parse(text);
  }

  /** A number, true, false or null. */
  #plain(): void {
    const found = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
    found.lastIndex = this.#at;
    const text = found.exec(this.#text)?.[0];
    if (text === undefined) {
      if (this.#at >= this.#text.length) this.#fail("it ends too early");
      this.#fail(
        /[,:}\]]/.test(this.#text[this.#at] ?? "") ? "a value is missing" : `${this.#word()} is no JSON value`,
      );
    }
    this.#at += text.length;
  }

  #blanks(): void {
    for (; /[ \t\r\n]/.test(this.#text[this.#at] ?? ""); this.#at++) if (this.#text[this.#at] === "\n") this.#line++;
    if (/^\/[/*]/.test(this.#text.slice(this.#at, this.#at + 2))) this.#fail("comments are not allowed");
  }

  #noted(path: readonly string[]): readonly string[] {
    this.#blanks();
    this.lines.set(pathKey(path), this.#line);
    return path;
  }

  /** What stands here, short enough for a message. */
  #word(): string {
    const word = /"[^"\n]{0,30}"?|[\w$.+-]{1,30}|[^\s]/y;
    word.lastIndex = this.#at;
    return word.exec(this.#text)?.[0] ?? "the end";
  }

  #fail(problem: string): never {
    throw new Broken(this.#line, problem);
  }
}
