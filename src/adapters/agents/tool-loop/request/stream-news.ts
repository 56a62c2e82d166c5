// Whether bytes of a stream of events bring news. Comments (`: OPENROUTER PROCESSING`), blank lines and pings only keep the
// connection open.

/** Tells of each piece, in order, whether there was news in it. Of anything but events, every byte is. */
export function watchNews(contentType: string | null): (bytes: Uint8Array) => boolean {
  if (!/^text\/event-stream\b/i.test(contentType ?? "")) return () => true;
  const decoder = new TextDecoder();
  let begun = ""; // of a line whose end has not come
  return (bytes) => {
    const lines = `${begun}${decoder.decode(bytes, { stream: true })}`.split(/\r\n|\r|\n/);
    const last = lines.pop() ?? "";
    begun = last.slice(0, LONGEST_PING);
    return lines.some(isNews) || (last.length >= LONGEST_PING && isNews(last));
  };
}

const LONGEST_PING = 100;

function isNews(line: string): boolean {
  return /^data:(?!\s*$)(?!\s*\{"type":\s*"(?:ping|keepalive)")/.test(line);
}
