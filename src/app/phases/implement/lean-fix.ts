// A fixer that does not work on the trunk: it is given the files and the sections of spec and design that its issues
// cite, whole, as they are in the commit. What its session has seen is remembered, so that it is not sent again.
import { citedSections } from "../../../domain/documents/cited-sections.ts";
import { artifactFile, artifactTitle } from "../../../domain/documents/document-names.ts";
import { citedPlaces } from "../../../domain/prompts/cited-places.ts";
import { leanFixPrompt, printCited } from "../../../domain/prompts/lean-fix-prompt.ts";
import type { Prompt } from "../../../domain/prompts/prompt.ts";
import type { RoleMaterial } from "../../../domain/prompts/review-prompt.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { PromptExtra } from "../../dispatch/ask-author.ts";
import { choosesLean, mayLeaveTrunk } from "../../economy/fixer-choice.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { printFile } from "./code/code-files.ts";
import type { Implementation, LeanSession } from "./code/implementation.ts";

export interface LeanFix {
  /** A fresh fixer is lean. */
  readonly isChosen: boolean;
  fresh(extra: PromptExtra): Prompt;
  /** What the issues cite and the session of a lean fixer has not seen; undefined for a session on the trunk. */
  readonly unseen: string | undefined;
  /** What others changed since it looked. */
  readonly changed: readonly string[];
  /** Call when it has answered and its changes are committed. */
  remember(answered: { readonly isResumed: boolean; readonly files: readonly string[] }): void;
}

interface LeanJob {
  readonly round: number;
  readonly issues: readonly RoleIssue[];
  readonly facts: readonly string[];
  readonly material: RoleMaterial;
  /** The prompt of a fresh fixer on the trunk. */
  readonly onTrunk: (extra: PromptExtra) => Prompt;
}

/** Undefined where a fixer has to stay on the trunk. */
export async function leanFix(phase: PhaseRun, code: Implementation, job: LeanJob): Promise<LeanFix | undefined> {
  if (!mayLeaveTrunk(phase)) return undefined;
  const { round, issues, material, onTrunk } = job;
  const { files } = code;
  const head = headOf(phase);
  const places = citedPlaces(issues, files);
  const session = sessionOf(phase, code);
  const cited = await print(phase, code, head, places);
  const fresh = ({ facts, fallback }: PromptExtra) =>
    leanFixPrompt(material, { issues, files, facts: [...job.facts, ...facts], fallback }, cited);
  const told = { facts: [], fallback: false };
  const fileChars = (code.trunk?.codeChars ?? 0) / files.length;
  const prompts = { trunk: onTrunk(told), lean: fresh(told) };
  const isChosen = places.isComplete && (await choosesLean(phase, { round, ...prompts, fileChars }));
  const changed = session ? await changedSince(phase, session, head) : [];
  const unseen = session
    ? await print(phase, code, head, {
        files: places.files.filter((path) => !session.files.has(path) || changed.includes(path)),
        ids: places.ids.filter((id) => !session.ids.has(id)),
      })
    : undefined;
  return {
    ...{ isChosen, fresh, unseen },
    changed: changed.filter((path) => !places.files.includes(path)),
    remember: ({ isResumed, files: own }) => {
      const before = isResumed ? session : undefined;
      const agent = phase.sessions.entryOf("fixer")?.agent_id;
      const isLean = isResumed ? session !== undefined : isChosen;
      code.keepLeanSession(
        agent && isLean
          ? {
              ...{ agent, head: headOf(phase) },
              files: new Set([...(before?.files ?? []), ...places.files, ...own]),
              ids: new Set([...(before?.ids ?? []), ...places.ids]),
            }
          : undefined,
      );
    },
  };
}

function headOf({ world, run }: Pick<PhaseRun, "world" | "run">): string {
  return world.expected.head ?? run.head.base;
}

/** Undefined if the fixer's session, if it has one, is on the trunk. */
function sessionOf({ sessions }: Pick<PhaseRun, "sessions">, { leanSession }: Implementation): LeanSession | undefined {
  return sessions.entryOf("fixer")?.agent_id === leanSession?.agent ? leanSession : undefined;
}

/** By anybody else: after its own fix the session knew the files as they were committed. */
async function changedSince(phase: PhaseRun, { head: seen, files }: LeanSession, head: string): Promise<string[]> {
  if (seen === head) return [];
  const changed: string[] = [];
  for (const path of files) {
    if ((await printFile(phase, seen, path)) !== (await printFile(phase, head, path))) changed.push(path);
  }
  return changed.sort();
}

async function print(
  phase: PhaseRun,
  { documents }: Implementation,
  head: string,
  { files, ids }: { readonly files: readonly string[]; readonly ids: readonly string[] },
): Promise<string> {
  const sections = (["spec", "design"] as const).flatMap((kind) => {
    const text = citedSections(documents[kind], ids);
    return text === ""
      ? []
      : [{ title: artifactTitle(kind), path: `${phase.feature.folder}/${artifactFile(kind)}`, text }];
  });
  const texts: string[] = [];
  for (const path of files) texts.push(await printFile(phase, head, path));
  return printCited(sections, texts);
}
