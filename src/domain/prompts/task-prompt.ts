// The prompt of a role that is asked once for one thing: research, a retrospective, a look at the documentation.
import { roleOf } from "../roles/role.ts";
import { personBlock } from "./person-block.ts";
import type { Block, Prompt } from "./prompt.ts";
import { factsBlock, memoriesBlock, type RoleMaterial, schemaText, upstreamBlocks } from "./review-prompt.ts";
import { type CodeTrunk, layOut } from "./trunk.ts";

/** `work` is Markdown with its own headings. */
export function taskPrompt(
  material: RoleMaterial,
  work: string,
  facts: readonly string[] = [],
  code?: CodeTrunk,
): Prompt {
  const { rolePrompt, role } = material;
  const hasSchema = roleOf(role).reply !== "text";
  const blocks: (Block | undefined)[] = [
    { slot: "role", layer: "frozen", text: [rolePrompt.rubric, rolePrompt.coda].filter(Boolean).join("\n\n") },
    ...upstreamBlocks(material, "your work"),
    rolePrompt.checks ? { slot: "checks", layer: "frozen", text: rolePrompt.checks } : undefined,
    hasSchema ? { slot: "schema", layer: "frozen", text: schemaText(role) } : undefined,
    ...personBlock(material),
    ...memoriesBlock(material),
    { slot: "work", layer: "round", text: work },
    ...factsBlock(facts),
  ];
  return layOut(
    material,
    blocks.filter((block) => block !== undefined),
    code,
  );
}
