// Keys, tokens and passwords that must not be kept or shown. This is the only place that knows what a secret looks like:
// which variables of an environment hold one, and which texts are one wherever they stand.
import { parseJson } from "../json/json.ts";

/** Stands in place of a secret. */
const MASK = "[secret]";

type Environment = Readonly<Record<string, string | undefined>>;

/** Shorter values are words that ordinary output contains too. */
const SHORTEST_VALUE = 8;

/** Texts that are a secret by their form alone, so distinct that ordinary output does not contain them. */
const SHAPES = [
  /\bsk-(?:ant|proj|svcacct|or)-[\w-]{8,}/g,
  /\b(?:sk|rk)_(?:live|test)_\w{16,}/g,
  /\bgh[pousr]_\w{16,}/g,
  /\bgithub_pat_\w{16,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  // Hugging Face, DigitalOcean, Docker, Shopify, Linear, Databricks, Figma, Groq, Replicate, NVIDIA, Perplexity
  /\b(?:hf|gsk|r8|figd|lin_api|dckr_pat|shp(?:at|ca|pa|ss)|do[opr]_v1)_[A-Za-z0-9]{20,}/g,
  /\b(?:nvapi|pplx|glptt|glrt|xapp)-[\w-]{20,}|\bdapi[0-9a-f]{32}\b/g,
  // Vault, PyPI, SendGrid, Google, Sentry, Atlassian, age
  /\bhv[sb]\.[\w-]{20,}|\bpypi-AgE[\w-]{16,}|\bSG\.[\w-]{16,}\.[\w-]{32,}|\bya29\.[\w-]{20,}/g,
  /\bsntr[yu]s_[\w=+/-]{20,}|\bATATT3x[\w=-]{20,}|\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
  // begins only where a run of its characters begins: otherwise a long run would be read once for each character
  /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\\ ]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /(?<=\w:\/\/)[^\s/@:]{0,200}:[^\s/@]{1,500}(?=@)/g,
];

/** For the output of a project's commands, which talks about tokens and passwords all the time. */
export function withoutKnownShapes(text: string): string {
  return createRedactor([])(text);
}

/** For what programs and providers say about a failure, where whatever follows `token:` is usually one. */
export function withoutSecrets(text: string): string {
  return withoutKnownShapes(text)
    .replaceAll(
      /((?:api[-_]?key|token|password|passwd|secret)["']?\s*[:=]\s*["']?)(?!\[secret\])[^\s"',;)\]}]+/gi,
      `$1${MASK}`,
    )
    .replaceAll(/\b(?:sk|pk|ghp|gho|github_pat|xox[a-z])[-_][\w-]{8,}/gi, MASK)
    .replaceAll(/\bBearer\s+(?!\[secret\])\S+/gi, `Bearer ${MASK}`)
    .replaceAll(/\bBasic\s+(?!\[secret\])\S+/gi, `Basic ${MASK}`)
    .replaceAll(/(\w:\/\/)[^\s/@]+@/g, `$1${MASK}@`);
}

const SECRET_NAME =
  /KEY(?!BOARD|MAP|RING|STROKE)|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)|(?:^|_|DB)PASS(?:$|_)|PWD|CREDENTIAL|AUTH(?!OR(?!IZ))|PRIVATE|DSN|COOKIE|HEADERS|WEBHOOK|CONNECTION_?STRING/i;
/** `SSH_AUTH_SOCK`, `TLS_KEY_FILE`, `PWD`: they say where something is, not what it is. */
const PLACE_NAME = /(?:FILE|PATH|DIR|SOCK|HOME|HOST|PORT|^PWD|^OLDPWD)$/i;

const PLAIN_NAME = /(?:MODEL|PROJECT|LOCATION|REGION|ZONE|PROFILE|EXECUTABLE|ENDPOINT|VERSION|ENV|USER|NAME|LEVEL)$/i;

/** Whether a variable of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PLACE_NAME.test(name);
}

/** Names besides those that say so themselves. */
interface MoreSecrets {
  /** Given to a command on purpose. */
  readonly passed?: readonly string[];
  /** Held back from it: it may find them elsewhere. */
  readonly hidden?: readonly string[];
}

/**
 * The secrets among the values of an environment, longest first: those of a secret's name, passwords inside URLs, and
 * what was passed on purpose or held back, unless it is plainly no secret.
 */
export function secretsOf(env: Environment, { passed = [], hidden = [] }: MoreSecrets = {}): string[] {
  const found = new Set<string>();
  for (const [name, value = ""] of Object.entries(env)) {
    for (const text of secretsIn(name, value, { passed, hidden })) if (text.length >= SHORTEST_VALUE) found.add(text);
  }
  return [...found].sort((a, b) => b.length - a.length);
}

