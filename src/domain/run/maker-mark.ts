// Temporary files carry the mark of the process that made them: after a crash what nothing needs any more can be told from
// what another process is using.

/** Part of a file name: `~host~4242~`. */
export function makerMark(host: string, pid: number): string {
  return `~${plain(host)}~${pid}~`;
}

/** The process of this host that made the file; undefined for any other name. */
export function makerOf(name: string, host: string): number | undefined {
  const [, maker, pid] = /~([A-Za-z0-9]*)~(\d{1,10})~/.exec(name) ?? [];
  return maker === plain(host) ? Number(pid) : undefined;
}

const plain = (host: string): string => host.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 32);
