// What `iflow {command} --help` prints below the flags: what does not fit on one line, and an example. docs/commands.md
// prints it too. Lines that begin with two spaces are typed or printed literally; the others are prose.

export const MORE_HELP: Readonly<Record<string, string>> = {
  run: `
All seven phases: brainstorm, specify, design, create-plan, create-tasks,
implement, finish. It asks you at the end of each phase, unless --yolo is set.
--depth auto looks first and takes the light way (iflow quick --help) where the
change is small and touches nothing in risk.paths; the brainstorm is left out.
  iflow run "limit logins to 5 a minute" --max-cost 20
  iflow run "show the version in the footer" --depth auto`,

  quick: `
For what one reviewer can oversee: a typo, a label, a small fix. Nobody reviews
the spec, and no agent updates documentation or draws lessons. If the real diff
touches risk.paths or grows beyond risk.size, it is escalated before the merge:
the spec and three reviewers follow, as in a full run.
  iflow quick "fix the typo in the login message"
  iflow quick "fix the typo in the login message" --yolo`,

  brainstorm: `
Asks a few questions, researches, then writes and reviews a PRD in
docs/brainstorms/. It commits nothing and names the next command.
  iflow brainstorm "limit logins to 5 a minute"`,

  team: `
Set with team.db (IFLOW_TEAM_DB): docs/team.md says how.
  iflow team`,

  "team init": `
The database is there already; its tables are made in a
schema of their own, iflow. An address on the command line
stays in your shell's history: without --db, IFLOW_TEAM_DB
is read.
  iflow team init --db postgresql://owner@db.example.com/iflow`,

  "team grant": `
A worker moves runs; a client looks, answers and asks to
stop, and can begin or continue nothing. Both see only the
repositories they were let into. Who may log in is a matter
of the server: create the role there first.
  iflow team grant anna --as worker`,

  "create-feature": `
Makes the branch feature/007-..., from the base branch, and the folder
docs/features/007-... If HEAD is on the branch of a feature that is not merged,
it asks whether to stack the new one on it; --from answers beforehand.
  iflow create-feature "limit logins to 5 a minute"
  iflow create-feature "export as CSV" --prd docs/brainstorms/export.prd.md
  iflow create-feature "export as PDF" --project P001 --depends-on 006-csv
  iflow create-feature "export as ODS" --from 006-export-csv`,

  specify: `
Drafts spec.md, checks it, has it reviewed, and commits exactly the reviewed
text. At most five rounds; if something is open then, you decide.
  iflow specify --yolo --max-cost 3`,

  design: `
Works in five recorded stages, research first, and commits design.md once it is
approved.
  iflow design`,

  "create-plan": `
  iflow create-plan
  iflow create-plan --feature 007-rate-limit`,

  "create-tasks": `
Afterwards iflow tasks shows what each task cites and is given.
  iflow create-tasks`,

  implement: `
Each task gets a new agent and its own commit. Then the code is simplified,
tests are deepened, and three reviewers judge side by side. A fixer answers them
until all three pass.
  iflow implement --max-dispatches 40`,

  "finish-feature": `
Updates the documentation, writes retro.md and runs your checks, then asks:
merge or pull request. A merge stays in this repository; a pull request pushes
the branch.
  iflow finish-feature --merge
  iflow finish-feature --squash   one commit; the single ones are kept in a ref`,

  retrospect: `
Works from the feature's own records: times, bill, review history, log, git.
  iflow retrospect 007-rate-limit`,

  continue: `
Resumes a run that was stopped, killed or answered, with the flags it had.
  iflow continue 7
  iflow continue --until design
  iflow continue --phases specify,implement
  iflow continue --max-cost 10`,

  ui: `
The page is served to this machine only, and only to the browser that opens the
printed address. Runs that are started there go on without the page.
  iflow ui
  iflow ui --repo ~/shop ~/billing
  iflow ui --no-open --port 5000`,

  watch: `
Each line begins with its feature; a question stands with the command that
answers it. With --json every event is one line with id, time, run and feature;
the field since of the last one, given to --since, continues exactly there.
  iflow watch
  iflow watch 7 --since start
  iflow watch --json > events.ndjson`,

  stop: `
Works in any terminal and any working tree. What an agent does now is finished
and recorded, then the run ends; iflow continue resumes it with the flags it
had. It waits until the run has ended; Ctrl-C leaves the request in place.
  iflow stop 7
  iflow stop --all --now`,

  answer: `
Works in any terminal. The question lists its answers, and iflow status lists
the open questions. Without an answer it asks, or shows the question.
  iflow answer 7
  iflow answer continue      for the feature whose branch you are on
  iflow answer 7 continue
  iflow answer 007.2 continue`,

  status: `
Never asks and never writes. iflow alone prints the short form.
  iflow status
  iflow --json status`,

  list: `
  iflow list
  iflow list --all`,

  cost: `
Also works for a brainstorm (iflow cost b3), and for a feature whose runs were
deleted by iflow gc. A feature that grew out of a brainstorm includes its cost.

  iflow cost 007-rate-limit
  iflow cost --by role`,

  history: `
  iflow history
  iflow history 007-rate-limit --issues`,

  abandon: `
  iflow abandon 007-rate-limit
  iflow abandon b1   (an idea that is still in its brainstorm)`,

  init: `
  iflow init
  iflow init --yes`,

  kb: `
  iflow kb list
  iflow kb search retry timeout`,

  "kb list": `
  iflow kb list --category patterns`,

  "kb show": `
  iflow kb show retry with jitter`,

  "kb search": `
  iflow kb search retry timeout --limit 3`,

  "kb stale": `
  iflow kb stale`,

  "kb backfill": `
  iflow kb backfill`,

  memory: `
  iflow memory list
  iflow memory search "flaky test"`,

  "memory add": `
  iflow memory add "the test database needs a reset" --because "three red runs"`,

  "memory search": `
  iflow memory search flaky test`,

  "memory list": `
  iflow memory list --global`,

  "memory forget": `
  iflow memory forget 3f2c`,

  "memory export": `
  iflow memory export > memories.jsonl`,

  "memory import": `
  iflow memory import memories.jsonl`,

  mcp: `
  iflow mcp`,

  complete: `
  iflow complete bash`,

  version: `
  iflow version`,

  show: `
Lists how each dispatch was sent, why, and what it cost.
  iflow show 007-rate-limit
  iflow show 007-rate-limit --dispatch 4`,

  doctor: `
Checks node, git, the repository, the settings and every agent it knows.
  iflow doctor
  iflow doctor --runtime claude`,

  validate: `
Finds missing sections, placeholders, duplicate task numbers, dependencies that
are missing or circular, and citations that match no heading.
  iflow validate
  iflow validate notes/draft.md --as spec`,

  verify: `
Each criterion (AC-1 in spec.md) is shown by tests that name it. They are run
now, with your own test check narrowed to one test. Nothing is changed.
  holds   passes, as its receipt in receipts.json says of this very tree
  stale   passes, but its receipt is missing or of another tree or test
  fails   a test of it fails (exit code 3)
  none    no test shows it, or none can be run alone
Examples:
  iflow verify
  iflow verify 007-rate-limit
  iflow --json verify --all`,

  tasks: `
Without a target: the tasks of the active feature.
  iflow tasks 007-rate-limit
  iflow tasks --plan
  iflow tasks notes/tasks.md`,

  stats: `
Alarms start with the third feature.
  iflow stats`,

  plugin: `
install adds it to Claude Code, check finds out why it does not work there,
path prints the folder.
  iflow plugin install
  iflow plugin check`,

  config: `
Later layers win: your own file, iflow.config.json, IFLOW_... variables.
  iflow config
  iflow config review.maxRounds`,

  trust: `
Settings of a repository that can run something, send something somewhere, or
change who judges count only once you have confirmed their values. Your own file
and IFLOW_... variables count as they are. In CI: IFLOW_TRUST=<hash>.
  iflow trust --show
  iflow trust`,

  submit: `
The branch, and what is not committed yet, are pushed to origin. Answer from
anywhere; iflow stop pauses the feature, iflow cancel takes it back.
  iflow submit 007-rate-limit --until design
  iflow submit --yolo --max-cost 20`,

  cancel: `
  iflow cancel 007-rate-limit`,

  workers: `
  iflow workers`,

  worker: `
Needs pg and @dbos-inc/dbos-sdk, and push rights on the origins. Its agents,
keys and settings are its own; of a repository's iflow.config.json only the
checks count, as the default branch has them. SIGTERM ends it, and others go on
with what it had.
  iflow worker --slots 3
  iflow worker git@github.com:acme/shop.git --runtime anthropic`,

  gc: `
Open runs are never touched. One line per deleted dispatch stays in
.git/iflow/ledger.jsonl, or in the team's database.
  iflow gc --older-than 30d`,

  demo: `
First says what will go wrong on purpose and who is to notice it. At the end it
prints commands to look around in the merged repository.
  iflow demo
  iflow demo --fast --keep ./shop`,
};
