// Files with which a repository makes a person's own programs run something: an editor that opens the folder, an agent
// that is started there, a container that is built for it. No check runs them, so their change is told separately.

/** Everything in these folders. */
const FOLDERS =
  /(?:^|\/)\.(?:claude|codex|cursor|gemini|opencode|qwen|windsurf|kiro|continue|roo|vscode|idea|zed|fleet|devcontainer)\//i;

/** By the name of the file, wherever it is. */
const FILES =
  /(?:^|\/)(?:\.mcp\.json|\.devcontainer\.json|opencode\.jsonc?|\.aider\.conf\.ya?ml|[^/]+\.code-workspace|\.n?vimrc|\.exrc|\.nvim\.lua|\.dir-locals(?:-2)?\.el|\.gdbinit|\.lldbinit)$/i;

export function isToolFile(path: string): boolean {
  return FOLDERS.test(path) || FILES.test(path);
}
