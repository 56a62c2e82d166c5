/** How much of something is used; the numbers stand beside it. */
export function Meter({
  part,
  whole,
  isHot,
}: {
  readonly part: number;
  readonly whole: number;
  readonly isHot: boolean;
}) {
  const share = whole <= 0 ? 1 : Math.min(1, Math.max(0, part / whole));
  return (
    <svg class="meter" aria-hidden="true">
      <rect class={isHot ? "hot" : ""} width={`${100 * share}%`} height="100%" />
    </svg>
  );
}
