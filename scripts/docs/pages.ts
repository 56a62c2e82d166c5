// The pages that are printed, with their paths.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { printCommands } from "./commands-page.ts";
import { printConfiguration } from "./configuration-page.ts";
import { PICTURE_TITLE, RECORDING } from "./demo-recording.ts";
import { printEndings } from "./endings-page.ts";
import { printFaults } from "./faults-page.ts";
import { DARK, LIGHT, printPicture } from "./picture.ts";

/** `root`: of the project. */
export function printPages(root: string): Record<string, string> {
  const recording = readFileSync(join(root, RECORDING), "utf8");
  return {
    "docs/commands.md": printCommands(),
    "docs/configuration.md": printConfiguration(),
    "docs/approved.md": printEndings(),
    "docs/faults.md": printFaults(root),
    "docs/images/demo-light.svg": printPicture(recording, PICTURE_TITLE, LIGHT),
    "docs/images/demo-dark.svg": printPicture(recording, PICTURE_TITLE, DARK),
  };
}
