// Where the words for each role come from: content that can be edited without touching code.
import type { RoleId } from "../../domain/roles/role.ts";
import type { RolePrompt } from "../../domain/roles/role-prompt.ts";

export interface PromptLibrary {
  /** The same bytes for the life of the process, so that a run's prompts share their beginning. Missing: IflowError. */
  of(role: RoleId): Promise<RolePrompt>;
  /** What any reviewer is told when it looks at what another one has approved. */
  certifier(): Promise<string>;
}
