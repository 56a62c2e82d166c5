/** What a field for an amount says: a number above zero, null for nothing, undefined for anything else. */
export function readAmount(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const amount = Number(text);
  return amount > 0 && Number.isFinite(amount) ? amount : undefined;
}

export const NO_AMOUNT = "Name an amount above 0";
