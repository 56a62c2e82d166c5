// `iflow doctor`: one screen about this machine. With --runtime it also tests that runtime's sessions.
import { checkTrees } from "../../../../app/setup/check-trees.ts";
import { chooseRuntime, refuseDefault } from "../../../../app/setup/choose-runtime.ts";
import {
  type Check,
  type CheckedRuntime,
  checkBase,
  checkError,
  checkIdentity,
  checkPrices,
  checkRuntime,
  checkSandbox,
  checkTeam,
  checkTests,
  checkTrust,
  checkVersions,
  testRuntime,
} from "../../../../app/setup/doctor.ts";
import { findBase } from "../../../../app/setup/init-answers.ts";
import type { TestedSessions } from "../../../../app/setup/session-test.ts";
import { type Readiness, sumUp } from "../../../../app/setup/sum-up.ts";
import { type Config, DEFAULT_CONFIG, mergeConfig } from "../../../../domain/config/config.ts";
import { asWritten, type RepositoryTrust, trustOf } from "../../../../domain/config/repository-trust.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { FoundRuntime } from "../../../../ports/agents/agent-runtime.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { ConfigPlace, RuntimeChoice } from "../../../../ports/wiring.ts";
import { requireTrust } from "../../../drive/before/require-trust.ts";
import type { CommandContext } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { wrapWords } from "../../screen/wrap-words.ts";
import { agentLines, checkLine, testLines } from "./doctor-text.ts";

export async function doctorCommand(context: CommandContext, flags: { readonly runtime?: string }) {
  const { terminal, wiring } = context;
  const { root, config, written, checks, trust } = await lookAround(context, flags.runtime !== undefined);
  const open = (choice: RuntimeChoice) => wiring.openAgent({ root, signal: context.signal }, config, choice);

  terminal.status(["looking for agents"]);
  const found = await wiring.findRuntimes(config).finally(() => terminal.status(undefined));
  const wrong = wrongDefault(written, found);
  if (wrong)
    checks.splice(
      checks.findIndex(({ name }) => name === "config"),
      1,
      wrong,
    );
  const runtimes: CheckedRuntime[] = [];
  for (const one of found) runtimes.push(await checkRuntime(wiring.gatePorts.gates, one, open));

  let tested: TestedSessions | undefined;
  if (flags.runtime !== undefined) {
    const { choice } = chooseRuntime(flags.runtime, config, found);
    try {
      const agent = await open(choice);
      tested = await testRuntime(wiring.gatePorts, agent, context.signal, () =>
        terminal.say(`testing the sessions of ${flags.runtime}: two short turns, a few cents ...`),
      );
    } catch (error) {
      if (error instanceof IflowError && error.code === "usage") throw error;
      checks.push(checkError(flags.runtime, error)); // the table still shows the alternatives
    }
  }
  const readiness = sumUp({ checks, runtimes, config, trust, asked: flags.runtime });
  const { ready, sentence } = readiness;
  return {
    exit: exitOf(checks, readiness, tested),
    data: { iflow: wiring.version, checks, runtimes, gate: tested?.result ?? null, ready, sentence },
    text: [
      `iflow ${wiring.version}`,
      ...checks.map((check) => checkLine(check, terminal)),
      "",
      "agents",
      ...agentLines(runtimes, flags.runtime ?? config.runtime.default, terminal),
      ...(tested ? ["", ...testLines(tested, terminal)] : []),
      "",
      ...wrapWords(sentence, terminal.columns),
    ].join("\n"),
  };
}

/** Also of settings that are not confirmed yet: once they are, they would count. */
function wrongDefault(written: Config, found: readonly FoundRuntime[]): Check | undefined {
  const error = refuseDefault(written, found);
  if (error === undefined) return undefined;
  const { detail, ...check } = checkError("config", error);
  return { ...check, detail: `runtime.default: ${detail}` };
}

/** Everything that does not depend on agents. Continues even outside a repository or with an invalid config. */
async function lookAround(context: CommandContext, isRunning: boolean) {
  const { wiring, cwd, emit } = context;
  const checks = checkVersions(await wiring.versions());
  let place: ConfigPlace = { root: cwd };
  let config: Config = DEFAULT_CONFIG;
  let written: Config = DEFAULT_CONFIG;
  let trust: RepositoryTrust["state"] = "nothing";
  let ports: Ports | undefined;
  try {
    ports = await wiring.openPorts(cwd, emit);
    place = ports.repository;
    checks.push({ name: "repository", state: "ok", detail: place.root });
    const { head } = await ports.repository.where();
    checks.push(checkIdentity(await ports.commits.identity(), head !== undefined));
    const team = await wiring.teamHere(ports.repository);
    if (team) checks.push((await checkTeam(team)).check);
  } catch (error) {
    checks.push({ ...checkError("repository", error), state: "warning" });
  }
  try {
    // an agent is started only with settings that count
    const layers = isRunning ? await requireTrust(context, place) : await wiring.readConfigLayers(place);
    config = mergeConfig(layers);
    written = mergeConfig(asWritten(layers));
    if (ports !== undefined) {
      const base = await findBase(ports, config.baseBranch);
      const { local } = await ports.repository.branches();
      checks.push(
        checkBase(base, local),
        ...(await checkTrees(ports, base.type === "known" ? base.branch : undefined)),
      );
    }
    checks.push({ name: "config", state: "ok", detail: "all keys and values are valid" });
    const trusted = trustOf(layers);
    trust = trusted.state;
    checks.push(...checkTrust(trusted), checkTests(config.checks, trusted));
    checks.push(checkSandbox(await wiring.sandboxStatus(place.root, config), config.sandbox));
  } catch (error) {
    if (error instanceof IflowError && error.code === "needs-answer") throw error;
    checks.push(checkError("config", error));
  }
  return { root: place.root, config, written, trust, checks: [...checks, checkPrices(wiring.gatePorts.clock.now())] };
}

function exitOf(checks: readonly Check[], { agent }: Readiness, tested: TestedSessions | undefined): number {
  if (tested?.result.failure) return tested.conclusive ? EXIT.notApproved : EXIT.agentUnavailable;
  if (checks.some(({ state }) => state === "problem")) return EXIT.failed;
  return agent === undefined ? EXIT.agentUnavailable : EXIT.done;
}
