// The knowledge bank in a retrospective: what it holds at the beginning, and what the agent's answer and the person's
// decisions change. Files with somebody's uncommitted work are left alone and named. Nothing is written here.

import { parseFeatureKey } from "../../../domain/feature/feature-key.ts";
import {
  type BankEntry,
  type BankFile,
  type Category,
  newerFeatures,
} from "../../../domain/knowledge/knowledge-bank.ts";
import { lessonText } from "../../../domain/knowledge/knowledge-bank-edit.ts";
import { type Memory, noticedIn } from "../../../domain/knowledge/memory.ts";
import { printAsData } from "../../../domain/knowledge/memory-block.ts";
import type { RetroSources } from "../../../domain/knowledge/retro.ts";
import {
  applyBankChanges,
  type BankChange,
  changesOf,
  entriesToJudge,
  printEntriesToJudge,
  type ShownMemory,
  staleEntries,
} from "../../../domain/knowledge/retro-bank.ts";
import type { ReplyOf } from "../../../domain/roles/reply-schema.ts";
import { cutAt, plainWords } from "../../../domain/text/words/foreign-words.ts";
import { filesIn } from "../../../domain/text/words/words.ts";
import { bankPath, featureNumbers, readBank } from "../../knowledge/knowledge-bank.ts";
import type { Parts } from "../../work/state/phase-run.ts";
import { tellOnce } from "../../work/tell-once.ts";
import { askPerson } from "../../work/wait-for.ts";

export interface BankBefore {
  readonly files: readonly BankFile[];
  /** Entries that the agent is asked about. */
  readonly judged: readonly { readonly category: Category; readonly name: string }[];
  /** Numbers of the existing features, in order. */
  readonly features: readonly number[];
  /** Files with uncommitted changes. */
  readonly dirty: readonly string[];
  /** Memories that the agent is shown; missing in runs of an earlier version. */
  readonly shown?: readonly ShownMemory[];
}

/** Call only inside a step; the caller stores the result. */
export async function lookAtBank(
  phase: Parts<"feature" | "ports" | "run">,
  sources: RetroSources,
): Promise<{ readonly bank: BankBefore; readonly text: string }> {
  const { artifactsRoot } = phase.run.head.config;
  const files = await readBank(phase.ports, artifactsRoot);
  const entries = entriesToJudge(files, {
    feature: featureOf(phase),
    files: filesIn(sources.git?.stat ?? ""),
    text: [sources.feature.description, sources.history ?? "", sources.log ?? ""].join("\n"),
  });
  const noticed = await noticedHere(phase);
  const readable = files.filter(({ problem }) => problem === undefined);
  const bank: BankBefore = {
    files,
    judged: entries.map(({ category, name }) => ({ category, name })),
    features: await featureNumbers(phase.ports, artifactsRoot),
    dirty: await phase.ports.repository.dirty(readable.map(({ category }) => bankPath(artifactsRoot, category))),
    shown: noticed.map(({ id, name }) => ({ id, name })),
  };
  const text = `## Knowledge Bank Entries to Judge\n${printEntriesToJudge(entries)}`;
  return { bank, text: `${text}${printNoticed(noticed)}` };
}

/**
 * What the engine noticed in this feature's own loops; the agent may make a lesson of it. A memory from anywhere else
 * is not one of the feature's records, whatever it refers to.
 */
async function noticedHere(phase: Parts<"feature" | "ports">): Promise<Memory[]> {
  const known = await phase.ports.memory.recollect().catch(() => undefined);
  return known ? noticedIn(known.project, phase.feature.key) : [];
}

function printNoticed(noticed: readonly Memory[]): string {
  if (noticed.length === 0) return "";
  return `\n\n## Issues That Came Back\nNoticed by the engine in this feature's review loops; nobody has reviewed them yet.\n${printAsData(noticed)}`;
}

/** The agent's judgement, then the person's decisions about entries that have become stale. */
export async function decideBank(
  phase: Parts<"feature" | "ports" | "run" | "steps">,
  bank: BankBefore,
  reply: ReplyOf<"retro-facilitator"> | undefined,
): Promise<BankChange[]> {
  const files = bank.files.filter(
    ({ category, problem }) =>
      problem === undefined && !bank.dirty.includes(bankPath(phase.run.head.config.artifactsRoot, category)),
  );
  const isWritable = (change: BankChange) => files.some(({ category }) => category === change.category);
  const wanted = reply ? changesOf(reply, bank.files, bank.judged, bank.shown) : [];
  const changes = wanted.filter((change) => isWritable(change) && !isSwallowed(files, change, bank));
  await tellLost(phase, wanted.length - changes.length, bank);
  const after = withChanges(files, changes, featureOf(phase), bank.features);
  return [...changes, ...(await askAboutStale(phase, after, bank.features))];
}

