// A list of names for a person to read: the first few, and how many more there are. The full list is for machines.

const SHOWN = 12;

export function listNames(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).map(oneLineName).join(", ")}${more}`;
}

/** A name of a file may have line breaks and worse in it; they are shown as escapes. */
export function oneLineName(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}
