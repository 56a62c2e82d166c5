// The work still open when a feature is about to be finished: tasks not recorded as done, and unticked boxes. If the
// implementation log has a task, its boxes count as settled: documents are approved, so their boxes stay unticked.
import { readProseLines, readSections } from "../text/markdown.ts";

export interface OpenWork {
  /** `1.2: Count failed logins` */
  readonly tasks: readonly string[];
  readonly boxes: number;
}

const TASK = /^Task\s+(\d+(?:\.\d+)*[a-z]?)\s*[:.\u2013\u2014-]?\s*(.*)$/i;

/** Without a log there is no telling which tasks were done; then only boxes count. Without either, nothing is open. */
export function findOpenWork(tasks: string | undefined, log: string | undefined): OpenWork {
  if (tasks === undefined) return { tasks: [], boxes: 0 };
  const logged = new Set(tasksOf(log ?? "").map(({ number }) => number));
  const asked = tasksOf(tasks);
  const done = asked.filter(({ number }) => logged.has(number));
  const open = log === undefined ? [] : asked.filter(({ number }) => !logged.has(number));
  const boxes = readProseLines(tasks).filter(
    ({ text, start }) =>
      /^\s*(?:[-*+]|\d+[.)])\s+\[ \](?:\s|$)/.test(text) &&
      !done.some((task) => task.start <= start && start < task.end),
  );
  return { tasks: open.map(({ number, title }) => `${number}: ${title}`), boxes: boxes.length };
}

function tasksOf(text: string) {
  return readSections(text).flatMap(({ title, start, end }) => {
    const [, number, words = ""] = TASK.exec(title.replaceAll("**", "")) ?? [];
    return number === undefined ? [] : [{ number, title: words, start, end }];
  });
}
