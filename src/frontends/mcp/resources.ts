// What a client may read by name: a feature's documents, its review history, and the journal of a run.
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { knownFeatures } from "../../app/feature/features.ts";
import { readHistory } from "../../app/feature/read-history.ts";
import { DOCUMENTS } from "../../domain/documents/document-names.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DriveContext } from "../drive/context.ts";

const READABLE: readonly string[] = [...DOCUMENTS, "implementation-log.md", "retro.md"];

/** A run of one hour has a few hundred. */
const MOST_RECORDS = 200;

export function addResources(server: McpServer, { wiring, cwd }: DriveContext): void {
  const open = async () => {
    const ports = await wiring.openPorts(cwd, () => undefined);
    return { ports, root: (await wiring.readConfig(ports.repository)).artifactsRoot };
  };

  server.registerResource(
    "document",
    new ResourceTemplate("iflow://features/{feature}/{document}", {
      list: async () => ({ resources: await listDocuments(await open()) }),
    }),
    { title: "A document of a feature", mimeType: "text/markdown" },
    async (uri, { feature, document }) => {
      const { ports, root } = await open();
      const text = await readDocument(ports, root, String(feature), String(document));
      return contents(uri, "text/markdown", text);
    },
  );
  server.registerResource(
    "history",
    new ResourceTemplate("iflow://history/{feature}", { list: undefined }),
    { title: "What the reviewers said", mimeType: "text/markdown" },
    async (uri, { feature }) => {
      const { ports, root } = await open();
      const { source, text } = await readHistory(ports, root, String(feature));
      return contents(uri, "text/markdown", source === null ? undefined : text);
    },
  );
  server.registerResource(
    "journal",
    new ResourceTemplate("iflow://journal/{run}", { list: undefined }),
    { title: `The journal of a run: its head and the newest ${MOST_RECORDS} records`, mimeType: "application/json" },
    async (uri, { run }) => {
      const { ports } = await open();
      const found = await ports.runs.journal(String(run), MOST_RECORDS);
      return contents(uri, "application/json", found && JSON.stringify(found, null, 2));
    },
  );
}

async function listDocuments({ ports, root }: { readonly ports: Ports; readonly root: string }) {
  const known = await knownFeatures(ports, root);
  const lists = await Promise.all(
    known.map(async ({ feature: { key, folder } }) => {
      const names = await ports.tree.list(folder);
      return READABLE.filter((name) => names.includes(name)).map((name) => ({
        uri: `iflow://features/${key}/${name}`,
        name: `${key}/${name}`,
        mimeType: "text/markdown",
      }));
    }),
  );
  return lists.flat();
}

/** Only the documents themselves: a name from outside is never used as a path. */
async function readDocument(ports: Ports, root: string, key: string, name: string): Promise<string | undefined> {
  const known = (await knownFeatures(ports, root)).find(({ feature }) => feature.key === key);
  if (!known || !READABLE.includes(name)) return undefined;
  const path = `${known.feature.folder}/${name}`;
  const inTree = await ports.tree.read(path);
  if (inTree !== undefined) return inTree;
  const tip = await ports.repository.tip(known.feature.branch);
  return tip === undefined ? undefined : ports.repository.show(tip, path);
}

function contents(uri: URL, mimeType: string, text: string | undefined) {
  if (text === undefined) throw new ResourceNotFoundError(uri.href);
  return { contents: [{ uri: uri.href, mimeType, text }] };
}