function secretsIn(name: string, value: string, { passed, hidden }: Required<MoreSecrets>): string[] {
  if (isSecretName(name)) return isWord(value) ? passwordsIn(value) : formsOf(value);
  if (passed.includes(name) && !isPlain(name, value)) return formsOf(value);
  // nothing says that these are secrets, so a line of them that output may contain too is none
  const isHidden = hidden.includes(name) && !OF_SHELLS.test(name) && !isPlain(name, value);
  return isHidden ? formsOf(value).filter((text) => text === value.trim() || !/\s/.test(text)) : passwordsIn(value);
}

/** What shells, terminals, desktops, editors and npm set for themselves; output is full of it. */
const OF_SHELLS =
  /^(?:npm_(?!config_)|BASH_|ZSH|PS\d|PROMPT|LS_COLORS|LESS|TERM_|EDITOR|VISUAL|PAGER|MANPAGER|MAIL|_$|SSH_(?:CLIENT|CONNECTION|TTY)|GNOME_|KDE_|DESKTOP_|DBUS_|WINDOWID|VSCODE_|TMUX|STY|OSTYPE|HOSTNAME|SHLVL|IFS)/;

/** A function that removes these values, and every known shape. */
function createRedactor(secrets: readonly string[]): (text: string) => string {
  return (text) => maskValues(secrets, text).split("\n").map(createLineRedactor([])).join("\n");
}

/** The same for output that comes line by line: a private key has many lines. */
export function createLineRedactor(secrets: readonly string[]): (line: string) => string {
  let isInKey = false;
  return (line) => {
    const isPart = isInKey && KEY_LINE.test(line);
    const begins = line.includes("PRIVATE KEY-----") && line.includes("-----BEGIN ");
    isInKey = (isPart || begins) && !line.includes("-----END ");
    if (isPart) return MASK;
    return SHAPES.reduce((rest, shape) => rest.replaceAll(shape, MASK), maskValues(secrets, line));
  };
}

/** Only these values: for what an agent says, which may well be about keys that are none. */
export function maskValues(secrets: readonly string[], text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
}

/** A line inside a private key: its characters and little around them, one of its headers, its end, or nothing. */
const KEY_LINE = /^\W{0,20}(?:[A-Za-z0-9+/=]{8,}\W{0,6}|(?:Proc-Type|DEK-Info|Comment): .*|-----END .*|)$/;

/** The value as it is, as it is escaped elsewhere, line by line, and what JSON has inside. */
function formsOf(value: string): string[] {
  const whole = value.trim();
  const lines = whole.includes("\n") ? whole.split("\n").map((line) => line.trim()) : [];
  const escaped = [JSON.stringify(whole).slice(1, -1), encodeURIComponent(whole.replaceAll(/\p{Surrogate}/gu, ""))];
  return [whole, ...escaped, ...lines, ...passwordsIn(whole), ...secretsInJson(whole)];
}

/** `postgres://app:s3cret@host/db` */
function passwordsIn(value: string): string[] {
  return [...value.matchAll(/\w:\/\/[^\s/@:]{0,200}:([^\s/@]{1,500})@/g)].map(([, password = ""]) => password);
}

/** `postgres`, `development`: a password of this kind protects nothing, and output is full of such words. */
function isWord(value: string): boolean {
  return /^[a-z]{1,15}$/i.test(value);
}

/** By its name a place or a version; or else a word, a number, a path or an address. */
function isPlain(name: string, value: string): boolean {
  return (
    PLACE_NAME.test(name) ||
    PLAIN_NAME.test(name) ||
    /^(?:[a-z]{1,15}|[\d.,:]+|(?:\.{0,2}|~)\/[\w./-]*|\w+:\/\/[\w.:/-]*)$/i.test(value)
  );
}

/** Settings may contain a key themselves: `{"provider":{"x":{"options":{"apiKey":"…"}}}}`. */
function secretsInJson(text: string): string[] {
  const walk = (part: unknown, name: string): string[] => {
    if (typeof part === "string") return isSecretName(name) ? [part] : [];
    if (Array.isArray(part)) return part.flatMap((inner) => walk(inner, name));
    if (typeof part !== "object" || part === null) return [];
    return Object.entries(part).flatMap(([key, inner]) => walk(inner, key));
  };
  return text.startsWith("{") ? walk(parseJson(text), "") : [];
}
