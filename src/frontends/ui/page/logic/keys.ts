// What a key press asks for. Single letters work only outside of fields, never together with Ctrl, Alt or Meta.

export type Wish =
  | { readonly type: "next" | "previous" | "diff" | "open" | "own-words" | "undo" | "new" | "find" | "help" | "back" }
  | { readonly type: "option"; readonly place: number }
  | { readonly type: "go"; readonly to: "inbox" | "board" | "money" };

export interface Press {
  readonly key: string;
  readonly withModifier: boolean;
  readonly isTyping: boolean;
}

/** `wish` is null for a key without a meaning; `isAfterG` has to be given back with the next press. */
export function readPress(press: Press, isAfterG: boolean): { readonly wish: Wish | null; readonly isAfterG: boolean } {
  const key = press.key.toLowerCase();
  if (press.key === "Escape") return { wish: { type: "back" }, isAfterG: false };
  if (press.isTyping || press.withModifier) return { wish: null, isAfterG: false };
  const to = isAfterG ? PLACES[key] : undefined;
  if (to) return { wish: { type: "go", to }, isAfterG: false };
  if (key === "g") return { wish: null, isAfterG: true };
  if (/^[1-9]$/.test(key)) return { wish: { type: "option", place: Number(key) - 1 }, isAfterG: false };
  const type = LETTERS[key];
  return { wish: type ? { type } : null, isAfterG: false };
}

const PLACES: Readonly<Record<string, "inbox" | "board" | "money">> = { i: "inbox", b: "board", m: "money" };

const LETTERS: Readonly<Record<string, Exclude<Wish["type"], "option" | "go">>> = {
  ...{ j: "next", k: "previous", d: "diff", o: "open", e: "own-words", u: "undo", n: "new" },
  ...{ "/": "find", "?": "help" },
};

/** For the list of all keys: what it does, and the keys that do it. */
export const KEY_LIST: readonly { readonly title: string; readonly rows: readonly (readonly [string, string])[] }[] = [
  {
    title: "Questions",
    rows: [
      ["J", "next question"],
      ["K", "previous question"],
      ["1 – 9", "answer with this option"],
      ["E", "answer in own words"],
      ["U", "take the last answer back, for 5 s"],
      ["D", "show or hide the diff"],
      ["O", "open the feature"],
    ],
  },
  {
    title: "Everywhere",
    rows: [
      ["G  I", "go to the inbox"],
      ["G  B", "go to the board"],
      ["G  M", "go to money"],
      ["N", "new feature"],
      ["/", "find a feature or a page"],
      ["?", "all keys"],
      ["Esc", "back, close"],
    ],
  },
  {
    title: "A dispatch",
    rows: [
      ["J", "next dispatch"],
      ["K", "previous dispatch"],
    ],
  },
];
