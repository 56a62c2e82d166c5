// Files of a repository that agents are not shown: by their name they hold secrets, and git does not track them (what is
// committed was published on purpose); or the person said so in `agents.deny`. The only place that knows these names.

export interface SecretFiles {
  /** Why agents may neither read nor write this path, which is relative to the root; undefined when they may. */
  refusal(path: string): string | undefined;
  /** The usual names as patterns, for programs that search by themselves. Narrower than `refusal`. */
  readonly patterns: readonly string[];
}

export interface SecretRules {
  /** What git tracks; asked for at most once, and only if it matters. */
  tracked(): readonly string[];
  /** Patterns of the configuration. */
  readonly deny: readonly string[];
}

export function secretFiles(rules: SecretRules): SecretFiles {
  const denied = matcherOf(rules.deny);
  let known: ReadonlySet<string> | undefined;
  const tracked = () => {
    known ??= new Set(rules.tracked().flatMap((path) => (isSecretFile(path) ? [path.toLowerCase()] : [])));
    return known;
  };
  return {
    refusal(path) {
      if (denied(path)) return "agents.deny in the configuration closes it";
      const isSecret = isSecretFile(path) && !tracked().has(path.toLowerCase());
      return isSecret ? "it may hold secrets, and git does not track it" : undefined;
    },
    get patterns() {
      const isUseful = (pattern: string) => ![...tracked()].some(matcherOf([pattern]));
      return [...USUAL.filter(isUseful), ...rules.deny];
    },
  };
}

const FILES: readonly RegExp[] = [
  /^\.env(?!.*\.(?:example|sample|template)$)/i,
  /[^.]\.env$/i, // prod.env
  /^\.dev\.vars/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/i,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|ppk|kdbx|kubeconfig|tfstate|tfstate\.backup|tfvars|tfvars\.json|gpg)$/i,
  /^(?:\.netrc|_netrc|\.npmrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|\.my\.cnf|\.dockercfg|\.vault-token|\.s3cfg|\.yarnrc\.yml|\.flaskenv|\.condarc)$/i,
  /^(?:credentials?|secrets?)\.(?:json|ya?ml|toml|ini|csv|properties|txt)$/i,
  /^(?:client_secret|service[-_]?account).*\.json$|^(?:gcp|gcloud|google)[-_.].*key.*\.json$|adminsdk.*\.json$/i,
  /(?:key|secret|private|pgp|gpg).*\.asc$/i, // others may be documents
  /^(?:kubeconfig|local\.settings\.json|\.terraformrc|\.boto)$/i,
];

/** Everything in folders of these names. */
const FOLDERS = /(?:^|\/)(?:\.envs?|\.ssh|\.gnupg|\.aws|\.azure|\.gcloud|\.kube|\.docker)\//i;

const USUAL: readonly string[] = [
  ...[
    ".env",
    ".envrc",
    ".env.local",
    ".env.*.local",
    ".env.dev*",
    ".env.prod*",
    ".env.stag*",
    ".env.test*",
    ".env.ci*",
    "*.env",
  ],
  ...[
    ".dev.vars*",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "*.pem",
    "*.key",
    "*.p8",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.ppk",
    "*.kdbx",
  ],
  ...[".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd", ".pgpass", ".my.cnf", ".dockercfg"],
  ...[".vault-token", ".s3cfg", ".boto", ".terraformrc", "local.settings.json", "kubeconfig", "*.kubeconfig"],
  ...["json", "yml", "yaml", "toml", "ini", "csv", "properties", "txt"].flatMap((ending) =>
    ["credential", "credentials", "secret", "secrets"].map((name) => `${name}.${ending}`),
  ),
  ...["*.tfstate", "*.tfstate.backup", "*.tfvars", "*.tfvars.json", "client_secret*.json"],
  ...[".yarnrc.yml", ".flaskenv", ".condarc", "gcp-key*.json", "*adminsdk*.json", "*.gpg"],
  ...["*key*.asc", "*secret*.asc", "*private*.asc"],
  ...["service-account*.json", "service_account*.json", "serviceaccount*.json"],
  ...[".envs", ".ssh", ".gnupg", ".aws", ".azure", ".gcloud", ".kube", ".docker"],
];

/** By its name alone. */
export function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return FILES.some((file) => file.test(name)) || FOLDERS.test(path);
}

/**
 * Patterns as in `.gitignore`: `*` and `?` stay within a name, `**` crosses folders, a pattern without a slash holds in
 * every folder, and a folder that matches closes what is in it. Upper and lower case are the same: some disks say so.
 */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const forms = patterns.map((pattern) => {
    const plain = pattern.replace(/^\.?\//, "").replace(/\/+$/, "");
    const anywhere = plain.includes("/") || pattern.startsWith("/") ? "" : "(?:.*/)?";
    return new RegExp(`^${anywhere}${plain.replaceAll(/\*\*\/|\*\*|\*|\?|[^*?]+/g, formOf)}(?:/.*)?$`, "is");
  });
  return (path) => forms.some((form) => form.test(path));
}

function formOf(part: string): string {
  if (part === "**/") return "(?:.*/)?";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  return part === "?" ? "[^/]" : part.replaceAll(/[\\^$.|+()[\]{}]/g, "\\$&");
}
