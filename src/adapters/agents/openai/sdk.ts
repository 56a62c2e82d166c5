// The part of the OpenAI SDK that we use. The SDK is an optional peer dependency: nothing here imports it by name, so the
// program builds, checks and starts without it; only people who want these models install it.
import { pathToFileURL } from "node:url";
import { IflowError } from "../../../domain/text/errors.ts";
import { findPackage } from "../find-package.ts";

export interface OpenAiSdk {
  readonly OpenAI: new (options: SdkOptions) => SdkClient;
}

export interface SdkOptions {
  readonly apiKey: string;
  readonly adminAPIKey: null;
  readonly baseURL: string;
  /** Null: not even from the environment. */
  readonly organization?: null;
  readonly project?: null;
  readonly maxRetries: 0;
  readonly timeout: number;
  readonly fetch: typeof fetch;
  readonly logLevel: "off";
  readonly defaultHeaders?: Readonly<Record<string, null>>;
}

export interface SdkClient {
  readonly responses: { readonly create: Create };
  readonly chat: { readonly completions: { readonly create: Create } };
}

type Create = (body: object, options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<unknown>>;

const PACKAGE = "openai";

/** Version 7 wants Node 22. */
export const INSTALL_OPENAI = `npm install --global ${PACKAGE}@6`;

export async function loadOpenAiSdk(folders: readonly string[]): Promise<OpenAiSdk> {
  const place = findOpenAi(folders);
  if (place === undefined) {
    throw new IflowError("agent-unavailable", `the package ${PACKAGE} is not installed`, {
      fix: `${INSTALL_OPENAI}, or choose another runtime`,
    });
  }
  const loaded = await import(pathToFileURL(place).href);
  return loaded.OpenAI ? loaded : loaded.default; // as an ES module, or as CommonJS
}

export function findOpenAi(folders: readonly string[]): string | undefined {
  return findPackage(PACKAGE, folders);
}
