import { KEY_LIST } from "../logic/keys.ts";
import { Dialog } from "../parts/dialog.tsx";
import { hasKeys, toggleKeys } from "../state/use-keys.ts";

export function KeysHelp({ close }: { readonly close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      <div class="key-lists">
        {KEY_LIST.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([keys, what]) => (
                <div key={what}>
                  <dt>
                    {keys.split("  ").map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="check">
        <input type="checkbox" checked={hasKeys.value} onChange={toggleKeys} />
        <span>Single keys do something. They never do while you type.</span>
      </label>
    </Dialog>
  );
}
