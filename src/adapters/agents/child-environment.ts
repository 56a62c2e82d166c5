// What a child sees of the environment: a list of allowed names, never a list of forbidden ones. A secret of another
// tool is not on the list, so it cannot leak, whatever it is called.
import { parseJson } from "../../domain/text/json.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const ALLOWED = new Set([
  ...["PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TERM", "TZ", "USER", "LOGNAME", "SHELL"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy"],
]);
const ALLOWED_FAMILY = /^(?:LC|XDG)_/;

export function pickEnvironment(env: Environment, more: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (ALLOWED.has(name) || ALLOWED_FAMILY.test(name) || more.includes(name)) picked[name] = value;
  }
  return picked;
}

/** Merges JSON settings over the person's, two levels deep. The agent itself rejects text that is not a JSON object. */
export function overlayJson(own: string | undefined, settings: object): string {
  const base = parseObject(own ?? "{}");
  if (base === undefined) return own ?? "";
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(settings)) merged[key] = { ...(base[key] as object | undefined), ...value };
  return JSON.stringify(merged);
}

/** For a child's output that ends up in files: removes the secret values the child was given. */
export function redact(text: string, env: Environment, names: readonly string[]): string {
  const values = names.map((name) => env[name] ?? "");
  const secrets = [...values, ...values.flatMap(secretsInJson)].filter((value) => value.length >= SHORTEST_SECRET);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

/** The same for every text inside a value. */
export function redactAll<T>(value: T, env: Environment, names: readonly string[]): T {
  return mapTexts(value, (text) => redact(text, env, names));
}

/** The same value with every text in it changed, at any depth. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return change(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T; // texts become texts, so the shape stays the same
}

const SHORTEST_SECRET = 8;
const SECRET_KEY = /key|token|secret|password/i;

/** Settings may contain a key themselves: `{"provider":{"x":{"options":{"apiKey":"…"}}}}`. */
function secretsInJson(text: string): string[] {
  const walk = (part: unknown, key: string): string[] => {
    if (typeof part === "string") return SECRET_KEY.test(key) ? [part] : [];
    if (Array.isArray(part)) return part.flatMap((inner) => walk(inner, key));
    if (typeof part !== "object" || part === null) return [];
    return Object.entries(part).flatMap(([name, inner]) => walk(inner, name));
  };
  return walk(parseObject(text), "");
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}
