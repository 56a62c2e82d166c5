import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface DialogOf {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** The browser keeps the focus inside, and gives it back. */
export function Dialog({ title, close, children }: DialogOf) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={close}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button class="button plain" type="button" onClick={close}>
          <Icon name="close" />
          <span class="unseen">Close</span>
        </button>
      </div>
      {children}
    </dialog>
  );
}
