// Where a tab stands in the streams of all repositories, as one word: `shop~{since}|auth~{since}`.

export function printPlaces(places: ReadonlyMap<string, string>): string {
  return [...places].map(([repo, since]) => `${repo}~${since}`).join("|");
}

/** Undefined for what was not printed so. */
export function parsePlaces(text: string): Map<string, string> | undefined {
  const parts = text.split("|").map((part) => /^([\w.-]+)~(.+)$/.exec(part));
  if (parts.some((part) => part === null)) return undefined;
  return new Map(parts.flatMap((part) => (part ? [[part[1] ?? "", part[2] ?? ""] as const] : [])));
}
