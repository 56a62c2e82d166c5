// What a turn of this runtime is made with, and the two things every part of it needs: removing the key from what is
// kept or reported, and a failure as an outcome.
import { NO_USAGE } from "../../../domain/billing/usage.ts";
import type { ModelTier } from "../../../domain/roles/role.ts";
import { maskValues, secretsOf } from "../../../domain/text/secrets.ts";
import type { AgentOutcome } from "../../../ports/agent-runtime.ts";
import type { WorkingTree } from "../../../ports/working-tree.ts";
import type { DoorSettings } from "../command-door.ts";
import { mapTexts } from "../map-texts.ts";
import { RETRIES, type RetryRules } from "./request/ask-model.ts";
import { type ApiAccess, type ApiClient, openClient, requireAddress } from "./request/client.ts";
import type { TurnLimits } from "./request/meter.ts";

export interface AnthropicAgentOptions extends ApiAccess, DoorSettings {
  readonly models: Readonly<Record<ModelTier, string>>;
  readonly limits: TurnLimits;
  readonly retries?: Partial<RetryRules>;
  /** Where sessions are kept; called when the first session is needed. */
  readonly sessions: () => Promise<string>;
  readonly openTree: (root: string) => WorkingTree;
  /** Stored shell lines by name. */
  readonly checks: Readonly<Record<string, string>>;
  /** Names of variables that these lines see in addition to the picked ones. */
  readonly checkEnvironment?: readonly string[];
  /** The variables a check may see are picked from here. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>;
}

export interface AnthropicSetup extends AnthropicAgentOptions {
  readonly retries: RetryRules;
  readonly client: () => Promise<ApiClient>;
  /** Removes the key from everything that is kept or reported. */
  readonly clean: <T>(told: T) => T;
}

export function prepareSetup(options: AnthropicAgentOptions): AnthropicSetup {
  requireAddress(options.baseUrl);
  let client: Promise<ApiClient> | undefined;
  const secrets = secretsOf({ API_KEY: options.apiKey });
  return {
    ...options,
    retries: { ...RETRIES, ...options.retries },
    client: () => {
      client ??= openClient(options);
      return client;
    },
    clean: (told) => mapTexts(told, (text) => maskValues(secrets, text)),
  };
}

export function failure(error: string, sessionLost = false): AgentOutcome {
  return { status: "failed", error, sessionLost, usage: NO_USAGE };
}
