// What a Claude process may see of our environment: an allow-list of names, so that the secrets of other tools are not
// passed on. Anything Claude starts, such as a check, sees no more than this either.
import { type Environment, mapTexts } from "../child-environment.ts";

const ALLOWED =
  /^(?:PATH|HOME|TMPDIR|LANG|LC_\w+|TERM|TZ|USER|LOGNAME|SHELL|XDG_\w+|NO_COLOR|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|(?:HTTPS?|ALL|NO)_PROXY|(?:https?|all|no)_proxy|ANTHROPIC_\w+|CLAUDE_\w+|DISABLE_TELEMETRY|DISABLE_ERROR_REPORTING|DISABLE_PROMPT_CACHING\w*|ENABLE_PROMPT_CACHING_1H|FORCE_PROMPT_CACHING_5M)$/;

/** Set by a Claude session that we run inside of; they would tie the new session to it. */
const OF_ANOTHER_SESSION =
  /^CLAUDE_(?:CODE_(?:SESSION_\w+|CHILD_SESSION|ENTRYPOINT|SSE_PORT|EXECPATH|MESSAGING_\w+)|PID|ENV_FILE|PROJECT_DIR|PLUGIN_\w+)$/;

const CLOUDS = [
  { switch: "CLAUDE_CODE_USE_BEDROCK", names: /^AWS_/ },
  { switch: "CLAUDE_CODE_USE_VERTEX", names: /^(?:GOOGLE_|CLOUD_ML_REGION$|VERTEX_REGION_)/ },
] as const;

/** By default the client tries ten times, so a wrong key would fail only after three minutes. */
const DEFAULTS = { CLAUDE_CODE_MAX_RETRIES: "3" };

const FIXED = {
  DISABLE_AUTOUPDATER: "1",
  // a check ends with the turn at the latest; nothing keeps running in the background
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
};

export function composeEnvironment(env: Environment, step: string): Record<string, string> {
  const clouds = CLOUDS.filter((cloud) => env[cloud.switch]);
  const mayPass = (name: string) =>
    (ALLOWED.test(name) && !OF_ANOTHER_SESSION.test(name)) || clouds.some(({ names }) => names.test(name));
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && mayPass(name)) passed[name] = value;
  }
  return { ...DEFAULTS, ...passed, ...FIXED, IFLOW_STEP: step };
}

/** Removes the keys of this environment from everything that will be kept, at any depth. */
export function withoutSecretsIn<T>(told: T, env: Environment): T {
  const secrets = Object.entries(env).flatMap(([name, value = ""]) =>
    /KEY|TOKEN|SECRET|PASSWORD|HEADERS/.test(name) && value.length >= 8 ? [{ name, value }] : [],
  );
  const clean = (text: string) => secrets.reduce((rest, { name, value }) => rest.replaceAll(value, `[${name}]`), text);
  return mapTexts(told, clean);
}
