// How many rounds a phase took, as a person counts them.

interface Loop {
  readonly rounds: number;
}

/** A hand-off that passes at once adds none: it is the end of the last round. */
export function roundsTaken(review: Loop, handoff: Loop | undefined): number {
  return review.rounds + Math.max(0, (handoff?.rounds ?? 0) - 1);
}
