// The pages that are printed, by their place in the repository.
import { printCommands } from "./commands-page.ts";
import { printConfiguration } from "./configuration-page.ts";
import { printEndings } from "./endings-page.ts";

export function printPages(): Record<string, string> {
  return {
    "docs/commands.md": printCommands(),
    "docs/configuration.md": printConfiguration(),
    "docs/approved.md": printEndings(),
  };
}
