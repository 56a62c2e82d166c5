// Where a person's own files are, by the XDG base directory specification. It says that a relative path is to be
// ignored: what it leads to would depend on the folder one stands in, which may be a clone that brings such a folder.

const KINDS = {
  config: { variable: "XDG_CONFIG_HOME", inHome: ".config" },
  state: { variable: "XDG_STATE_HOME", inHome: ".local/state" },
  data: { variable: "XDG_DATA_HOME", inHome: ".local/share" },
} as const;

/** Undefined where there is no home either. */
export function userFolder(
  env: Readonly<Record<string, string | undefined>>,
  kind: keyof typeof KINDS,
): string | undefined {
  const { variable, inHome } = KINDS[kind];
  const given = env[variable];
  if (given?.startsWith("/")) return given;
  return env.HOME ? `${env.HOME.replace(/\/+$/, "")}/${inHome}` : undefined;
}
