// What a turn of this runtime is made with, and the two things every part of it needs: removing the key from what is
// kept or reported, and a failure as an outcome.
import { NO_USAGE, type OwnPrices } from "../../../domain/billing/usage.ts";
import type { ModelTier } from "../../../domain/roles/role.ts";
import { maskValues, secretsOf } from "../../../domain/text/secrets/secrets.ts";
import type { AgentOutcome } from "../../../ports/agents/agent-runtime.ts";
import type { WorkingTree } from "../../../ports/git/working-tree.ts";
import type { DoorSettings } from "../command-door.ts";
import { mapTexts } from "../map-texts.ts";
import { RETRIES, type RetryRules } from "./request/ask-model.ts";
import type { ProviderNames } from "./request/failure.ts";
import type { TurnLimits } from "./request/meter.ts";
import type { ModelClient } from "./request/model-client.ts";

export interface LoopOptions extends DoorSettings {
  readonly models: Readonly<Record<ModelTier, string>>;
  readonly limits: TurnLimits;
  /** What models cost, where the person has named it. */
  readonly prices?: OwnPrices;
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

/** Whose models are asked. */
export interface Provider {
  readonly names: ProviderNames;
  /** The key, if it has one. */
  readonly secret: string | undefined;
  /** A beginning that several agents share is paid for once. */
  readonly sharesBeginnings: boolean;
  /** Its cache forgets what is not read for a few minutes, so it is worth a ping. */
  readonly needsPings: boolean;
  /** Its requests can say how hard a model that takes it is to think. */
  readonly tellsEffort: boolean;
  /** Called for the first request. */
  open(): Promise<ModelClient>;
}

export interface LoopSetup extends LoopOptions {
  readonly names: ProviderNames;
  readonly retries: RetryRules;
  readonly client: () => Promise<ModelClient>;
  /** Removes the key from everything that is kept or reported. */
  readonly clean: <T>(told: T) => T;
}

export function prepareSetup(options: LoopOptions, { names, secret, open }: Provider): LoopSetup {
  let client: Promise<ModelClient> | undefined;
  const secrets = secretsOf({ API_KEY: secret });
  return {
    ...options,
    names,
    retries: { ...RETRIES, ...options.retries },
    client: () => {
      client ??= open();
      return client;
    },
    clean: (told) => mapTexts(told, (text) => maskValues(secrets, text)),
  };
}

export function failure(error: string, sessionLost = false): AgentOutcome {
  return { status: "failed", error, sessionLost, usage: NO_USAGE };
}
