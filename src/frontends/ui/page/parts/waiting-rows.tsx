/** What stands where rows will be, once that takes long enough to be noticed. */
export function WaitingRows({ count = 5 }: { readonly count?: number }) {
  return (
    <div class="waiting-rows" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} />
      ))}
    </div>
  );
}
