// Where people and their tools keep secrets, and sockets that lead out. Hidden from commands where they exist. The list
// cannot be complete: without a network, what is read here anyway stays on this machine.

/** Below the home folder. */
export const HOME_SECRETS: readonly string[] = [
  // keys and passwords
  ...[".ssh", ".gnupg", ".pki", ".password-store", ".age", ".config/sops", ".local/share/keyrings", ".vault-token"],
  ...[".1password", ".config/1Password", ".config/op", ".config/Bitwarden", ".netrc", ".git-credentials"],
  ...[".config/git/credentials", ".pgpass", ".my.cnf", ".config/rclone"],
  // clouds and clusters
  ...[
    ".aws",
    ".azure",
    ".config/gcloud",
    ".boto",
    ".s3cfg",
    ".oci",
    ".kube",
    ".fly",
    ".config/doctl",
    ".databrickscfg",
  ],
  ...[".terraform.d", ".terraformrc", ".docker", ".config/containers", ".local/share/containers"],
  // package registries and forges
  ...[".npmrc", ".yarnrc.yml", ".pypirc", ".config/pip", ".pip", ".gem/credentials", ".m2/settings.xml"],
  ...[".gradle/gradle.properties", ".cargo/credentials", ".cargo/credentials.toml", ".composer/auth.json"],
  ...[".config/composer/auth.json", ".nuget/NuGet", ".config/gh", ".config/hub", ".config/glab-cli"],
  // agents
  ...[".claude", ".claude.json", ".config/claude", ".codex", ".gemini", ".qwen", ".copilot", ".config/github-copilot"],
  ...[".config/opencode", ".local/share/opencode", ".config/iflow", ".local/state/iflow", ".local/share/iflow"],
  // browsers, mail, what was typed
  ...[".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium", ".config/BraveSoftware"],
  ...[".config/microsoft-edge", ".config/vivaldi", ".config/opera", "snap/firefox", "snap/chromium"],
  ...[".bash_history", ".zsh_history", ".local/share/fish", ".python_history", ".node_repl_history", ".psql_history"],
];

/** Of the machine. Root owns them, so a command that runs as root could read them without any right. */
export const SYSTEM_SECRETS: readonly string[] = [
  ...["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d"],
  ...["/etc/ssh", "/etc/ssl/private", "/etc/krb5.keytab", "/etc/kubernetes", "/etc/docker"],
  ...[
    "/var/lib/docker",
    "/var/lib/containerd",
    "/var/lib/kubelet",
    "/var/snap/lxd",
    "/var/lib/incus",
    "/var/spool/cron",
  ],
];

/** Variables that move one of those places. */
export const MOVED_SECRETS: readonly string[] = [
  ...["AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE", "AZURE_CONFIG_DIR", "CLOUDSDK_CONFIG", "DOCKER_CONFIG"],
  ...["GOOGLE_APPLICATION_CREDENTIALS", "KUBECONFIG", "GNUPGHOME", "NPM_CONFIG_USERCONFIG", "npm_config_userconfig"],
  ...["PGPASSFILE", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "GH_CONFIG_DIR", "SSH_AUTH_SOCK", "NETRC"],
];

/** Variables that lead to an agent, a bus or a screen outside; what they name is hidden, so they would only mislead. */
export const LEADING_OUT =
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|DBUS_\w+|XDG_RUNTIME_DIR|DOCKER_HOST|WAYLAND_DISPLAY|DISPLAY|XAUTHORITY)$/;

/** Variables with a secret in them, whatever tool they belong to. */
export const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|HEADERS|_AUTH$/i;
