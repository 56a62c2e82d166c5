// What an agent or a check starts is marked with the step it works for and the tree it works in, in its environment. The
// mark is found again when a killed process left it running, and a command that is a person's word looks for it.

export function stepMark(
  step: string,
  root: string,
): { readonly IFLOW_STEP: string; readonly IFLOW_STEP_ROOT: string } {
  return { IFLOW_STEP: step, IFLOW_STEP_ROOT: root };
}
