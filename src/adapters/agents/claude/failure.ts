// Why a turn of Claude failed and what the person has to do, from the words and the status its client ends with.
import type { AgentOutcome } from "../../../ports/agents/agent-runtime.ts";

export interface Failed {
  /** What the client said last. */
  readonly words: string;
  /** The end of what the process wrote to stderr. */
  readonly complaint: string;
  readonly status: number | undefined;
  /** When the limit that was reported is lifted. */
  readonly resetsAt: string | undefined;
  /** It continued a conversation. */
  readonly isResumed: boolean;
}

type Explained = Pick<
  Extract<AgentOutcome, { status: "failed" }>,
  "error" | "needs" | "ofRequest" | "lifted" | "isGuessed" | "sessionLost"
>;

export function explainFailure(failed: Failed): Explained {
  const { words, complaint, status } = failed;
  const sessionLost = /no conversation found|not a UUID and does not match any session/i.test(`${words} ${complaint}`);
  if (sessionLost) return { error: "Claude no longer has this session", sessionLost };
  const trouble = TROUBLES.find(({ isIt }) => isIt(words, status));
  if (trouble === undefined) {
    const heard = complaint !== "" && status === undefined ? ` (${lastLines(complaint)})` : "";
    return { error: `${words}${heard}`, sessionLost };
  }
  const which = status === undefined || trouble.isPlain ? "" : ` (${status})`;
  const error = `${trouble.what}${which}. It said: ${withoutIds(words)}`;
  if (trouble.isOfTalk && failed.isResumed) return { error, sessionLost }; // a fresh agent is asked instead of the person
  const { lifted } = trouble;
  const ofRequest = (trouble.isOfTalk || trouble.isOfRequest) && { ofRequest: true as const };
  return { error, needs: trouble.needs, ...ofRequest, ...lifted?.(failed), sessionLost };
}

interface Trouble {
  readonly isIt: (words: string, status: number | undefined) => boolean;
  readonly what: string;
  readonly needs: string;
  readonly lifted?: (failed: Failed) => Pick<Explained, "lifted" | "isGuessed">;
  /** It may be about this conversation: a new one may do better. */
  readonly isOfTalk?: true;
  /** It is about this request, not about access. */
  readonly isOfRequest?: true;
  /** Its status says nothing more. */
  readonly isPlain?: true;
}

/**
 * For a limit that does not say when it ends: worth another try. With an API key the client keeps what the API asked to
 * wait to itself.
 */
const GUESSED = { lifted: 5 * 60_000, isGuessed: true } as const;

/** What the client says when a subscription is used up; it gives no status then. */
const OUT_OF_QUOTA = /usage limit|(?:hit|reached) your .{0,20}limit|limit reached|out of .{0,10}usage/i;

const NOT_TAKEN = {
  what: "the API did not take the request of Claude",
  needs: "set models.claude to a model that takes it, or bring the SDK up to date",
  isOfRequest: true,
} as const;

/** The first that fits. */
const TROUBLES: readonly Trouble[] = [
  {
    isIt: (words, status) => status === 401 || status === 403 || /not logged in|invalid api key|\/login/i.test(words),
    what: "Claude was refused",
    needs: "log in with `claude`, or set a valid ANTHROPIC_API_KEY",
  },
  {
    isIt: (words, status) => status === 402 || /credit balance/i.test(words),
    what: "the account of Claude has no credit left",
    needs: "add credit to your account, or use another account or key",
  },
  {
    isIt: (words, status) => status === 429 || OUT_OF_QUOTA.test(words),
    what: "the account of Claude has reached a limit",
    needs: "wait until it is lifted, or use another account or key",
    lifted: ({ resetsAt, status }) => {
      if (resetsAt !== undefined) return { lifted: resetsAt };
      return status === 429 ? GUESSED : {};
    },
  },
  {
    isIt: (_, status) => status !== undefined && status >= 500,
    what: "the service of Claude is overloaded or fails",
    needs: "wait a few minutes",
    lifted: () => GUESSED,
  },
  {
    isIt: (words) => /prompt is too long/i.test(words),
    what: "the conversation has become longer than the model can take in",
    needs: "set models.claude to a model that takes more, or make the feature smaller",
    ...{ isOfTalk: true, isPlain: true },
  },
  {
    isIt: (words) => /safeguards flagged|usage policy|unable to respond to this request/i.test(words),
    what: "the model refuses to answer this",
    needs: "set models.claude to another model, or say it in other words",
    ...{ isOfTalk: true, isPlain: true },
  },
  {
    isIt: (words) => /exceeded the \d+ output token maximum/i.test(words),
    what: "an answer was cut off at its longest",
    needs: "set models.claude to another model, or make the feature smaller",
    ...{ isOfTalk: true, isPlain: true },
  },
  {
    isIt: (words, status) => status === undefined && /connection (?:lost|error)|stopped arriving/i.test(words),
    what: "the answer of Claude broke off",
    needs: "look at the network, or at ANTHROPIC_BASE_URL",
  },
  {
    isIt: (_, status) => status === 400 || status === 413,
    ...NOT_TAKEN,
    isOfTalk: true,
  },
  { isIt: (_, status) => status === 404, ...NOT_TAKEN },
];

/** They differ each time, and help nobody who reads this. */
function withoutIds(words: string): string {
  return words.replaceAll(/\s*(?:Request|Message) ID: \w+/g, "");
}

function lastLines(complaint: string): string {
  return complaint.split("\n").slice(-3).join(" ").trim();
}
