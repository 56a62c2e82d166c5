import { useRef, useState } from "preact/hooks";
import { findPlaces, type Place } from "../logic/find.ts";
import { pathOf } from "../logic/route.ts";
import { STATES } from "../logic/state-words.ts";
import { Dialog } from "../parts/dialog.tsx";
import { go } from "../state/address.ts";
import { head } from "../state/head.ts";

export function Finder({ close }: { readonly close: () => void }) {
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const found = findPlaces(placesNow(), typed);
  const open = ({ address }: Place) => {
    close();
    go(address);
  };
  const move = (event: KeyboardEvent, by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links.at(Math.min(links.length - 1, Math.max(0, at + by)))?.focus();
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(event, 1);
    if (event.key === "ArrowUp") move(event, -1);
  };
  return (
    <Dialog title="Find" close={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between what can be used */}
      <div class="finder" onKeyDown={onKeyDown}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (found[0]) open(found[0]);
          }}
        >
          <input
            aria-label="Words of a feature or a page"
            placeholder="A feature or a page"
            autocomplete="off"
            autofocus
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        <ul ref={list}>
          {found.map((place) => (
            <li key={place.address}>
              <a href={place.address} onClick={close}>
                <span class="cut">{place.title}</span>
                <span class="muted small nowrap">{place.about}</span>
              </a>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="muted">Nothing open has these words. The board has those that are over.</p>}
      </div>
    </Dialog>
  );
}

function placesNow(): Place[] {
  const features = (head.value?.open ?? []).map(({ feature, state }) => ({
    title: feature.name,
    about: `${feature.repo}, ${STATES[state].word}`,
    address: pathOf("feature", { repo: feature.repo, key: feature.key }),
  }));
  return [
    ...features,
    { title: "Inbox", about: "page", address: pathOf("inbox", {}) },
    { title: "Board", about: "page", address: pathOf("board", {}) },
    { title: "Money", about: "page", address: pathOf("money", {}) },
    { title: "New feature", about: "page", address: pathOf("new", {}) },
    { title: "Merged features", about: "board", address: pathOf("board", {}, { show: "merged" }) },
    { title: "Abandoned features", about: "board", address: pathOf("board", {}, { show: "abandoned" }) },
  ];
}
