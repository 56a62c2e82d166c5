// A run's events as single lines for a client that watches.
import type { RunEvent } from "../../domain/run/events/run-event.ts";

/** Undefined for events that are too small to report. */
export function describeEvent(event: RunEvent): string | undefined {
  switch (event.type) {
    case "run-opened":
      return `${event.phase} of ${event.feature}`;
    case "forecast-made": {
      const { low, high } = event.dollars ?? { low: 0, high: 0 };
      return event.dollars ? `expected to cost $${low.toFixed(2)} to $${high.toFixed(2)}` : undefined;
    }
    case "dispatch-started":
      return `${event.activity}: ${event.role} (${event.kind})`;
    case "dispatch-ended":
      return `${event.activity}: ${event.role} ${event.status}`;
    case "verdict-read":
      return `${event.role} round ${event.round}: ${event.passed ? "approved" : `${event.issues.length} issues`}`;
    case "dispute-ruled":
      return `${event.issue}: ${event.ruling} (by the ${event.by})`;
    case "commit-made":
      return `commit ${event.sha.slice(0, 8)} ${event.message}`;
    case "check-ran":
      return `check ${event.name}: ${event.passed ? "passed" : "failed"}`;
    case "receipts-made":
      return `receipts: ${event.rows.map(({ criterion, state }) => `${criterion} ${state}`).join(", ")}`;
    case "depth-settled":
      return `depth ${event.depth}: ${event.why.join(", and ")}`;
    case "phase-completed":
      return `${event.phase} completed`;
    case "limit-awaited":
      return `waits until ${event.until}: ${event.text}`;
    case "warned":
      return event.text;
    default:
      return undefined;
  }
}
