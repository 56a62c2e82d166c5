import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { FellSilent } from "./model-client.ts";
import { fetchUnlessSilent } from "./unless-silent.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each<[string, RequestListener]>([
  ["before its first byte", () => undefined],
  ["in the middle", (_, response) => void response.write("so far")],
])("an answer that falls silent %s breaks off", async (_, answer) => {
  const asked = fetchUnlessSilent(60)(await serve(answer)).then((response) => response.text());

  await expect(asked).rejects.toThrow(FellSilent);
});

it("an answer of nothing but signs of life breaks off after four times as long; with news between them it goes on", async () => {
  const serves = (news: string, count: number) =>
    serve((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      let sent = 0;
      const timer = setInterval(() => {
        response.write(++sent % 10 === 0 ? news : ": OPENROUTER PROCESSING\n\n");
        if (sent === count) response.end();
      }, 20);
      response.on("close", () => clearInterval(timer));
    });
  const read = async (url: string) => (await fetchUnlessSilent(200)(url)).text();

  const asked = read(await serves(": still there\n\n", 500));
  await expect(asked).rejects.toThrow(/^only signs of life came for 1 second, and no answer$/);
  expect(await read(await serves('data: {"x": 1}\n\n', 60))).toContain("data: ");
});

it("Node's own patience is set aside: only the limit counts", async () => {
  const url = await serve((_, response) => void response.end("x"));
  await fetch(url); // from now on Node has a dispatcher
  const place = globalThis as unknown as Record<symbol, { dispatch: (options: object, handler: unknown) => boolean }>;
  const key = Symbol.for("undici.globalDispatcher.1");
  const own = place[key];
  const sent: object[] = [];
  onTestFinished(() => void Object.assign(place, { [key]: own }));
  place[key] = Object.create(own ?? null, {
    dispatch: {
      value: (options: object, handler: unknown) => sent.push(options) > 0 && own?.dispatch(options, handler),
    },
  });

  expect(await (await fetchUnlessSilent(60_000)(url)).text()).toBe("x");

  expect(sent).toEqual([expect.objectContaining({ headersTimeout: 0, bodyTimeout: 0 })]);
});

it.each([301, 302, 303, 307, 308])(
  "a redirect is not followed (%d): where it leads is told, and learns nothing",
  async (status) => {
    const asked: string[] = [];
    const other = await serve(
      (request, response) => void response.end(asked.push(String(request.headers["x-api-key"]))),
    );
    const url = await serve((_, response) => void response.writeHead(status, { location: `${other}/v1?key=1` }).end());

    const headers = { "x-api-key": "sk-own" };
    const response = await fetchUnlessSilent(60_000)(url, { method: "POST", headers, body: "the code" });

    expect([response.status, await response.json()]).toEqual([
      status,
      { type: "error", error: { type: "redirect", message: `ask ${other} instead` } },
    ]);
    expect(asked).toEqual([]);
  },
);

it("whoever asked can still break it off", async () => {
  const stop = new AbortController();
  const asked = fetchUnlessSilent(60_000)(await serve(() => stop.abort()), { signal: stop.signal });

  await expect(asked).rejects.toThrow(/aborted/);
});
