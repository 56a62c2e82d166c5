// What `iflow --help` does not need, as one piece: the commands and the adapters they reach the world with.
import { mcpCommand } from "./frontends/cli/commands/setup/mcp-command.ts";
import { uiCommand } from "./frontends/cli/commands/setup/ui-command.ts";
import { type CommandTable, commandTable } from "./frontends/cli/program/command-table.ts";

export { createWiring } from "./wire.ts";

export const commands: CommandTable = {
  ...commandTable,
  mcpCommand: async (flags) => mcpCommand(flags, (await import("./frontends/mcp/serve-mcp.ts")).serveMcp),
  uiCommand: async (flags) => uiCommand(flags, (await import("./frontends/ui/server/serve-ui.ts")).serveUi),
};
