// Files with which a repository makes a person's own programs run something: an editor that opens the folder, an agent
// that is started there, a container that is built for it. And those that tell every agent how to work here, the next
// feature's reviewers too. No check runs them, so their change is told separately.

/** Everything in these folders, and a link in place of one. */
const FOLDERS: readonly RegExp[] = [
  /(?:^|\/)\.(?:claude|codex|cursor|gemini|opencode|qwen|windsurf|kiro|continue|roo|cline|crush|goose|factory)(?:\/|$)/i,
  /(?:^|\/)\.(?:agents|amp|augment|copilot|junie|kilocode|kimi|trae)(?:\/|$)/i,
  /(?:^|\/)\.(?:vscode|vs|idea|run|zed|fleet|idx|devcontainer)(?:\/|$)/i,
];

/** By the name of the file, wherever it is. */
const FILES =
  /(?:^|\/)(?:\.mcp\.json|\.devcontainer\.json|\.gitpod\.ya?ml|\.replit|(?:opencode|\.?crush)\.jsonc?|\.aider\.conf\.ya?ml|[^/]+\.code-workspace|\.n?vimrc|\.exrc|\.nvim\.lua|\.dir-locals(?:-2)?\.el|\.gdbinit|\.lldbinit)$/i;

/** Read by agents before they begin, wherever the file is. */
const GUIDES =
  /(?:^|\/)(?:(?:AGENTS|CLAUDE|GEMINI|QWEN)(?:\.local|\.override)?\.md|\.(?:cursor|windsurf|cline)rules(?:\/.*)?|\.goosehints|copilot-instructions\.md|[^/]+\.instructions\.md)$/i;

export function isToolFile(path: string): boolean {
  return FOLDERS.some((folder) => folder.test(path)) || FILES.test(path);
}

export function isGuide(path: string): boolean {
  return GUIDES.test(path) && !isToolFile(path);
}
