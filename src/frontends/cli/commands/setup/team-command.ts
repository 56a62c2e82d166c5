// `iflow team`: which database keeps the runs of this repository, whether it is reached, and who works.
import { checkTeam } from "../../../../app/setup/doctor.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { requirePerson } from "../../../drive/before/require-person.ts";
import type { CommandContext } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";
import { checkLine } from "./doctor-text.ts";

export async function teamCommand(context: CommandContext): Promise<CommandResult> {
  const { wiring, terminal } = context;
  const { ports } = await context.open();
  const team = await wiring.teamHere(ports.repository);
  if (!team) {
    const text = "Runs of this repository are kept on this machine: no team.db is set.\nNext: iflow team init --help";
    return { data: { place: null }, text };
  }
  const { check, problem } = await checkTeam(team);
  if (problem !== undefined) {
    const error = { code: problem.code, message: check.detail, ...(check.fix !== undefined && { fix: check.fix }) };
    return {
      data: { place: team.place, repository: team.repository },
      exit: EXIT.failed,
      error,
      text: checkLine(check, terminal),
    };
  }
  const [open, movers, features] = await Promise.all([
    ports.runs.open(),
    ports.stops.movers(),
    ports.team?.features() ?? new Map(),
  ]);
  const rows = movers.map(({ feature, host, pid, command }) => `${feature}: ${command}, process ${pid} on ${host}`);
  const numbers = `features ${features.size}, open runs ${open.length}, at work ${movers.length}`;
  return {
    data: { place: team.place, repository: team.repository, features: features.size, open: open.length, movers },
    text: [
      checkLine(check, terminal),
      `  ${numbers}`,
      ...rows.map((row) => wordsRow("  ", row, terminal.columns)),
    ].join("\n"),
  };
}

/** The address of a command line is also in the shell's history, so a variable is as good. */
export async function teamInitCommand(
  context: CommandContext,
  { db = context.wiring.teamAddress }: { readonly db?: string | undefined },
): Promise<CommandResult> {
  const { wiring, terminal } = context;
  const here = await context.open().catch(() => undefined); // it needs no repository
  if (here) await requirePerson({ wiring, ...here }, "sets up a team's database", "iflow team init");
  if (db === undefined) throw noAddress("init");
  const { place, isNew, hasQueue } = await wiring.makeTeam(db);
  const { marks, paint } = terminal;
  const line = `export IFLOW_TEAM_DB=postgresql://NAME:PASSWORD@${place}`;
  return {
    data: { place, isNew, hasQueue, colleagues: line },
    text: [
      `${paint.green(marks.pass)} ${isNew ? "the tables are made" : "the tables were there already"}: ${place}`,
      "",
      "Each colleague needs the package pg once, and one line (in their own shell or",
      "settings, never in the repository):",
      "  npm install --global pg@8",
      `  ${line}`,
      "",
      ...(hasQueue ? [] : ["For workers: npm install --global @dbos-inc/dbos-sdk@5, then: iflow team init", ""]),
      "Next: iflow team",
    ].join("\n"),
    verbatim: true,
  };
}

/** Everybody but the owner sees the repositories they were let into, and no others. */
export async function teamGrantCommand(
  context: CommandContext,
  role: string,
  { as, db = context.wiring.teamAddress }: { readonly as: "worker" | "client"; readonly db?: string | undefined },
): Promise<CommandResult> {
  const { wiring, terminal } = context;
  if (db === undefined) throw noAddress(`grant ${role}`);
  const { ports } = await context.open();
  await requirePerson({ wiring, ports }, "lets others into a repository", `iflow team grant ${role} --as ${as}`);
  const team = await wiring.teamHere(ports.repository);
  if (!team) {
    throw new IflowError("usage", "no team.db is set here, so it is not known what this repository is called there", {
      fix: `export IFLOW_TEAM_DB=postgresql://owner@host:5432/database, then: iflow team grant ${role} --as ${as}`,
    });
  }
  const { repository } = team;
  await wiring.letIn(db, { role, as, repository });
  const may = as === "worker" ? "moves runs" : "looks, answers and asks to stop";
  return {
    data: { role, as, repository },
    text: `${terminal.paint.green(terminal.marks.pass)} ${role} is a ${as} of ${repository}: ${may}`,
  };
}

function noAddress(words: string): IflowError {
  return new IflowError("usage", "which database? None is named", {
    fix: `iflow team ${words} --db postgresql://owner@host:5432/database   (or set IFLOW_TEAM_DB)`,
  });
}
