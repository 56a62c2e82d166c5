// Which process, for a person: another machine is named, this one is not.

export function pidWords({ pid, host }: { readonly pid: number; readonly host?: string }): string {
  return host === undefined ? `${pid}` : `${pid} on host ${host}`;
}
