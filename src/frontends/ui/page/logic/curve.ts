// A curve over days as a drawing: where each value lies in a box of a given size, and the amounts written beside it.

export interface CurveScale {
  readonly days: number;
  readonly top: number;
  /** From 0 up to the top. */
  readonly steps: readonly number[];
}

/** Amounts that people count in: 1, 2, 5 and their tens. */
export function curveScale(days: number, most: number): CurveScale {
  const rough = Math.max(most, 0.01) / 3;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * ten >= rough) ?? 10) * ten;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  const steps = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(6)));
  return { days: Math.max(1, days), top: steps.at(-1) ?? step, steps };
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

export function pointAt({ days, top }: CurveScale, box: Box, day: number, amount: number): string {
  const [x, y] = [(day / days) * box.width, box.height * (1 - amount / top)];
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
