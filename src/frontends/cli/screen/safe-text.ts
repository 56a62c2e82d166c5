// Texts that agents or strangers had a hand in, for a terminal: whatever moves the cursor, starts an escape sequence or turns
// the direction of writing becomes a blank; lines may stay lines. In JSON the same characters are written by their number.

const CONTROLS = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, " ");
}

/** A document, with its tabs. */
export function safeText(text: string): string {
  return text.replaceAll(CONTROLS, (character) => (character === "\t" ? character : " "));
}

/** The same value to whoever parses it. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
