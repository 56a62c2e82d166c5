// What a child sees of the environment: a list of allowed names, never a list of forbidden ones. A secret of another
// tool is not on the list, so it cannot leak, whatever it is called.

export type Environment = Readonly<Record<string, string | undefined>>;

/** Who the person is, where things lie on this machine, and how to reach the network: for agents and for commands. */
const ALLOWED = new Set([
  ...["PATH", "HOME", "SHELL", "USER", "LOGNAME", "TZ", "LANG", "LANGUAGE", "TMPDIR", "TMP", "TEMP"],
  ...["TERM", "COLORTERM", "NO_COLOR"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy"],
]);
const ALLOWED_FAMILY = /^(?:LC|XDG)_/;

/**
 * For commands also what their tools need. None of these usually holds a secret. `NODE_OPTIONS` and its like can load
 * code, but they are the person's own, and a build that needs more memory fails without them. Not here, though tests may
 * want them: `SSH_AUTH_SOCK` and `DOCKER_HOST` (doors to other machines), `npm_config_*`, `NIX_CONFIG` and the values of
 * `GIT_CONFIG_*` (they may contain tokens).
 */
const OF_TOOLS = new Set([
  ...["CI", "GITHUB_ACTIONS", "GITLAB_CI", "SOURCE_DATE_EPOCH"],
  ...["FORCE_COLOR", "COLUMNS", "LINES", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"],
  ...["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"],
  ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"],
  // JavaScript
  ...["NODE_ENV", "NODE_OPTIONS", "NODE_PATH", "NVM_DIR", "NVM_BIN", "FNM_DIR", "FNM_MULTISHELL_PATH", "VOLTA_HOME"],
  ...["N_PREFIX", "PNPM_HOME", "COREPACK_HOME", "BUN_INSTALL", "DENO_DIR", "DENO_INSTALL"],
  ...["PLAYWRIGHT_BROWSERS_PATH", "PUPPETEER_EXECUTABLE_PATH", "CHROME_BIN", "CYPRESS_CACHE_FOLDER"],
  // Python, Ruby, PHP, Perl
  ...["VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "CONDA_EXE", "PYENV_ROOT", "PYENV_VERSION", "PYTHONPATH"],
  ...["PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "POETRY_HOME", "UV_CACHE_DIR", "PIPX_HOME"],
  ...["DJANGO_SETTINGS_MODULE", "GEM_HOME", "GEM_PATH", "BUNDLE_PATH", "BUNDLE_GEMFILE", "RBENV_ROOT", "RBENV_VERSION"],
  ...["RUBYLIB", "RUBYOPT", "RAILS_ENV", "RACK_ENV", "COMPOSER_HOME", "PERL5LIB", "APP_ENV", "MIX_ENV", "MIX_HOME"],
  // Java, Kotlin, Android, .NET, Go, Rust, C, Swift, Haskell, OCaml, Dart
  ...["JAVA_HOME", "JDK_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "CLASSPATH", "M2_HOME", "MAVEN_HOME", "MAVEN_OPTS"],
  ...["GRADLE_HOME", "GRADLE_USER_HOME", "GRADLE_OPTS", "SDKMAN_DIR", "KOTLIN_HOME", "SCALA_HOME", "SBT_OPTS"],
  ...[
    "ANDROID_HOME",
    "ANDROID_SDK_ROOT",
    "ANDROID_NDK_HOME",
    "DOTNET_ROOT",
    "DOTNET_CLI_TELEMETRY_OPTOUT",
    "NUGET_PACKAGES",
  ],
  ...["GOPATH", "GOROOT", "GOBIN", "GOCACHE", "GOMODCACHE", "GOFLAGS", "GOOS", "GOARCH", "CGO_ENABLED", "GOTOOLCHAIN"],
  ...["CARGO_HOME", "CARGO_TARGET_DIR", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "RUSTFLAGS", "RUST_BACKTRACE", "RUST_LOG"],
  ...[
    "CC",
    "CXX",
    "CFLAGS",
    "CXXFLAGS",
    "CPPFLAGS",
    "LDFLAGS",
    "MAKEFLAGS",
    "CPATH",
    "LIBRARY_PATH",
    "LD_LIBRARY_PATH",
  ],
  ...[
    "DYLD_LIBRARY_PATH",
    "PKG_CONFIG_PATH",
    "CMAKE_PREFIX_PATH",
    "SDKROOT",
    "DEVELOPER_DIR",
    "STACK_ROOT",
    "CABAL_DIR",
  ],
  ...["OPAMROOT", "OPAM_SWITCH_PREFIX", "FLUTTER_ROOT", "PUB_CACHE"],
  // whatever manages versions of them
  ...["ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR", "HOMEBREW_PREFIX", "IN_NIX_SHELL", "NIX_PATH", "NIX_PROFILES"],
  ...["NIX_SSL_CERT_FILE", "NIX_LD", "NIX_LD_LIBRARY_PATH", "NIX_CFLAGS_COMPILE", "NIX_LDFLAGS"],
]);

/** Settings of iflow itself: the project under test may be iflow. */
const OWN = /^IFLOW_(?!STEP$)/;

/** What an agent sees: the allowed part, and the variables of these names. */
export function pickEnvironment(env: Environment, more: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const isAllowed = ALLOWED.has(name) || ALLOWED_FAMILY.test(name) || more.includes(name);
    if (value !== undefined && isAllowed && !OWN.test(name)) picked[name] = value;
  }
  return picked;
}

/** What a command that runs the project's code sees. */
export function commandEnvironment(env: Environment, more: readonly string[]): Record<string, string> {
  return pickEnvironment(env, [...OF_TOOLS, ...more]);
}

/** Names that are set and do not reach a command. */
export function heldBack(env: Environment, more: readonly string[]): string[] {
  const picked = commandEnvironment(env, more);
  return Object.keys(env).filter((name) => env[name] !== undefined && !OWN.test(name) && !(name in picked));
}