/** The most questions asked at once; more would be too many. The other entries are only marked. */
const MOST_QUESTIONS = 5;

async function askAboutStale(
  phase: Parts<"feature" | "run" | "steps">,
  files: readonly BankFile[],
  features: readonly number[],
): Promise<BankChange[]> {
  const stale = staleEntries(files, features, featureOf(phase));
  if (stale.length === 0) return [];
  const asked = stale.slice(0, MOST_QUESTIONS);
  const answers = await phase.run.wait(
    asked.map((entry) => ({
      type: "question" as const,
      name: phase.steps.next(0, "stale-entry"),
      topic: "stale-entry",
      text: `⚠️ STALE: "${entry.name}" (${entry.category}) was last observed ${newerFeatures(entry, features)} features ago. ${saysNow(entry)} Does it still hold?`,
      options: [
        { value: "keep", label: "Keep it", hint: "counts as observed now" },
        { value: "update", label: "Update it", hint: "you write the new text" },
        { value: "retire", label: "Retire it", hint: "deleted; recorded in retro.md" },
        { value: "later", label: "Decide later", hint: "it stays marked as stale" },
      ],
      default: "later",
    })),
  );
  const changes: BankChange[] = [];
  for (const [index, entry] of stale.entries()) {
    const { category, name } = entry;
    const newer = newerFeatures(entry, features) ?? 0;
    const answer = answers[index];
    const text = answer === "update" ? await askText(phase, entry) : "";
    if (answer === "keep") changes.push({ category, name, type: "kept" });
    else if (lessonText(text) !== "") changes.push({ category, name, type: "updated", text });
    else if (answer === "retire") {
      changes.push({ category, name, type: "retired", reason: `not observed in the last ${newer} features` });
    } else changes.push({ category, name, type: "stale", newer }); // even without a new text: the old one stays
  }
  return changes;
}

async function askText(phase: Parts<"run" | "steps">, entry: BankEntry): Promise<string> {
  const text = await askPerson(phase, {
    name: phase.steps.next(0, "stale-text"),
    topic: "stale-text",
    text: `What should "${entry.name}" say from now on? ${saysNow(entry)} Leave it empty to keep it, marked as stale.`,
    options: [],
    freeText: true,
  });
  return text;
}

/** Long enough to recognise the entry; the whole text is in the file. */
const LONGEST_SHOWN = 300;

function saysNow({ description, text }: BankEntry): string {
  const said = description || text.replace(/^.*/, ""); // without prose: the lines below the heading
  return `It says: "${cutAt(plainWords(said), LONGEST_SHOWN)}"`;
}

/** The file ends inside a fence or a comment, so text added there would not become an entry. */
function isSwallowed(files: readonly BankFile[], change: BankChange, { features }: BankBefore): boolean {
  return change.type === "added" && applyBankChanges(files, [change], 1, features).length === 0;
}

async function tellLost(
  phase: Parts<"ports" | "run" | "steps">,
  lost: number,
  { dirty, files }: BankBefore,
): Promise<void> {
  if (lost === 0) return;
  const unread = files.flatMap(({ problem }) => problem ?? []);
  const unsaved = `${dirty.join(", ")} ${dirty.length === 1 ? "has" : "have"} uncommitted changes`;
  const whys = [...unread, ...(dirty.length > 0 ? [unsaved] : [])];
  const why = whys.length > 0 ? whys.join("; ") : "a file ends inside a fence or a comment";
  await tellOnce(phase, "bank-left", lost, [`${lost} lessons were not written to the knowledge bank: ${why}`]);
}

export function withChanges(
  files: readonly BankFile[],
  changes: readonly BankChange[],
  feature: number,
  features: readonly number[],
): BankFile[] {
  const changed = applyBankChanges(files, changes, feature, features);
  return files.map((file) => changed.find(({ category }) => category === file.category) ?? file);
}

export function featureOf({ feature }: Parts<"feature">): number {
  return parseFeatureKey(feature.key)?.number ?? 0;
}
