// Files with which a repository makes a person's own programs run something: an editor that opens the folder, an agent
// that is started there, a container that is built for it. And those that tell every agent how to work here, the next
// feature's reviewers too. No check runs them, so their change is told separately.

/** Everything in these folders. */
const FOLDERS =
  /(?:^|\/)\.(?:claude|codex|cursor|gemini|opencode|qwen|windsurf|kiro|continue|roo|vscode|idea|zed|fleet|devcontainer)\//i;

/** By the name of the file, wherever it is. */
const FILES =
  /(?:^|\/)(?:\.mcp\.json|\.devcontainer\.json|opencode\.jsonc?|\.aider\.conf\.ya?ml|[^/]+\.code-workspace|\.n?vimrc|\.exrc|\.nvim\.lua|\.dir-locals(?:-2)?\.el|\.gdbinit|\.lldbinit)$/i;

/** Read by agents before they begin, wherever the file is. */
const GUIDES =
  /(?:^|\/)(?:(?:AGENTS|CLAUDE|GEMINI|QWEN)(?:\.local|\.override)?\.md|\.(?:cursor|windsurf|cline)rules|\.goosehints|copilot-instructions\.md|[^/]+\.instructions\.md)$/i;

export function isToolFile(path: string): boolean {
  return FOLDERS.test(path) || FILES.test(path);
}

export function isGuide(path: string): boolean {
  return GUIDES.test(path) && !isToolFile(path);
}
