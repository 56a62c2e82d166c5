const [WIDTH, HEIGHT] = [72, 20];

/** How a count went, round by round; what it means stands beside it. */
export function Spark({ counts }: { readonly counts: readonly number[] }) {
  if (counts.length < 2) return null;
  const most = Math.max(1, ...counts);
  const points = counts.map((count, at) => ({
    x: 2 + (at * (WIDTH - 4)) / (counts.length - 1),
    y: 2 + (1 - count / most) * (HEIGHT - 4),
  }));
  const last = points.at(-1);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`round by round: ${counts.join(", ")}`}
    >
      <path d={`M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`} />
      {last && <circle cx={last.x} cy={last.y} r="2.5" />}
    </svg>
  );
}
