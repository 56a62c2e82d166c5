// The documents, code and neighbouring files of the repository that is reviewed: made up from a seed, or a real feature's.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { design, plan, tasks } from "../../test/support/documents.ts";
import { spec } from "../../test/support/story.ts";
import {
  CHARACTERS_PER_TOKEN,
  CODE_FILES,
  DOCUMENT_TOKENS,
  type DocumentKind,
  EXPLORED_FILES,
  EXPLORED_TOKENS,
} from "./sizes.ts";
import { code, createRandom, prose } from "./words.ts";

export type Documents = Readonly<Record<DocumentKind, string>>;

const KINDS = Object.keys(DOCUMENT_TOKENS) as DocumentKind[];

/** Beginnings that fit each other, filled up to their size. */
export function inventDocuments(share = 1): Documents {
  const [oneTask = ""] = tasks().split("\n### Task 1.2");
  const openings: Documents = {
    prd: "# PRD: Login limit\n\n## Problem Statement\nScripts guess passwords.\n\n## Goals\n- At most five tries.\n",
    spec: spec(),
    design: design(),
    plan: plan(),
    tasks: `${oneTask}\n`,
  };
  return mapKinds((kind) => {
    const opening = `${openings[kind]}\n## Notes\n`;
    const wanted = share * DOCUMENT_TOKENS[kind] * CHARACTERS_PER_TOKEN;
    return `${opening}${prose(createRandom(kind), Math.max(0, wanted - opening.length), SECTION_IDS[kind])}`;
  });
}

/** What an issue about the code cites. */
export const SECTION_IDS: Readonly<Partial<Record<DocumentKind, string>>> = { spec: "FR", design: "D" };

/** Of the features with all five documents, the one whose size is nearest to the invented one's. */
export function takeDocuments(corpus: string): { readonly name: string; readonly documents: Documents } {
  const wanted = CHARACTERS_PER_TOKEN * KINDS.reduce((sum, kind) => sum + DOCUMENT_TOKENS[kind], 0);
  const whole = readdirSync(corpus).filter((name) => KINDS.every((kind) => existsSync(pathOf(corpus, name, kind))));
  const features = whole.map((name) => {
    const documents = mapKinds((kind) => readFileSync(pathOf(corpus, name, kind), "utf8"));
    return { name, documents, distance: Math.abs(wanted - Object.values(documents).join("").length) };
  });
  const [nearest] = features.sort((one, other) => one.distance - other.distance);
  if (!nearest) throw new Error(`no folder of ${corpus} has all five documents`);
  return nearest;
}

export function inventCode(tokens: number): Readonly<Record<string, string>> {
  const characters = (tokens * CHARACTERS_PER_TOKEN) / CODE_FILES;
  return inventFiles("src/part", CODE_FILES, (name) => code(createRandom(name), characters));
}

/** What stands around the code. */
export function inventNeighbours(files = EXPLORED_FILES): Readonly<Record<string, string>> {
  const characters = EXPLORED_TOKENS * CHARACTERS_PER_TOKEN;
  return inventFiles("lib/near", files, (name) => code(createRandom(name), characters));
}

function inventFiles(prefix: string, count: number, text: (name: string) => string): Record<string, string> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, "0")}.mjs`);
  return Object.fromEntries(names.map((name) => [name, text(name)]));
}

function mapKinds(text: (kind: DocumentKind) => string): Documents {
  return Object.fromEntries(KINDS.map((kind) => [kind, text(kind)])) as Documents; // one text a kind
}

const pathOf = (corpus: string, name: string, kind: DocumentKind): string => join(corpus, name, `${kind}.md`);
