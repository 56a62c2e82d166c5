import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { visits } from "../state/address.ts";
import { pageTitle } from "../state/title.ts";

interface TopOf {
  readonly title: string;
  readonly sub?: ComponentChildren;
  readonly crumbs?: readonly (readonly [string, string])[];
  readonly children?: ComponentChildren;
}

/** The head of a page: its name, what it says in one line, what can be done. */
export function Top({ title, sub, crumbs = [], children }: TopOf) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    pageTitle.value = title;
  }, [title]);
  // after a link was followed, whoever listens or uses keys begins at the new page
  useEffect(() => {
    if (visits.peek() > 0) heading.current?.focus({ preventScroll: true });
  }, [visits.value]);
  return (
    <header class="top">
      {crumbs.length > 0 && (
        <nav class="crumbs" aria-label="Where this is">
          {crumbs.map(([word, address]) => (
            <a key={address} href={address}>
              {word}
            </a>
          ))}
        </nav>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {sub && <div class="sub">{sub}</div>}
      {children && <div class="actions">{children}</div>}
    </header>
  );
}
