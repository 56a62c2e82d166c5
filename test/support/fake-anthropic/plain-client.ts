// The SDK client of the real API, from where the heavy clients of the tests are installed, pointed at a fake.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { clientsFolder } from "../claude-agent.ts";

export async function plainClient(baseURL: string) {
  const place = createRequire(join(clientsFolder(), "package.json")).resolve("@anthropic-ai/sdk");
  const { Anthropic } = await import(pathToFileURL(place).href);
  return new Anthropic({ baseURL, apiKey: "test", maxRetries: 0 });
}
