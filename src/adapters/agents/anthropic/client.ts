// The SDK of the Messages API, loaded for the first request. Its own retries are off: a failed attempt has been paid
// for and must be counted, which only the loop can do.
import { IflowError } from "../../../domain/text/errors.ts";
import type { ModelClient } from "../tool-loop/request/model-client.ts";
import { fetchUnlessSilent, SILENCE_MS } from "../tool-loop/request/unless-silent.ts";
import { readAnswer, usageOf } from "./answer.ts";
import { explainFailure } from "./failure.ts";
import { readFindings } from "./findings.ts";
import { composeBody, type RequestBody } from "./request-body.ts";

export interface ApiAccess {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  /** An answer that says nothing for so long has broken off. */
  readonly silenceMs?: number;
}

/** Checked before the first request: every request would fail the same way. The address may hold a password. */
export function requireAddress(baseUrl: string | undefined): void {
  if (baseUrl === undefined || (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol))) return;
  throw new IflowError("config-invalid", "ANTHROPIC_BASE_URL is not the address of a server", {
    fix: "set it to one that begins with http:// or https://, or unset it",
  });
}

export async function openClient({ apiKey, baseUrl, silenceMs = SILENCE_MS }: ApiAccess): Promise<ModelClient> {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const { messages } = new Anthropic({
    apiKey,
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    timeout: 2 * silenceMs, // the limit below comes first, and has the better words
    fetch: fetchUnlessSilent(silenceMs),
    logLevel: "off",
    openTelemetry: false,
  });
  type Params = Parameters<typeof messages.create>[0];
  const toParams = (body: RequestBody) => body as unknown as Params; // the same shape, read-only and with open blocks
  return {
    ask: async (question, watch, signal) =>
      readAnswer(await messages.create({ ...toParams(composeBody(question)), stream: true }, { signal }), watch),
    explain: explainFailure,
    readFindings,
    touch: async (question, signal) =>
      usageOf(await messages.create({ ...toParams(composeBody(question)), stream: false }, { signal })),
  };
}
