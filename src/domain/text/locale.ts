/** Whether a terminal with these variables can show more than ASCII. */
export function showsUnicode({ LC_ALL, LC_CTYPE, LANG, TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "utf-8") && TERM !== "linux";
}
