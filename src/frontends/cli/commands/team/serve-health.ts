// For supervisors: http://127.0.0.1:PORT/healthz answers 200 with what the worker does, and 503 once it has trouble.
import { createServer } from "node:http";
import type { WorkerEvent } from "../../../../app/team/serve-jobs.ts";
import { IflowError } from "../../../../domain/text/errors.ts";

export interface Health {
  hear(event: WorkerEvent): void;
  close(): void;
}

/** `place`: a port, or an address and a port. Nothing is served without one. */
export async function serveHealth(place: string | undefined, say: (text: string) => void): Promise<Health> {
  if (place === undefined) return { hear: () => undefined, close: () => undefined };
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d+)$/.exec(place) ?? [];
  if (port === undefined) {
    throw new IflowError("usage", `--health: "${place}" is no port`, { fix: "--health 8321" });
  }
  const state = { ready: false, feature: null as string | null, trouble: null as string | null };
  const server = createServer((request, response) => {
    const isAsked = request.url === "/healthz" && request.method === "GET";
    const status = !isAsked ? 404 : state.ready && state.trouble === null ? 200 : 503;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(isAsked ? `${JSON.stringify(state)}\n` : "");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(port), host, resolve);
  });
  say(`health: http://${host}:${port}/healthz`);
  return {
    hear(event) {
      if (event.type === "ready") state.ready = true;
      if (event.type === "opened") state.feature = event.job.feature;
      if (event.type === "closed") state.feature = null;
      state.trouble = event.type === "trouble" ? event.text : null;
    },
    close: () => void server.close(),
  };
}
