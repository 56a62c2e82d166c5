// How a phase ended, without what differs between any two runs: times, and the names of commits. Two ends are identical
// when these texts are.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Place } from "./place.ts";

export interface EndState {
  readonly head: string;
  /** By branch: its commits' subjects, its files. */
  readonly subjects: string;
  readonly files: string;
  /** `git status`, and the bytes of what is not tracked. */
  readonly status: string;
  readonly bill: readonly BillRow[];
  /** Runs that were begun, and whether they have ended. */
  readonly runs: string;
  readonly questions: readonly string[];
}

/** A dispatch that is in the records. */
interface BillRow {
  /** `specify/1/0/spec-author fresh completed` */
  readonly dispatch: string;
  readonly attempt: string;
  readonly cost: string;
}

export function endStateOf(place: Place): EndState {
  const commits = place.git("rev-list", "--all").split("\n").filter(Boolean);
  const mask = maskOf(commits);
  const branches = place.git("for-each-ref", "--format=%(refname)").split("\n").filter(Boolean);
  return {
    head: place.git("rev-parse", "--symbolic-full-name", "HEAD").trim(),
    subjects: branches.map((ref) => `${ref}\n${place.git("log", "--topo-order", "--format=%s", ref)}`).join("\n"),
    files: branches.map((ref) => `${ref}\n${filesOf(place, ref, mask)}`).join("\n"),
    status: statusOf(place, mask),
    bill: billOf(place),
    ...runsOf(place),
  };
}

/** In which parts the two differ, with the first line that does. */
export function differences(wanted: EndState, got: EndState): string[] {
  const parts = ["head", "subjects", "files", "status", "runs"] as const;
  const texts = [
    ...parts.map((part) => [part, wanted[part], got[part]] as const),
    ["bill", printBill(wanted.bill, got.bill), printBill(got.bill, wanted.bill)] as const,
  ];
  return texts
    .filter(([, left, right]) => left !== right)
    .map(([part, left, right]) => `${part}: ${firstOf(left, right)}`);
}

/** An agent that was cut off before its answer is told so when it is asked again, which costs some tokens more. */
function printBill(bill: readonly BillRow[], other: readonly BillRow[]): string {
  const rows = bill.map(({ dispatch, attempt, cost }) => {
    const same = other.find((row) => row.dispatch === dispatch && row.attempt !== attempt);
    return `${dispatch} ${same ? "" : cost}`;
  });
  return rows.sort().join("\n");
}

/** Asked in this end and not in the other. */
export function questionsCaused(wanted: EndState, got: EndState): string[] {
  const left = [...wanted.questions];
  return got.questions.filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function maskOf(commits: readonly string[]): (text: string) => string {
  const known = new Set(commits);
  return (text) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replaceAll(/\b\d{8}-\d{6}\b/g, "TIME")
      .replaceAll(/"sum": "[0-9a-f]{16}"/g, '"sum": "SUM"') // of a text that has times in it
      .replaceAll(/\b\d+(?:\.\d+)? (?:m?s|min)\b/g, "DURATION")
      .replaceAll(/\b[0-9a-f]{40}\b/g, (sha) => (known.has(sha) ? "COMMIT" : sha));
}

function filesOf(place: Place, ref: string, mask: (text: string) => string): string {
  const entries = place.git("ls-tree", "-r", "--full-tree", ref).split("\n").filter(Boolean);
  const blobs = entries.map((entry) => entry.split(/[ \t]/)[2] ?? "");
  const contents = place.gitWith(`${blobs.join("\n")}\n`, "cat-file", "--batch=%(objectname)");
  return mask(
    `${entries.map((entry) => entry.replace(/ blob \w+/, "")).join("\n")}\n${contents.replaceAll(/^\w{40}$/gm, "")}`,
  );
}

function statusOf(place: Place, mask: (text: string) => string): string {
  const lines = place.git("status", "--porcelain", "--untracked-files=all").split("\n").filter(Boolean);
  return lines
    .map((line) => {
      const path = join(place.repo, line.slice(3));
      return mask(line.startsWith("??") && existsSync(path) ? `${line}\n${readFileSync(path, "utf8")}` : line);
    })
    .join("\n");
}

function billOf({ repo }: Place): BillRow[] {
  const folder = join(repo, ".git", "iflow", "runs");
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const files = names.filter((name) => name.endsWith(".outcome.json") && !basename(name).startsWith("."));
  return files.map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const field = (name: string) => new RegExp(`"${name}": ?"?([^",\n]*)`).exec(text)?.[1] ?? "";
    const [, step = "", attempt = ""] = /^(.*)\/(\d+)$/.exec(field("step")) ?? [];
    return { dispatch: [step, field("kind"), field("status")].join(" "), attempt, cost: field("cost") };
  });
}

/** Read as text, so that a journal of another format counts too. */
function runsOf({ repo }: Place): Pick<EndState, "runs" | "questions"> {
  const folder = join(repo, ".git", "iflow", "runs");
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const journals = names.map((name) => {
    const path = join(folder, name, "journal.jsonl");
    return { name: name.replace(/\.\d+$/, ""), text: existsSync(path) ? readFileSync(path, "utf8") : "" };
  });
  return {
    runs: journals.map(({ name, text }) => `${name} ${text.includes('"type":"ended"') ? "ended" : "open"}`).join("\n"),
    questions: journals.flatMap(({ text }) =>
      [...text.matchAll(/"type":"asked","step":"([^"]*)"/g)].map(([, name]) => name ?? ""),
    ),
  };
}

function firstOf(wanted: string, got: string): string {
  const [left, right] = [wanted.split("\n"), got.split("\n")];
  const index = Array.from({ length: Math.max(left.length, right.length) }).findIndex(
    (_, at) => left[at] !== right[at],
  );
  return `${JSON.stringify(left[index] ?? "nothing")} became ${JSON.stringify(right[index] ?? "nothing")}`;
}
