// The model of the benchmark: no judgement, only the turns that a model would take. It reads what it is told to read, looks
// around as often as the table says, really changes files, and its verdicts make the loop run its five rounds.
import { type Reply, type ReplyBlock, reply, text, tool } from "../../test/support/fake-anthropic/reply.ts";
import type { Asked } from "./asked.ts";
import { SECTION_IDS } from "./documents.ts";
import { editCode, editProse } from "./edits.ts";
import { FOLDER } from "./repository.ts";
import {
  CHARACTERS_PER_TOKEN,
  CODE_FILES,
  EXPLORED_FILES,
  FIX_TOKENS,
  IMPLEMENT_ROUNDS,
  REVISION_TOKENS,
  SPEC_ROUNDS,
  TURNS,
} from "./sizes.ts";
import { createRandom, sentence } from "./words.ts";

export interface ModelPlace {
  readonly root: string;
  readonly spec: string;
  /** Files a fix is made in. */
  readonly code: readonly string[];
}

type Turn = () => readonly ReplyBlock[];

/** All turns of the dispatch that a request belongs to; `writings` counts what its writer was asked before. */
export function turnsOf(place: ModelPlace, asked: Asked, writings: number): Turn[] {
  const { who } = asked;
  if (who === "fixer") return fixTurns(place, asked, writings);
  if (who === "spec author") return authorTurns(place, writings);
  if (/^(?:implementation|code quality|security|spec) reviewer$/.test(who)) return reviewTurns(place, asked);
  return [() => [submit(ASIDE[who] ?? { approved: true, issues: [], summary: "Good." })]];
}

export function answer(turns: readonly Turn[], asked: Asked): Reply {
  const turn = turns[asked.turn];
  if (!turn) throw new Error(`${asked.who} has no turn ${asked.turn}`);
  return reply(...turn());
}

/** Roles that are asked on the way to the loop and are not measured. */
const ASIDE: Readonly<Record<string, object | string>> = {
  implementer: "Task already complete.",
  "code simplifier": { approved: true, simplifications: [] },
  "test deepener": { outlines: [] },
};

function reviewTurns(place: ModelPlace, asked: Asked): Turn[] {
  const { who, round, isFresh, knowsChanges } = asked;
  const again = knowsChanges ? TURNS.forked : TURNS.freshAgain;
  const looks = !isFresh ? TURNS.resumed : round === 1 ? TURNS.fresh : again;
  return [
    ...readingTurns(asked),
    ...Array.from({ length: looks }, (_, turn) => () => explore(who, round, turn)),
    () => [submit(verdict(place, who, round))],
  ];
}

/** One turn each for documents and code; none for what stands in the prompt. */
function readingTurns({ documents, files }: Pick<Asked, "documents" | "files">): Turn[] {
  const turns = [documents, files].filter((paths) => paths.length > 0);
  return turns.map((paths) => () => [note("read"), ...paths.map((path) => tool("read", { path }))]);
}

const REVIEWERS = ["implementation reviewer", "code quality reviewer", "security reviewer"];

/** Every look is at another file. */
function explore(who: string, round: number, turn: number): ReplyBlock[] {
  const place = (Math.max(0, REVIEWERS.indexOf(who)) * 20 + (round - 1) * 4 + turn) % EXPLORED_FILES;
  const path = `lib/near-${String(place + 1).padStart(2, "0")}.mjs`;
  const search = tool("grep", { pattern: `${who} ${round} ${turn}`, literal: true });
  return [note(`${who} ${round} ${turn}`), ...(turn % 2 === 1 ? [search] : []), tool("read", { path })];
}

function verdict(place: ModelPlace, who: string, round: number): object {
  const failing = who === "spec reviewer" ? round < SPEC_ROUNDS : IMPLEMENT_ROUNDS[round - 1]?.includes(idOf(who));
  const random = createRandom(`${who} ${round}`);
  const words = (count: number) => Array.from({ length: count }, () => sentence(random)).join(" ");
  const issue = (number: number) => {
    const { cited, location } = placeOf(place, who, round, number);
    return { severity: "warning", description: `${words(2)}${cited}`, location, suggestion: words(1) };
  };
  const summary = `No external claims to verify. No external security claims to verify. ${words(3)}`;
  const levels = ["tasks", "spec", "design", "prd"].map((level) => [level, { passed: !failing }]);
  const also = who === "implementation reviewer" ? { levels: Object.fromEntries(levels) } : {};
  return { approved: !failing, ...also, issues: failing ? [issue(0), issue(1)] : [], summary };
}

/** An issue about the code is in one of the files that are then edited, and cites one section of spec or design. */
function placeOf({ code }: ModelPlace, who: string, round: number, number: number) {
  if (who === "spec reviewer") return { cited: "", location: "Notes" };
  const index = 2 * REVIEWERS.indexOf(who) + number;
  const id = number === 0 ? SECTION_IDS.spec : SECTION_IDS.design;
  const path = editedPaths(code, round - 1)[index % EDITED_FILES];
  return { cited: ` (${id}-${1 + ((5 * round + index) % 15)})`, location: `${path}:${10 + 7 * index}` };
}

const EDITED_FILES = 3;

function editedPaths(code: readonly string[], fixes: number): string[] {
  return Array.from({ length: EDITED_FILES }, (_, step) => code[(EDITED_FILES * fixes + step) % CODE_FILES] ?? "");
}

function fixTurns({ root, code }: ModelPlace, asked: Asked, fixes: number): Turn[] {
  const count = fixes === 0 ? TURNS.edits : TURNS.editsLater;
  const paths = editedPaths(code, fixes);
  const characters = (FIX_TOKENS * CHARACTERS_PER_TOKEN) / count;
  const edit = (turn: number) => () => {
    const seed = `fix ${fixes} ${turn}`;
    return [note(seed), editCode({ root, path: paths[turn % EDITED_FILES] ?? "", seed, characters })];
  };
  const { shown } = asked;
  const looks = Array.from({ length: shown ? TURNS.lean : 0 }, (_, turn) => () => explore("fixer", fixes + 1, turn));
  const unknown = shown ? paths.filter((path) => !shown.includes(path)) : [];
  const words = sentence(createRandom(`fixed ${fixes}`));
  const done = `Fixed as asked. ${words}\nFiles changed:\n${paths.map((path) => `- ${path}`).join("\n")}`;
  return [
    ...readingTurns({ ...asked, files: [...asked.files, ...unknown] }),
    ...looks,
    ...Array.from({ length: count }, (_, turn) => edit(turn)),
    () => [submit(done)],
  ];
}

const REVISIONS = 4;

function authorTurns({ root, spec }: ModelPlace, writings: number): Turn[] {
  const path = `${FOLDER}/spec.md`;
  if (writings === 0) return [() => [tool("write", { path, content: spec })], () => [submit("Wrote the draft.")]];
  const characters = (REVISION_TOKENS * CHARACTERS_PER_TOKEN) / REVISIONS;
  const edit = (turn: number) => () => [editProse({ root, path, seed: `revision ${writings} ${turn}`, characters })];
  const summary = sentence(createRandom(`revised ${writings}`));
  return [...Array.from({ length: REVISIONS }, (_, turn) => edit(turn)), () => [submit(`Revised. ${summary}`)]];
}

const submit = (answered: object | string): ReplyBlock => tool("submit", { reply: answered });
const note = (seed: string): ReplyBlock => text(`${sentence(createRandom(seed))} I look there first.`);
const idOf = (who: string): string => who.replaceAll(" ", "-");
