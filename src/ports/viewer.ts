// The person's own programs for reading and editing, at the terminal they sit at.

export interface Viewer {
  /** The editor as the person set it (`$VISUAL`, `$EDITOR`); undefined when they set none. */
  readonly editor: string | undefined;
  /** Shows a text in `$PAGER`, else in less; returns when the person closes it. */
  page(text: string): Promise<Viewed>;
  /** Opens a file of the working tree in the editor; returns when the person closes it. */
  edit(path: string): Promise<Viewed>;
}

/** `nothing`: there is no such program here. `failed` says in a line what went wrong. */
export type Viewed = { readonly status: "shown" | "nothing" } | { readonly status: "failed"; readonly problem: string };
