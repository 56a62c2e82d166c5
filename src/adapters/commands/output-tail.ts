// The end of what a command said. However many lines come, each is looked at once: it is cut only when twice as much has
// gathered, since cutting copies everything that stays.

export interface OutputTail {
  add(line: string): void;
  /** At most so many characters. */
  text(): string;
  /** Something in front was dropped. */
  isCut(): boolean;
}

export function createOutputTail(longest: number): OutputTail {
  let text = "";
  let dropped = false;
  const cut = () => {
    dropped ||= text.length > longest;
    text = text.slice(-longest);
  };
  return {
    add(line) {
      text += `${line}\n`;
      if (text.length > 2 * longest) cut();
    },
    text() {
      if (text.length > longest) cut();
      return text;
    },
    isCut: () => dropped || text.length > longest,
  };
}
