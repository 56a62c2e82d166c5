// The file doors an agent may use instead of its own tools. Nothing is read or written before the path has been judged
// and the working tree has accepted it. A refusal is recorded and sent to the agent as an error; the turn continues.
import { type ReadTextFileRequest, RequestError, type WriteTextFileRequest } from "@agentclientprotocol/sdk";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { WorkingTree } from "../../../../ports/git/working-tree.ts";
import { roleThat } from "../../workspace.ts";
import type { Rules } from "../permission.ts";
import type { Transcript } from "../transcript.ts";

export interface ClientFiles {
  read(request: ReadTextFileRequest): Promise<{ content: string }>;
  write(request: WriteTextFileRequest): Promise<Record<string, never>>;
}

export function createClientFiles(tree: WorkingTree, rules: Rules, transcript: Transcript): ClientFiles {
  /** Does the work on an accepted path and records the call whether or not it succeeds. */
  const through = async <T>(
    name: string,
    path: string,
    forbidden: string | undefined,
    work: (own: string) => Promise<T>,
  ) => {
    const { workspace } = rules;
    const judged = await (name === "write" ? workspace.judgeWrite(path) : workspace.judge(path));
    const refused = forbidden ?? judged.refused;
    const done = refused === undefined ? await attempt(() => work(judged.path)) : { refused };
    transcript.tell(name, judged.path, "refused" in done ? done.refused : undefined);
    if ("refused" in done) throw RequestError.invalidParams({ path }, done.refused);
    return done.value;
  };

  return {
    async read({ path, line, limit }) {
      const content = await through("read", path, undefined, (own) => tree.read(own));
      if (content === undefined) throw RequestError.resourceNotFound(path);
      return { content: cut(content, line ?? 1, limit ?? undefined) };
    },
    async write({ path, content }) {
      const forbidden = rules.access === "write" ? undefined : `${roleThat(rules.access)} may change nothing`;
      await through("write", path, forbidden, (own) => tree.write(own, content));
      return {};
    },
  };
}

async function attempt<T>(work: () => Promise<T>): Promise<{ readonly value: T } | { readonly refused: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof IflowError)) throw error;
    if (error.code === "path-refused") return { refused: error.message };
    throw RequestError.internalError(undefined, error.message); // the agent must hear about a failing disk, too
  }
}

function cut(content: string, line: number, limit: number | undefined): string {
  if (line <= 1 && limit === undefined) return content;
  const lines = content.split("\n");
  const start = Math.max(0, line - 1);
  return lines.slice(start, limit === undefined ? undefined : start + limit).join("\n");
}
