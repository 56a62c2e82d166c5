// What a task says it comes from: `Implements Plan 1.1, Design C1 / Spec AC-2 — because …`, split into pieces that each
// name an item of another document. Reads only what is written and infers nothing: a piece that names no document has
// unknown kind, an explanation is left out. Never looks into the other documents.
import type { ArtifactKind } from "../documents/document-names.ts";

export type ReferenceKind = Extract<ArtifactKind, "prd" | "spec" | "design" | "plan"> | "unknown";

export interface TaskReference {
  readonly raw: string;
  readonly kind: ReferenceKind;
  /** `C1`, `1.1`, `AC-4`, or the words of a heading; undefined when the piece names a whole document or nothing. */
  readonly id: string | undefined;
  /** The word before the id, in the singular: `step`, `component`. */
  readonly word?: string;
}

/** `field` says what a bare number is, as in `**Plan step:** 3`. */
export function parseReferences(value: string, field: Field = { kind: "unknown" }): TaskReference[] {
  if (/^(?:none|n\/a|[-—–]*)\.?$/i.test(value.trim())) return [];
  const references: TaskReference[] = [];
  let previous: Named | undefined;
  for (const [index, clause] of clausesOf(value).entries()) {
    for (const raw of piecesOf(clause)) {
      const piece = readPiece(raw, previous, field);
      const isExplanation = index > 0 && !(piece.named && (piece.isExplicit || piece.named.letters !== ""));
      if (isExplanation || (index > 0 && piece.kind === "unknown")) continue;
      references.push(...expand(raw, piece));
      previous = piece.named && piece.kind !== "unknown" ? { ...piece.named, kind: piece.kind } : previous;
    }
  }
  return references;
}

interface Field {
  readonly kind: ReferenceKind;
  readonly word?: string | undefined;
}
interface NumberedId {
  /** With its dash: `AC-`; empty for a bare number. */
  readonly letters: string;
  readonly number: string;
  readonly word: string | undefined;
}
interface Named extends NumberedId {
  readonly kind: ReferenceKind;
}
interface Piece {
  readonly kind: ReferenceKind;
  readonly named: NumberedId | undefined;
  /** The last number, if the piece is a range. */
  readonly until?: number;
  readonly phrase?: string;
  readonly isExplicit: boolean;
}

const LONGEST_VALUE = 4_000;

/** The first clause cites; text after a dash or a full stop explains, and may cite in passing. */
function clausesOf(value: string): string[] {
  return value
    .slice(0, LONGEST_VALUE)
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .replace(/\[[^\][]*\]/g, " ")
    .replace(/\(([^()]*)\)/g, (_, inner: string) => (CITES.test(inner.trim()) ? `, ${inner}` : " "))
    .split(/\s[—–-]+\s|\.\s+(?=\p{Lu})|\.$/u)
    .map((clause) => clause.trim());
}

const KIND = /^(plan|design|spec|specification|prd)(?:\.md)?(?:['’]s)?(?![\p{L}\p{N}_])[\s:§-]*/iu;
const ID = /^((?:[A-Z]{1,4}-?)?)(\d+[A-Za-z]?(?:\.\d+[A-Za-z]?)*|(?<=[A-Z])(?:\.\d+[A-Za-z]?)+)(?![\p{L}\p{N}_])/u;
const CITES = /^(?:(?:per|see|from) )?(?:(?:plan|design|spec|prd)\b|[A-Z]{1,4}-?\d)/;
const LEADING =
  /^(?:(?:implement(?:s|ing)?|satisf(?:y|ies)|covers?|fulfil+s?|address(?:es)?|combines?|supports?|verif(?:y|ies)|validates?|delivers?|completes?|traces? to|part of|tests? for|required by|from|per|see|for|the)\s+)+/i;
const WORD =
  /^§?\s*(acceptance criteri(?:on|a)|success criteri(?:on|a)|technical decisions?|components?|interfaces?|decisions?|items?|steps?|stages?|phases?|sections?|tasks?|requirements?|risks?)(?![\p{L}\p{N}_])[\s:#§]*/iu;

function piecesOf(clause: string): string[] {
  return clause
    .split(/\s*[,;/+&]\s*|\s+(?:and|with)\s+/i)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

function readPiece(raw: string, previous: Named | undefined, field: Field): Piece {
  let rest = raw.replace(LEADING, "");
  const explicit = take(KIND)?.toLowerCase().replace("specification", "spec") as ReferenceKind | undefined; // the words of KIND
  const word = singular(take(WORD));
  const id = ID.exec(rest);
  const isExplicit = explicit !== undefined;
  if (!id) {
    const kind = explicit ?? kindIn(KIND_WORDS, word) ?? "unknown";
    const phrase = rest.replace(/[\s:.]+$/, "");
    return { kind, named: undefined, isExplicit, ...(phrase !== "" && phrase.split(" ").length <= 6 && { phrase }) };
  }

  const [whole, letters, number] = id as unknown as [string, string, string]; // both groups take part in every match
  const isBare = letters === "" && word === undefined && !isExplicit;
  const goesOn = isBare ? previous : undefined;
  const named = isBare
    ? { letters: goesOn?.letters ?? "", number, word: goesOn ? goesOn.word : field.word }
    : { letters, number, word };
  const kind =
    explicit ??
    (previous && letters !== "" && previous.letters === letters ? previous.kind : undefined) ??
    kindIn(KIND_WORDS, word) ??
    kindIn(KIND_LETTERS, letters.replace("-", "")) ??
    goesOn?.kind ??
    field.kind;
  const until = /^\s?(?:-|–|\.\.\.?|through|to)\s?(?:[A-Z]{1,4}-?)?(\d+)(?![\w.])/.exec(rest.slice(whole.length))?.[1];
  return { kind, named, isExplicit, ...(until !== undefined && { until: Number(until) }) };

  function take(pattern: RegExp): string | undefined {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(match[0].length);
    return match?.[1];
  }
}

function singular(word: string | undefined): string | undefined {
  return word
    ?.toLowerCase()
    .replace(/criteria$/, "criterion")
    .replace(/s$/, "");
}

type Names = Readonly<Record<"plan" | "design" | "spec", readonly string[]>>;

/** The words and the letters before an id that tell which document it belongs to. */
const KIND_WORDS: Names = {
  plan: ["item", "step", "stage", "phase"],
  design: ["component", "interface", "decision", "technical decision"],
  spec: ["requirement", "acceptance criterion", "success criterion"],
};
const KIND_LETTERS: Names = {
  plan: ["P", "PI"],
  design: ["C", "I", "D", "TD"],
  spec: ["R", "AC", "SC", "FR", "NFR", "REQ", "US"],
};

function kindIn(names: Names, name = ""): ReferenceKind | undefined {
  return (["plan", "design", "spec"] as const).find((kind) => names[kind].includes(name));
}

const LONGEST_RANGE = 30;

function expand(raw: string, { kind, named, until, phrase }: Piece): TaskReference[] {
  if (!named) return [{ raw, kind, id: kind === "unknown" ? undefined : phrase }];
  const { letters, number, word } = named;
  const first = Number(number);
  const count = until === undefined || !(until > first) ? 1 : Math.min(until - first + 1, LONGEST_RANGE);
  return Array.from({ length: count }, (_, index) => ({
    ...{ raw, kind, id: `${letters}${count === 1 ? number : first + index}` },
    ...(word !== undefined && { word }),
  }));
}
