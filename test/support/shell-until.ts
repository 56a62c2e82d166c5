// A line of an agent that waits. It gives up after a while: when its test was ended from outside, nobody ends it.

export function shellUntil(condition: string): string {
  return `n=0; until ${condition}; do n=$((n+1)); [ $n -lt 3000 ] || exit 1; sleep 0.05; done`;
}
