// What an agent says about itself when it is greeted.
import * as z from "zod";

const text = z.string().nullish().catch(undefined);

export const GreetingSchema = z.object({
  protocolVersion: z.number(),
  agentInfo: z.object({ name: z.string(), version: text }).nullish().catch(undefined),
  agentCapabilities: z
    .object({
      loadSession: z.boolean().nullish().catch(undefined),
      sessionCapabilities: z
        .object({ resume: z.object({}).nullish().catch(undefined) })
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
  authMethods: z
    .array(z.object({ name: z.string(), description: text, args: z.array(z.string()).default([]).catch([]) }))
    .default([])
    .catch([]),
});

export type AuthMethod = z.infer<typeof GreetingSchema>["authMethods"][number];
export type AgentCapabilities = z.infer<typeof GreetingSchema>["agentCapabilities"];
