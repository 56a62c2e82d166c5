// The SDK of OpenAI, loaded for the first request, and the two APIs it speaks. Its own retries are off: a failed attempt
// has been paid for and must be counted, which only the loop can do.
import { IflowError } from "../../../domain/text/errors.ts";
import type { ModelClient } from "../tool-loop/request/model-client.ts";
import { fetchUnlessSilent, SILENCE_MS } from "../tool-loop/request/unless-silent.ts";
import type { Access } from "./access.ts";
import { readChat } from "./chat/chat-answer.ts";
import { composeChat } from "./chat/chat-body.ts";
import { explainFailure } from "./failure.ts";
import { withStreams } from "./one-piece.ts";
import { readFindings } from "./responses/findings.ts";
import { readResponse } from "./responses/response-answer.ts";
import { composeResponse } from "./responses/response-body.ts";
import { loadOpenAiSdk } from "./sdk.ts";
import { withWords } from "./told-errors.ts";

export type OpenAiApi = "responses" | "chat";

export interface ApiAccess extends Access {
  readonly api: OpenAiApi;
  /** Where the SDK may be installed. */
  readonly sdkFolders: readonly string[];
  /** An answer that says nothing for so long has broken off. */
  readonly silenceMs?: number;
}

/** Checked before the first request: every request would fail the same way. The address may hold a password. */
export function requireAddress(baseUrl: string | undefined): void {
  if (baseUrl === undefined || (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol))) return;
  throw new IflowError("config-invalid", "OPENAI_BASE_URL is not the address of a server", {
    fix: "set it to one that begins with http:// or https://, or unset it",
  });
}

const OPENAI = "https://api.openai.com/v1";
/** The SDK insists on a key; without one, no header is sent. */
const NO_KEY = { apiKey: "none", defaultHeaders: { Authorization: null } };
/** Another server must not learn which organization of OpenAI somebody belongs to. */
const NOBODY = { organization: null, project: null };

export async function openClient(access: ApiAccess): Promise<ModelClient> {
  const { api, apiKey, baseUrl, keyVariable, silenceMs = SILENCE_MS } = access;
  const { OpenAI } = await loadOpenAiSdk(access.sdkFolders);
  const client = new OpenAI({
    ...(apiKey === undefined ? NO_KEY : { apiKey }),
    ...(baseUrl !== undefined && NOBODY),
    adminAPIKey: null,
    baseURL: baseUrl ?? OPENAI,
    maxRetries: 0,
    timeout: 2 * silenceMs, // the limit below comes first, and has the better words
    fetch: withStreams(withWords(fetchUnlessSilent(silenceMs))),
    logLevel: "off",
  });
  return {
    ask: async (question, watch, abort) => {
      const signal = AbortSignal.any([abort]); // the SDK leaves a listener on it for good, with each request
      if (api === "responses") {
        const body = composeResponse(question);
        return readResponse(await client.responses.create(body, { signal }), body, watch);
      }
      const body = composeChat(question);
      return readChat(await client.chat.completions.create(body, { signal }), body, watch);
    },
    explain: (caught, model) => explainFailure(caught, model, keyVariable),
    readFindings,
  };
}
