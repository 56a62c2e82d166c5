/** The one pattern that everything hatched refers to. */
export function Hatch() {
  return (
    <svg class="unseen" aria-hidden="true">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch-ground" width="5" height="5" />
          <path class="hatch-line" d="M0 0V5" />
        </pattern>
      </defs>
    </svg>
  );
}
