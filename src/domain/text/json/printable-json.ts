// JSON that is safe to print on a terminal, whoever wrote the texts in it.

/** Whatever moves the cursor, starts an escape sequence or changes the writing direction; line breaks are not meant. */
export const CONTROLS = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Parses to the same value. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
