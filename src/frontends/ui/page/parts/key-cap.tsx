/** The key that does the same as what it stands on; whoever listens finds it in the list of keys. */
export function KeyCap({ name }: { readonly name: string }) {
  return (
    <span class="key" aria-hidden="true">
      {name}
    </span>
  );
}
