/** A document as markup: made and sanitised by the server, in fields called `html` only. Nothing else of the page sets markup. */
export function Markup({ html }: { readonly html: string }) {
  return <div class="markup" dangerouslySetInnerHTML={{ __html: html }} />;
}
