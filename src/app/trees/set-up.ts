// The set-up command of a work tree (`worktree.setup`): what git ignores, such as installed packages, is not in a new tree. It
// runs once, before the first phase, through the same door as the project's checks. One that failed or was cut off is owed.
import { firstFailure } from "../../domain/checks/first-failure.ts";
import type { Config } from "../../domain/config/config.ts";
import type { OwnTree } from "../../domain/run/own-tree.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { listNames } from "../../domain/text/list-names.ts";
import type { CheckResult } from "../../ports/checks.ts";
import type { Ports } from "../../ports/ports.ts";

const LIMIT_MS = 30 * 60 * 1000;
const NAME = "set-up";
const STEP = "worktree/setup";

/** Nothing to do in a tree that iflow did not make, or where it is done. */
export async function setUpTree(ports: Ports, config: Config, key: string, signal: AbortSignal): Promise<void> {
  const { setup: command } = config.worktree;
  const isOwed = async () => {
    const here = command === undefined ? undefined : await ports.trees.here();
    return here?.setUp === undefined ? here : undefined;
  };
  if (command === undefined || !(await isOwed())) return;
  const lock = await ports.runs.lock(key, { command: "iflow (worktree.setup)" });
  try {
    const tree = await isOwed();
    if (tree) await setUp(ports, { tree, command, key, config }, signal);
  } finally {
    await lock.release();
  }
}

/** The same for the tree of a lane, whose feature this process works on already. `ports`: those of that tree. */
export async function setUpLane(ports: Ports, config: SetUpConfig, tree: OwnTree, signal: AbortSignal): Promise<void> {
  const { setup: command } = config.worktree;
  if (command === undefined || tree.setUp !== undefined) return;
  await setUp(ports, { tree, command, key: tree.lane?.of ?? tree.name, config }, signal);
}

type SetUpConfig = Pick<Config, "worktree" | "checks" | "sandbox">;

interface SetUp {
  readonly tree: OwnTree;
  readonly command: string;
  readonly key: string;
  readonly config: SetUpConfig;
}

async function setUp(ports: Ports, { tree, command, key, config }: SetUp, signal: AbortSignal): Promise<void> {
  const { checks, clock, emit, trees } = ports;
  const { settingUp, ...rest } = tree;
  if (settingUp) await ports.endProcess({ ...settingUp, step: STEP }); // two would work on the same files
  const begun = clock.now().getTime();
  const result = await checks.run(
    {
      command,
      step: STEP,
      environment: config.checks.environment,
      limitMs: LIMIT_MS,
      sandbox: config.sandbox,
      onSpawned: (child) => trees.keep({ ...rest, settingUp: child }),
      onLine: (line) => emit({ type: "check-output", name: NAME, line }),
    },
    signal,
  );
  if (result.end === "aborted") {
    throw new IflowError("interrupted", "stopped while the work tree was set up", {
      fix: "iflow continue",
      feature: key,
    });
  }
  const file = await trees.keepOutput(tree.name, result.output);
  const passed = result.end === "exited" && result.exitCode === 0;
  const milliseconds = clock.now().getTime() - begun;
  emit({ type: "check-ran", name: NAME, command, passed, tail: result.output.slice(-2000), milliseconds });
  if (!passed) throw failed({ command, key, file, tree }, result);
  await trees.keep({ ...rest, setUp: command });
  await tellChanged(ports);
}

interface Failed extends Pick<SetUp, "command" | "key"> {
  readonly file: string;
  readonly tree: OwnTree;
}

function failed({ command, key, file, tree }: Failed, result: CheckResult) {
  const how =
    result.end === "timed-out"
      ? `not ended after ${LIMIT_MS / 60_000} minutes`
      : result.exitCode === null
        ? "ended by a signal"
        : `exit code ${result.exitCode}`;
  const first = firstFailure(result.output);
  return new IflowError("blocked", `worktree.setup failed (${how}): ${command}`, {
    detail: [
      ...(first === undefined ? [] : [first]),
      `all it said: ${file}`,
      `${key} is kept as it is, in ${tree.path}`,
    ].join("\n"),
    fix: `repair what it names, or worktree.setup${tree.lane ? "" : " in that tree"}, then: iflow continue   (runs it again)`,
    feature: key,
  });
}

/** An install that writes its lock file would otherwise pass for the first agent's change. */
async function tellChanged({ merging, emit }: Pick<Ports, "merging" | "emit">): Promise<void> {
  const changed = (await merging.localChanges()).map(({ path }) => path);
  if (changed.length === 0) return;
  const text = `worktree.setup changed ${listNames(changed)}: commit or ignore it, or let the command leave it alone`;
  emit({ type: "warned", text });
}
