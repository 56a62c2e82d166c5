// The documents of a feature: which there are, and one of them as markup with the issues at their places. Only names that stand
// in its folder can be asked for.
import { artifactFileOf, PHASES } from "../../../../domain/feature/phase.ts";
import { brainstormNumber } from "../../../../domain/review/brainstorm.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { safeMarkdown } from "../../view/documents/safe-markdown.ts";
import { lineFinder } from "../../view/feature/place-of-issue.ts";
import type { IssueView } from "../../view/model/common.ts";
import type { DocumentRef, DocumentView } from "../../view/model/feature.ts";
import type { FeaturePlace } from "./feature-place.ts";

const NAME = /^[\w][\w.-]{0,200}\.md$/;

interface About {
  readonly key: string;
  readonly issues: readonly IssueView[];
  readonly phases: readonly { readonly phase: string; readonly outcome: string | null }[];
}

export async function documentRefs(place: FeaturePlace, about: About): Promise<DocumentRef[]> {
  const names = (await place.list()).filter((name) => NAME.test(name));
  const refs = await Promise.all(names.map((name) => refOf(place, name, about)));
  const order = ["prd.md", ...PHASES.map(artifactFileOf)];
  const placeIn = ({ name }: DocumentRef) => (order.indexOf(name) + order.length + 1) % (order.length + 1);
  return refs.flatMap((ref) => ref ?? []).sort((one, other) => placeIn(one) - placeIn(other));
}

async function refOf(
  place: FeaturePlace,
  name: string,
  { key, issues, phases }: About,
): Promise<DocumentRef | undefined> {
  const path = `${place.folder}/${name}`;
  const text = await place.read(path);
  if (text === undefined) return undefined;
  const phase = phaseOf(key, name);
  return {
    ...{ name, path, phase, lines: linesOf(text) },
    outcome: phases.find((one) => one.phase === phase)?.outcome ?? null,
    issues: issues.filter((issue) => issue.phase === phase).map(({ id }) => id),
  };
}

export async function documentView(place: FeaturePlace, name: string, { key, issues }: About): Promise<DocumentView> {
  const path = `${place.folder}/${name}`;
  const isThere = NAME.test(name) && (await place.list()).includes(name);
  const text = isThere ? await place.read(path) : undefined;
  if (text === undefined)
    throw new IflowError("feature-unknown", `${key} has no document of that name`, { fix: `iflow show ${key}` });
  const { html, more } = safeMarkdown(text);
  const lineOf = lineFinder(text, name);
  const own = issues.filter(({ phase }) => phase === phaseOf(key, name));
  return {
    ...{ name, path, sha: place.sha, lines: linesOf(text), html },
    ...(more > 0 && { more }),
    issues: own.map((issue) => ({ ...issue, line: lineOf(issue.where) })),
  };
}

function phaseOf(key: string, name: string): string {
  if (brainstormNumber(key) !== undefined) return "brainstorm";
  return PHASES.find((phase) => artifactFileOf(phase) === name) ?? "finish";
}

const linesOf = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
