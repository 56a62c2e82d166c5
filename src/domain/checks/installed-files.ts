// Packages that were installed into the tree. Checks run them, git ignores them and so no diff shows a change. Agents do
// not write them by hand; where they cannot be held, what was touched is told.

const FOLDERS = new Set(["node_modules", ".venv", "venv", "site-packages", "vendor", ".yarn", "bower_components"]);

/** Their tools write here whenever they run. */
const CACHES =
  /(?:^|\/)(?:node_modules|\.yarn)\/\.(?!bin\/|pnpm\/)[^/]+(?:\/|$)|\/__pycache__\/|\.pyc$|(?:^|\/)\.yarn\/(?:cache|install-state\.gz|unplugged)/;

export const AGENTS_INSTALL_NOTHING = "installed packages are not edited by hand: they come from a package manager";

export function isInstalledFolder(name: string): boolean {
  return FOLDERS.has(name);
}

export function isCache(path: string): boolean {
  return CACHES.test(path);
}

/** What an agent's own tools may not write. Fixtures of tests may hold packages of their own; other folders may be tracked. */
export function isInstalled(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  const at = folders.findIndex((name) => /^(?:node_modules|\.venv|site-packages)$/i.test(name));
  return at >= 0 && !folders.slice(0, at).some((name) => /^(?:__)?(?:tests?|fixtures?|spec)(?:__)?$/i.test(name));
}

const MOST = 5;

/** For a person: `node_modules/x/run.mjs (not in git)`, and how many there are besides. */
export function describeTouched(paths: readonly string[]): string[] {
  const shown = paths.slice(0, MOST).map((path) => `${path} (not in git)`);
  return paths.length <= MOST ? shown : [...shown, `${paths.length - MOST} more installed files (not in git)`];
}
