// A git that comes first on the path: it numbers the calls of a command, and at one of them it ends the iflow that
// called it: before git has begun, when it has just begun, or when it is done and iflow does not know it yet.

export type GitMoment = "before" | "during" | "after";

export interface GitKill {
  /** Counted from 1. */
  readonly call: number;
  readonly when: GitMoment;
}

/** The text of the shim. Each call is a line in `log`; the calls of one command are counted in `calls`. */
export function gitShim(realGit: string, log: string, calls: string, kill: GitKill | undefined): string {
  const { call, when } = kill ?? { call: 0, when: "before" };
  return `#!/bin/sh
echo "$$ $*" >> '${calls}'
n=0
while read -r pid rest; do
  n=$((n + 1))
  [ "$pid" = $$ ] && break
done < '${calls}'
echo "git $n $*" >> '${log}'
[ "$n" = ${call} ] || exec '${realGit}' "$@"
${MOMENTS[when](realGit)}
`;
}

const MOMENTS: Readonly<Record<GitMoment, (git: string) => string>> = {
  before: () => "kill -9 $PPID",
  during: (git) => `'${git}' "$@" <&0 &\nkill -9 $PPID\nwait $!`,
  after: (git) => `'${git}' "$@"\nkill -9 $PPID`,
};
