// The phases as prompts, for clients that offer prompts to their users.
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { commandText, HOST_COMMANDS } from "../../domain/host/host-commands.ts";

export function addPrompts(server: McpServer): void {
  for (const command of HOST_COMMANDS) {
    const { name, description, argument } = command;
    const text = z.optional(z.string()).describe(argument ?? "nothing");
    server.registerPrompt(name, { title: name, description, argsSchema: z.object({ text }) }, ({ text: given }) => ({
      messages: [{ role: "user", content: { type: "text", text: commandText(command, given ?? "") } }],
    }));
  }
}
