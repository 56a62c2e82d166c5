// The SDK of the Messages API, loaded for the first request. Its own retries are off: a failed attempt has been paid
// for and must be counted, which only we can do.
import { IflowError } from "../../../../domain/text/errors.ts";
import type { RequestBody } from "./request-body.ts";

export interface ApiAccess {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
}

export interface ApiClient {
  /** The events of one answer as they arrive. */
  stream(body: RequestBody, signal: AbortSignal): Promise<AsyncIterable<unknown>>;
  /** The whole message at once. */
  send(body: RequestBody, signal: AbortSignal): Promise<unknown>;
}

/** Checked before the first request: every request would fail the same way. The address may hold a password. */
export function requireAddress(baseUrl: string | undefined): void {
  if (baseUrl === undefined || (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol))) return;
  throw new IflowError("config-invalid", "ANTHROPIC_BASE_URL is not the address of a server", {
    fix: "set it to one that begins with http:// or https://, or unset it",
  });
}

const FIRST_BYTE_MS = 10 * 60_000;

export async function openClient({ apiKey, baseUrl }: ApiAccess): Promise<ApiClient> {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const { messages } = new Anthropic({
    apiKey,
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    timeout: FIRST_BYTE_MS,
    logLevel: "off",
    openTelemetry: false,
  });
  type Params = Parameters<typeof messages.create>[0];
  const toParams = (body: RequestBody) => body as unknown as Params; // the same shape, read-only and with open blocks
  return {
    stream: (body, signal) => messages.create({ ...toParams(body), stream: true }, { signal }),
    send: (body, signal) => messages.create({ ...toParams(body), stream: false }, { signal }),
  };
}
