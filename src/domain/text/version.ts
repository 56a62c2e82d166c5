// Compares version numbers such as 2.1.325, as far as their parts are numbers.

export function isOlder(version: string, than: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, limit] of than.split(".").map(Number).entries()) {
    const part = parts[index] ?? 0;
    if (part !== limit) return part < limit;
  }
  return false;
}
