import { expect, test } from "vitest";
import { isSettingsFile } from "./settings-file.ts";

test.each([
  "iflow.config.json",
  "IFLOW.CONFIG.JSON",
  "Iflow.config.json ",
  "iflow.config.json.",
  "iflow.con\u200dfig.json",
])("%j is the configuration on some disk", (path) => expect(isSettingsFile(path)).toBe(true));

test.each(["docs/iflow.config.json", "iflow.config.schema.json", "iflow.config.json5", "xiflow.config.json", ""])(
  "%j is not",
  (path) => expect(isSettingsFile(path)).toBe(false),
);
