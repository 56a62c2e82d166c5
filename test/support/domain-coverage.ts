// v8's coverage, but only in workers that load `src/domain` file by file. Stories and agents run the built program, of which
// no report is made: counting in it, and sending the counts of its hundred thousand lines after each file, is for nothing.
import v8 from "@vitest/coverage-v8";
import { inject } from "vitest";
import type { CoverageProviderModule } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    isMeasured: boolean;
  }
}

const domainCoverage: CoverageProviderModule = {
  getProvider: () => v8.getProvider(),
  startCoverage: (options) => (inject("isMeasured") ? v8.startCoverage?.(options) : undefined),
  takeCoverage: (options) => (inject("isMeasured") ? v8.takeCoverage?.(options) : undefined),
  stopCoverage: (options) => (inject("isMeasured") ? v8.stopCoverage?.(options) : undefined),
};

export default domainCoverage;
