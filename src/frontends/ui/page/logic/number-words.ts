// Numbers as a person reads them at a glance.

/** `$4.12`, `~$0.20` where it was estimated, `?` where no price is known: as the command writes it. */
export function moneyWords(amount: number | null, estimated = false): string {
  return amount === null ? "?" : dollars(amount, estimated, 2);
}

/** Of one dispatch, which often costs less than a cent: `$0.036`. */
export function fineMoneyWords(amount: number | null, estimated = false): string {
  return amount === null ? "?" : dollars(amount, estimated, Math.abs(amount) < 0.1 ? 3 : 2);
}

function dollars(amount: number, estimated: boolean, decimals: number): string {
  const [size, least] = [Math.abs(amount), 10 ** -decimals];
  if (size > 0 && size < least) return `<$${least}`;
  return `${amount < 0 ? "−" : ""}${estimated ? "~" : ""}$${size.toFixed(decimals)}`;
}

/** `about $1.10 to $2.40`; one number where both ends read the same. */
export function rangeWords({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [moneyWords(low), moneyWords(high)];
  return from === to ? from : `${from} to ${to}`;
}

/** Tokens: `410`, `9.1 k`, `42 k`, `1.2 M`. */
export function tokenWords(count: number): string {
  if (count < 1000) return String(count);
  if (count < 9_950) return `${(count / 1000).toFixed(1)} k`;
  if (count < 999_500) return `${Math.round(count / 1000)} k`;
  return `${(count / 1_000_000).toFixed(1)} M`;
}

/** `24,100` */
export function wholeWords(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

export function percentWords(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `1 issue`, `3 issues` */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${wholeWords(count)} ${count === 1 ? one : many}`;
}
