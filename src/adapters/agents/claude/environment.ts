// What a Claude process may see of our environment: what any command sees and what Claude itself needs, so that the
// secrets of other tools are not passed on. Its own keys are not for the commands that it runs.
import { commandEnvironment, type Environment } from "../../commands/pick-environment.ts";
import { stepMark } from "../../commands/step-mark.ts";

const OF_CLAUDE =
  /^(?:ANTHROPIC_\w+|CLAUDE_\w+|DISABLE_TELEMETRY|DISABLE_ERROR_REPORTING|DISABLE_PROMPT_CACHING\w*|ENABLE_PROMPT_CACHING_1H|FORCE_PROMPT_CACHING_5M)$/;

/** Of a Claude session that we run inside of, which would tie the new session to it; or for one's own: effort is the role's. */
const OF_ANOTHER_SESSION =
  /^CLAUDE_(?:CODE_(?:EFFORT_LEVEL|SESSION_\w+|CHILD_SESSION|ENTRYPOINT|SSE_PORT|EXECPATH|MESSAGING_\w+)|PID|ENV_FILE|PROJECT_DIR|PLUGIN_\w+)$/;

const CLOUDS = [
  { switch: "CLAUDE_CODE_USE_BEDROCK", names: /^AWS_/ },
  { switch: "CLAUDE_CODE_USE_VERTEX", names: /^(?:GOOGLE_|CLOUD_ML_REGION$|VERTEX_REGION_)/ },
] as const;

/** By default the client tries ten times, so a wrong key would fail only after three minutes. */
const DEFAULTS = { CLAUDE_CODE_MAX_RETRIES: "3" };

const USUAL_SILENCE_MS = 300_000;

const FIXED = {
  DISABLE_AUTOUPDATER: "1",
  // a check ends with the turn at the latest; nothing keeps running in the background
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
};

/** `passed` are names that checks see in addition; an answer that is silent for so long is given up by the client itself. */
export function composeEnvironment(
  env: Environment,
  { step, root }: { readonly step: string; readonly root: string },
  passed: readonly string[],
  silenceMs: number = USUAL_SILENCE_MS,
): Record<string, string> {
  const clouds = CLOUDS.filter((cloud) => env[cloud.switch]);
  const isOwn = (name: string) =>
    (OF_CLAUDE.test(name) && !OF_ANOTHER_SESSION.test(name)) || clouds.some(({ names }) => names.test(name));
  const own = Object.keys(env).filter(isOwn);
  // for the commands that Claude runs; NODE_OPTIONS would change Claude itself
  const { NODE_OPTIONS: _, ...picked } = commandEnvironment(env, [...own, ...passed]);
  const watched = { CLAUDE_ENABLE_BYTE_WATCHDOG: "1", CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS: String(silenceMs) };
  return { ...DEFAULTS, ...watched, ...picked, ...FIXED, ...stepMark(step, root) };
}
