// One table holds the answer that `--yolo` gives to every question. `undefined` is a hard stop: the question stays open
// and the command ends with exit 4, because continuing could overrule a person or approve unjudged work.

const YOLO_ANSWERS: Readonly<Record<string, string | undefined>> = {
  "start-point": "base",
  "which-work": undefined, // not asked with --yolo: the newest of exactly that idea
  requirements: "from-description",
  "brainstorm-clarify": "infer",
  "brainstorm-type": "product",
  "author-question": "leave",
  "brainstorm-decision": "promote",
  "brainstorm-blocked": undefined,
  tests: undefined, // not asked with --yolo: the run stops
  "at-cap": undefined, // not asked with --yolo: a rule decides
  "cap-words": undefined,
  dispute: undefined, // not asked with --yolo: the run stops, or an adjudicator rules
  "dirty-artifact": undefined,
  "wrong-branch": undefined,
  "foreign-change": undefined,
  "foreign-commit": undefined,
  "input-changed": undefined,
  "reviewer-wrote": undefined,
  "other-files": "leave",
  "document-changed": "restore",
  "requested-changes": undefined,
  backward: "continue",
  skip: "continue",
  "mixed-files": undefined,
  "git-settings": undefined,
  breaker: undefined,
  "no-code": undefined, // not asked with --yolo: the run stops
  "accepted-tests": undefined,
  divergences: undefined, // not asked with --yolo: fixed twice, then a stop
  "task-failed": "retry",
  "task-failed-again": undefined,
  "task-collided": undefined,
  closing: "continue",
  "open-tasks": "continue",
  receipts: undefined, // not asked with --yolo: the run stops
  unjudged: undefined,
  "decisions-by-hand": undefined,
  "base-branch": undefined,
  "dirty-tree": undefined,
  finish: "merge",
  "stale-entry": "later",
  "stale-text": undefined,
};

export function yoloAnswer(topic: string): string | undefined {
  return YOLO_ANSWERS[topic];
}
