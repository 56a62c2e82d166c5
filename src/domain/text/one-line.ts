// Fits text written by others into the lines it may take up.

/** Keeps several lines inside their list item. */
export function indent(text: string): string {
  return text.trim().replaceAll(/\r?\n/g, "\n  ");
}

export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}
