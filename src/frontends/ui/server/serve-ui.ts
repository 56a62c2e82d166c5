// `iflow ui`: serves the page on loopback until the command ends. It only looks and passes on what the person says; runs that
// are begun from the page are processes of their own.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { IflowError } from "../../../domain/text/errors.ts";
import { requirePerson } from "../../drive/before/require-person.ts";
import type { DriveContext } from "../../drive/context.ts";
import { Starts } from "../act/starts.ts";
import { WatchedRepository } from "../read/watched-repository.ts";
import { createApp } from "./create-app.ts";
import { Sessions } from "./sessions.ts";
import type { Ui } from "./ui.ts";

export interface UiSettings {
  /** Undefined: the usual one, or a free one where that is taken. */
  readonly port: number | undefined;
  /** Where the repositories are. */
  readonly folders: readonly string[];
  /** What scripted agents play in features that are begun from the page. */
  readonly script?: string | undefined;
}

export interface ServedUi {
  /** To be opened once. */
  readonly url: string;
  readonly repositories: readonly { readonly id: string; readonly root: string }[];
  /** Resolves when the command has been ended and nothing is open any more. */
  readonly ended: Promise<void>;
}

const USUAL_PORT = 4747;
/** Of all tabs, and of whoever else on this machine tries. */
const MOST_CONNECTIONS = 256;
/** Places of many open runs are long. */
const LONGEST_HEADERS = 128 * 1024;

export async function serveUi(given: DriveContext, settings: UiSettings): Promise<ServedUi> {
  const failed = new AbortController();
  const signal = AbortSignal.any([given.signal, failed.signal]);
  try {
    return await serve({ ...given, signal }, settings);
  } catch (error) {
    failed.abort(); // nothing is followed any more, or the process would live on
    throw error;
  }
}

async function serve(context: DriveContext, { port: askedPort, folders, script }: UiSettings): Promise<ServedUi> {
  const { wiring, signal } = context;
  const repositories = await openRepositories(context, folders, script);
  const host = await wiring.pageHost();
  const { clock } = repositories[0]?.place.ports ?? wiring.gatePorts;
  const now = () => clock.now();
  const port = () => portOf(server);
  const sessions = new Sessions(await host.secret(), now, port);
  const starts = new Starts(host, now);
  const ui: Ui = { repositories, sessions, host, starts, now, closing: signal, port };
  const server = createAdaptorServer({
    fetch: createApp(ui).fetch,
    serverOptions: { maxHeaderSize: LONGEST_HEADERS },
  }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, askedPort);
  const ended = new Promise<void>((resolve) => {
    const close = () => {
      server.close(() => resolve());
      server.closeAllConnections();
    };
    if (signal.aborted) close();
    else signal.addEventListener("abort", close, { once: true });
  });
  for (const repository of repositories) void repository.gather(); // the first look finds it there
  const url = `http://127.0.0.1:${port()}/open?token=${sessions.newToken()}`;
  return { url, ended, repositories: repositories.map(({ id, place }) => ({ id, root: place.ports.repository.root })) };
}

async function openRepositories(
  { wiring, emit, signal }: DriveContext,
  folders: readonly string[],
  script: string | undefined,
): Promise<WatchedRepository[]> {
  const opened = new Map<string, WatchedRepository>();
  const names = new Set<string>();
  for (const folder of folders) {
    wiring.worksIn(folder);
    const ports = await wiring.openPorts(folder, emit);
    await requirePerson({ wiring, ports }, "opens the page", "iflow ui");
    const { commonDir, root } = ports.repository;
    if (opened.has(commonDir)) continue; // two of its working trees
    const id = freeName(basename(root), names);
    opened.set(commonDir, new WatchedRepository({ id, wiring, ports, script }, signal));
  }
  return [...opened.values()];
}

/** It stands in addresses and in the places of the stream. */
function freeName(folder: string, taken: Set<string>): string {
  const plain = folder.replaceAll(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "repository";
  for (let number = 1; ; number++) {
    const name = number === 1 ? plain : `${plain}-${number}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

async function listen(server: Server, port: number | undefined): Promise<void> {
  try {
    await listenOn(server, port ?? USUAL_PORT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    if (port !== undefined)
      throw new IflowError("usage", `port ${port} is taken`, { fix: "iflow ui   (takes a free one)", cause: error });
    await listenOn(server, 0);
  }
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}
