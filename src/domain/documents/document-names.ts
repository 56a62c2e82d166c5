// The five documents of a feature, in the order they are written.

export const ARTIFACT_KINDS = ["prd", "spec", "design", "plan", "tasks"] as const;

export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

const TITLES: Readonly<Record<ArtifactKind, string>> = {
  prd: "PRD",
  spec: "Spec",
  design: "Design",
  plan: "Plan",
  tasks: "Tasks",
};

/** As printed in prompts. */
export function artifactTitle(kind: ArtifactKind): string {
  return TITLES[kind];
}

export type ArtifactName = `${ArtifactKind}.md`;

export function artifactFile(kind: ArtifactKind): ArtifactName {
  return `${kind}.md`;
}

export const DOCUMENTS: readonly ArtifactName[] = ARTIFACT_KINDS.map(artifactFile);

export function kindOfFile(name: string): ArtifactKind | undefined {
  return ARTIFACT_KINDS.find((kind) => artifactFile(kind) === name);
}
