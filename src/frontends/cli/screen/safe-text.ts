// Makes text that agents or strangers contributed to safe for a terminal: whatever moves the cursor, starts an escape
// sequence or changes the writing direction becomes a blank; line breaks may stay. In JSON the same characters are
// written as escapes.

const CONTROLS = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, " ");
}

/** For a document; keeps its tabs. */
export function safeText(text: string): string {
  return text.replaceAll(CONTROLS, (character) => (character === "\t" ? character : " "));
}

/** Parses to the same value. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
