// Files that `npm test` plays in turn: one in so many, other ones every hour (matrix.ts). Here are variants of roads that
// other files walk in every run: what a promise says is shown by one of those (requirements.test.ts holds that).
// `npm run test:all` plays every file, and so does asking for one by its name.
export interface Turn {
  readonly oneIn: number;
  /** Below the folder of the kind, without `.test.ts`. */
  readonly of: readonly string[];
}

export const IN_TURN = {
  stories: [
    {
      oneIn: 6,
      of: [
        ...["phases/implement/implement-hostile", "phases/implement/implement-scenarios"],
        ...["phases/implement/implement-repair", "phases/implement/left-out", "phases/implement/implement-empty"],
        ...["phases/finish/unjudged", "phases/finish/unmerged-feature", "phases/finish/finish-pull-request"],
        ...["phases/finish/squash", "work/foreign-change", "work/untested"],
        ...["run/bit-flips", "run/durable-chain", "run/printed-commands", "run/calm-screen", "billing/gc"],
        ...["billing/before-paying", "dispatch/specify-acp", "dispatch/faults", "dispatch/anthropic-trouble"],
        ...["dispatch/web-anthropic", "dispatch/runtime-roles", "dispatch/agent-config", "dispatch/effort"],
        ...[
          "economy/no-fork",
          "economy/lean-fixer",
          "review/depth-escalates",
          "economy/ping-trouble",
          "economy/rebase",
        ],
        ...["economy/keep-warm", "review/depth-auto", "review/persons-word", "review/loop-endings"],
        ...["review/outcome-words", "review/forged-words", "receipts/forged-receipts", "review/control-characters"],
        ...["review/less-trodden", "receipts/finish-receipts", "feature/names"],
        ...["setup/beginner-mistakes", "setup/complete", "setup/trust-of-runs", "dispatch/host-mishaps"],
        ...["receipts/verify", "work/what-commands-see", "economy/context-modes"],
        ...["page/stream"],
      ],
    },
    // in every run billing/cost measures loops, trees/own-tree has features side by side, hostile-claude the hostile set,
    // lanes and lanes-random tasks side by side
    {
      oneIn: 2,
      of: [
        ...["economy/economy", "trees/side-by-side", "dispatch/hostile-set"],
        ...["phases/implement/lanes-lost", "phases/implement/lanes-trouble"],
      ],
    },
  ],
  binary: [
    {
      oneIn: 6,
      of: [
        ...["between-records", "brainstorm-crash", "chain-crash", "config-kill", "crash-phases", "finish-crash"],
        ...["full-disk", "quick-crash", "receipts-crash", "review-crash", "squash-crash", "create-crash"],
        ...["lanes-crash", "many-features"],
      ],
    },
    {
      oneIn: 3,
      of: [
        "odd-files",
        "session-turn",
        "own-programs",
        "init-wizard",
        "look-first",
        "killed-and-abandoned",
        "mcp-odd-clients",
      ],
    },
    { oneIn: 2, of: ["one-screen", "terminal-widths", "tree-crash", "watch-and-stop"] },
  ],
  agents: [
    {
      oneIn: 4,
      of: [
        ...["claude-bounds", "claude-processes", "claude-replies", "claude-sessions"],
        ...["plugin-claude", "specify-claude-gate", "specify-claude-processes", "specify-claude-troubles"],
      ],
    },
    { oneIn: 2, of: ["claude-mcp", "claude-sandbox", "faults-claude", "implement-claude"] },
  ],
  browser: [{ oneIn: 2, of: ["whole-feature"] }],
} as const satisfies Record<string, readonly Turn[]>;
