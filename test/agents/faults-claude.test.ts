// What a person sees when the provider fails, with the real Claude client; see test/stories/dispatch/faults.test.ts.
import { test, vi } from "vitest";
import { FAULT_ROWS } from "../support/fault-rows.ts";
import { playFault } from "../support/fault-story.ts";
import { sampled } from "../support/sampled.ts";

vi.setConfig({ testTimeout: 180_000 });

test.each(sampled(Object.keys(FAULT_ROWS), 4))("%s on claude", (row) => playFault(row, "claude"));
