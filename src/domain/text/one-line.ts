// Text of others on the lines it may have.

/** Several lines stay inside their list item. */
export function indent(text: string): string {
  return text.trim().replaceAll(/\r?\n/g, "\n  ");
}

export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}
