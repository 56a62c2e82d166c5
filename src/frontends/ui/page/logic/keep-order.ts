// Rows stay where they are while somebody looks at them: what is new comes below, what is gone leaves its place.

export function keepOrder<Row>(rows: readonly Row[], known: readonly string[], keyOf: (row: Row) => string): Row[] {
  const place = new Map(known.map((key, at) => [key, at]));
  const placeOf = (row: Row) => place.get(keyOf(row)) ?? known.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
