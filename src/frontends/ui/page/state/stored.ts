// What this browser keeps between visits. It may refuse to (a private window): then everything holds until the tab is closed.

const kept = new Map<string, string>();

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`iflow.${name}`) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}

export function writeStored(name: string, value: string): void {
  kept.set(name, value);
  try {
    localStorage.setItem(`iflow.${name}`, value);
  } catch {
    // kept for this tab
  }
}
