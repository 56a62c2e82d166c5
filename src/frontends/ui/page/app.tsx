import { BoardPage } from "./board/board-page.tsx";
import { DispatchPage } from "./dispatch/dispatch-page.tsx";
import { ChangesPage } from "./document/changes-page.tsx";
import { DocumentPage } from "./document/document-page.tsx";
import { FeaturePage } from "./feature/feature-page.tsx";
import { InboxPage } from "./inbox/inbox-page.tsx";
import type { Route } from "./logic/route.ts";
import { MoneyPage } from "./money/money-page.tsx";
import { NewPage } from "./new/new-page.tsx";
import { Top } from "./parts/top.tsx";
import { Shell } from "./shell/shell.tsx";
import { route } from "./state/address.ts";

export function App() {
  return (
    <Shell>
      <Page route={route.value} />
    </Shell>
  );
}

function Page({ route: { page, names } }: { readonly route: Route }) {
  const { repo = "", key = "", name = "", number = "" } = names;
  switch (page) {
    case "inbox":
      return <InboxPage asked={null} />;
    case "question":
      return <InboxPage asked={`${names.repo}/${names.id}`} />;
    case "board":
      return <BoardPage />;
    case "new":
      return <NewPage />;
    case "feature":
      return <FeaturePage key={`${repo}/${key}`} repo={repo} feature={key} />;
    case "document":
      return <DocumentPage key={`${repo}/${key}/${name}`} repo={repo} feature={key} name={name} />;
    case "changes":
      return <ChangesPage key={`${repo}/${key}`} repo={repo} feature={key} />;
    case "dispatch":
      return <DispatchPage key={`${repo}/${key}/${number}`} repo={repo} feature={key} number={number} />;
    case "money":
      return <MoneyPage />;
    default:
      return <Nowhere />;
  }
}

function Nowhere() {
  return (
    <Top title="Nothing is here" sub="The address was mistyped, or it is of another version of iflow.">
      <a class="button" href="/">
        To the inbox
      </a>
    </Top>
  );
}
