// The documents of the earlier phases are approved, and the reviewers judge the code by them. A role that writes code
// may not rewrite the documents it is judged by: the person is asked, and the changed text is kept either way.
import { ARTIFACT_KINDS, type ArtifactKind, artifactFile } from "../../../../domain/documents/document-names.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import type { Parts } from "../../../work/state/phase-run.ts";
import { askPerson } from "../../../work/wait-for.ts";

export type Documents = Readonly<Record<ArtifactKind, string>>;

/** Keeps copies in the run folder: an edit meanwhile must not change what a replay composes. */
export async function keepDocuments(phase: Parts<"feature" | "ports" | "run" | "steps">): Promise<Documents> {
  await phase.run.step({
    name: phase.steps.next(0, "documents"),
    input: null,
    work: async () => {
      for (const kind of ARTIFACT_KINDS) {
        const text = await phase.ports.tree.read(`${phase.feature.folder}/${artifactFile(kind)}`);
        await phase.run.folder.write(`documents/${kind}.md`, text ?? "");
      }
      return null;
    },
  });
  const texts = await Promise.all(ARTIFACT_KINDS.map((kind) => phase.run.folder.read(`documents/${kind}.md`)));
  return Object.fromEntries(ARTIFACT_KINDS.map((kind, index) => [kind, texts[index] ?? ""])) as Documents; // one text per kind
}

/** Returns the paths that are not approved documents. */
export async function settleDocuments(
  phase: Parts<"feature" | "ports" | "run" | "steps">,
  documents: Documents,
  role: string,
  changed: readonly string[],
): Promise<readonly string[]> {
  const approved = new Map(
    ARTIFACT_KINDS.map((kind) => [`${phase.feature.folder}/${artifactFile(kind)}`, documents[kind]]),
  );
  const touched = changed.filter((path) => approved.has(path));
  const others = changed.filter((path) => !approved.has(path));
  if (touched.length === 0) return others;
  const answer = await askPerson(phase, {
    name: phase.steps.next(0, "documents-changed"),
    topic: "document-changed",
    text: `${role} changed approved documents: ${listNames(touched)}`,
    options: [
      {
        value: "restore",
        label: "Put it back",
        hint: "as it was when implement began; a copy of the change is kept",
      },
      { value: "keep", label: "Leave it as it is now", hint: "uncommitted; reviewers will read it that way" },
    ],
    default: "restore",
  });
  if (answer === "restore") await restore(phase, touched, approved);
  return others;
}

async function restore(
  phase: Parts<"ports" | "run" | "steps">,
  paths: readonly string[],
  approved: ReadonlyMap<string, string>,
): Promise<void> {
  const name = phase.steps.next(0, "documents-restore");
  await phase.run.step({
    name,
    input: [...paths],
    work: async () => {
      const { tree, emit } = phase.ports;
      const folder = `changed/${name.replaceAll("/", "-")}`;
      for (const path of paths) {
        const text = approved.get(path) ?? "";
        const changed = (await tree.isPlainFile(path)) ? await tree.read(path) : undefined;
        if (changed !== undefined && changed !== text)
          await phase.run.folder.write(`${folder}/${path.slice(path.lastIndexOf("/") + 1)}`, changed);
        if (text === "") await tree.remove(path);
        else await tree.writeOwn(path, text);
      }
      emit({
        type: "warned",
        text: `restored ${listNames(paths)}; the changed text is in ${phase.run.folder.path}/${folder}`,
      });
      return null;
    },
  });
}
