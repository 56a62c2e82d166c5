// Words as a shell takes them, for the commands we print. A clone chooses names of branches and folders, and git allows
// `main;reboot`: what is printed to be pasted must not do more than it says.

/** One shell word: plain words as they are, sentences quoted the way people do, anything else in single quotes. */
export function shellWord(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (/^[\w./:@+-]+$/.test(line)) return line;
  return /^[\w .,:;()/%+-]+$/.test(line) ? `"${line}"` : `'${line.replaceAll("'", `'\\''`)}'`;
}
