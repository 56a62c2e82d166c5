// Whom the settings and the environment mean, and with which key.
import type { Config } from "../../../domain/config/config.ts";

export interface Access {
  readonly keyVariable: string;
  /** A server of one's own may want none. */
  readonly apiKey: string | undefined;
  /** Undefined: OpenAI itself. */
  readonly baseUrl: string | undefined;
}

export function readAccess(
  { keyVariable, baseUrl }: Pick<Config["openai"], "keyVariable" | "baseUrl">,
  env: Readonly<Record<string, string | undefined>>,
): Access {
  const apiKey = env[keyVariable] || undefined;
  return { keyVariable, apiKey, baseUrl: baseUrl ?? (env.OPENAI_BASE_URL || undefined) };
}
