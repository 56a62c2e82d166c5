// The head of a run as tests and benches need one; what matters to a test is given by the test.
import { DEFAULT_CONFIG } from "../../src/domain/config/config.ts";
import { JOURNAL_FORMAT, type RunHead } from "../../src/domain/run/run.ts";

export function exampleHead(given: Partial<RunHead> = {}): RunHead {
  const feature = given.feature ?? "007-rate-limit";
  const phase = given.phase ?? "specify";
  return {
    format: JOURNAL_FORMAT,
    iflow: "0.1.0",
    id: `${feature}.${phase}.1`,
    feature,
    phase,
    branch: `feature/${feature}`,
    base: "0123456789abcdef0123456789abcdef01234567",
    runtime: { id: "scripted" },
    config: DEFAULT_CONFIG,
    flags: { yolo: false, mode: "single" },
    createdAt: "2026-03-01T09:00:00.000Z",
    ...given,
  };
}
