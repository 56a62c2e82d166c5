// Markdown tables of the printed pages.

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows.map((cells) => cells.map(escaped))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** A bar would end the cell, also inside of code. */
function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Descriptions in the program begin small and end without a full stop; on a page they are sentences. */
export function sentence(text: string): string {
  const capital = /^(?!iflow )[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.:]$/.test(capital) ? capital : `${capital}.`;
}
