import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { pathOf } from "../logic/route.ts";
import { Hatch } from "../parts/charts/hatch.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { go } from "../state/address.ts";
import { announcement } from "../state/announce.ts";
import { undoAnswer } from "../state/answers.ts";
import { isLost } from "../state/live.ts";
import { isShutOut } from "../state/request.ts";
import { useKeys } from "../state/use-keys.ts";
import { Finder } from "./finder.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { SideBar } from "./side-bar.tsx";

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [shown, setShown] = useState<"keys" | "finder" | null>(null);
  // a dialog tells late that it was closed: the next one may be open by then
  const close = (which: "keys" | "finder") => setShown((now) => (now === which ? null : now));
  useKeys((wish) => {
    switch (wish.type) {
      case "go":
        go(pathOf(wish.to, {}));
        return true;
      case "new":
        go(pathOf("new", {}));
        return true;
      case "undo":
        return undoAnswer();
      case "find":
        setShown("finder");
        return true;
      case "help":
        setShown("keys");
        return true;
      default:
        return false;
    }
  });
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <div class={isLost.value ? "app lost" : "app"}>
        <SideBar showKeys={() => setShown("keys")} />
        <main id="main" tabIndex={-1}>
          {isShutOut.value ? <ShutOut /> : children}
        </main>
      </div>
      <p class="unseen" role="status" aria-live="polite">
        {announcement}
      </p>
      <Hatch />
      {shown === "keys" && <KeysHelp close={() => close("keys")} />}
      {shown === "finder" && <Finder close={() => close("finder")} />}
    </>
  );
}

function ShutOut() {
  return (
    <>
      <h1>This browser is not let in</h1>
      <ProblemNote
        problem={{
          code: "no-session",
          message: "The page belongs to whoever started iflow ui, and this browser was not opened by it.",
          detail: "The address it prints is for one browser and works once; each start prints a new one.",
          fix: "iflow ui",
        }}
      />
    </>
  );
}
