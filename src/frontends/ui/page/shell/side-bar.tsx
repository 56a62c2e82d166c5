import { pathOf } from "../logic/route.ts";
import { STATES } from "../logic/state-words.ts";
import { Icon } from "../parts/icon.tsx";
import { Mark } from "../parts/tag.tsx";
import { route } from "../state/address.ts";
import { head } from "../state/head.ts";
import { LiveLine } from "./live-line.tsx";
import { NotifyButton } from "./notify-button.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

const PAGES = [
  { page: "inbox", word: "Inbox", icon: "inbox" },
  { page: "board", word: "Board", icon: "board" },
  { page: "money", word: "Money", icon: "money" },
] as const;

export function SideBar({ showKeys }: { readonly showKeys: () => void }) {
  return (
    <header class="side">
      <a class="brand" href="/" aria-label="iflow, to the inbox">
        <img src="/assets/icon.svg" alt="" width="20" height="20" />
        iflow
      </a>
      <Pages />
      <OpenFeatures />
      <div class="foot">
        <Repositories />
        <LiveLine />
        <div class="tools">
          <ThemeChoice />
          <NotifyButton />
          <button class="button plain keys-button" type="button" onClick={showKeys}>
            <Icon name="keyboard" />
            <span class="unseen">All keys</span>
          </button>
        </div>
      </div>
    </header>
  );
}

function Pages() {
  const waiting = head.value?.waiting ?? 0;
  const here = route.value.page === "question" ? "inbox" : route.value.page;
  return (
    <nav class="pages" aria-label="Pages">
      {PAGES.map(({ page, word, icon }) => (
        <a key={page} href={pathOf(page, {})} aria-current={here === page ? "page" : undefined}>
          <Icon name={icon} />
          {word}
          {page === "inbox" && waiting > 0 && (
            <span class="count">
              {waiting}
              <span class="unseen"> {waiting === 1 ? "question waits" : "questions wait"}</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function OpenFeatures() {
  const { repo, key } = route.value.names;
  const open = head.value?.open ?? [];
  if (open.length === 0) return null;
  return (
    <nav class="open-features" aria-label="Open features">
      <h2>Open features</h2>
      {open.map(({ feature, state }) => (
        <a
          key={`${feature.repo}/${feature.key}`}
          href={pathOf("feature", { repo: feature.repo, key: feature.key })}
          title={`${feature.name}, ${feature.repo}`}
          aria-current={feature.repo === repo && feature.key === key ? "page" : undefined}
        >
          <Mark said={STATES[state]} />
          <span class="cut">{feature.name}</span>
        </a>
      ))}
    </nav>
  );
}

function Repositories() {
  const repositories = head.value?.repositories ?? [];
  return (
    <ul class="repositories">
      {repositories.map(({ id, name, branch, problem, trust, isSetUp }) => (
        <li key={id}>
          <p class="cut" title={branch ?? ""}>
            {name}
            {branch && <> on {branch}</>}
          </p>
          {problem && <p class="bad">{problem.message}</p>}
          {!problem && !isSetUp && <p class="warn">Not set up: type iflow init there</p>}
          {!problem && isSetUp && trust === "unconfirmed" && <p class="warn">Not confirmed: type iflow trust there</p>}
        </li>
      ))}
    </ul>
  );
}
