import fc from "fast-check";
import { expect, test } from "vitest";
import { safeMarkdown } from "./safe-markdown.ts";

const html = (text: string) => safeMarkdown(text).html;

/** Every tag and attribute there may be. */
const TAGS =
  /<(?!\/?(?:p|h[1-6]|ul|ol|li|pre|code|blockquote|table|thead|tbody|tr|th|td|em|strong|s|hr|br|span|a)[\s>])/;
const ATTRIBUTES =
  / (?!data-line="\d+"|class="(?:no-link|no-image|link-end)"|title="(?:https?:|mailto:)|href="(?:https?:|mailto:)|rel="|target="_blank"|start="\d+"|style="text-align:(?:left|right|center)")[\w-]+="/;

test("blocks know their line, words their marks", () => {
  expect(html("# Title\n\nSome *words* and `code`.\n\n- one\n")).toBe(
    '<h1 data-line="1">Title</h1>\n<p data-line="3">Some <em>words</em> and <code>code</code>.</p>\n<ul data-line="5">\n<li data-line="5">one</li>\n</ul>\n',
  );
  expect(html("```html\n<b>\n```\n")).toBe('<pre data-line="1"><code>&lt;b&gt;\n</code></pre>\n');
});

test("links lead to the web or to mail; everything else, and every picture, is text", () => {
  expect(html("[a](https://example.org/x)")).toContain(
    '<a href="https://example.org/x" title="https://example.org/x" rel="noopener noreferrer nofollow" target="_blank">a</a>',
  );
  // the words of a link may lie about where it leads
  const ends = (text: string) => html(text).match(/<span class="link-end">\((.*?)\)<\/span>/)?.[1];
  expect(ends("[https://github.com/login](https://evil.invalid/phish)")).toBe("evil.invalid");
  expect(ends("[https://github.com](https://github.com@evil.invalid:81/x)")).toBe("evil.invalid:81");
  expect(ends("[gіthub](https://gіthub.com)")).toMatch(/^xn--/);
  expect(ends("[write](mailto:a@b.org)")).toBe("a@b.org");
  expect(ends("<https://example.org/x> <a@b.org>")).toBeUndefined();
  for (const to of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//evil.org",
    "file:///etc/passwd",
    "spec.md",
    "&#106;avascript:alert(1)",
    "\u0001javascript:alert(1)",
  ])
    expect(html(`[a](<${to}>) <${to}> ![p](<${to}>)`)).not.toMatch(/<a |<img|src=/);
  expect(html("![p](https://example.org/p.png)")).toBe('<p data-line="1"><span class="no-image">[p]</span></p>\n');
});

test("nothing of hostile text becomes markup", () => {
  const hostile = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<svg/onload=alert(1)>",
    '[x](https://a" onclick="alert(1))',
    '```"><script>\nx\n```',
    "| a |\n|:-:|\n| <iframe src=javascript:x> |",
    "<!-- --><b onmouseover=x>",
    "\u001b]8;;https://evil\u0007x",
  ];
  for (const text of hostile) {
    expect(html(text)).not.toMatch(TAGS);
    expect(html(text)).not.toMatch(/<script|<img|<svg|<iframe|<b /);
  }
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          ...hostile,
          "<",
          ">",
          '"',
          "'",
          "[",
          "](",
          ")",
          "`",
          "*",
          "\n",
          "    ",
          "![",
          "<http://a>",
          "&lt;",
          "javascript:",
          "<a@b.org>",
        ),
      ),
      (parts) => {
        const made = html(parts.join(""));
        expect(made).not.toMatch(TAGS);
        expect(made.replaceAll(/>[^<]*</g, "><")).not.toMatch(ATTRIBUTES);
      },
    ),
    { numRuns: 300 },
  );
});

test("what is far too large is shown as it is, and cut", () => {
  const line = safeMarkdown("<b>".repeat(2_000_000));
  expect(line.html).toMatch(/^<pre>&lt;b&gt;/);
  expect(line.html.length).toBeLessThan(190_000);
  expect(line.more).toBeGreaterThan(5_900_000);
  const bomb = safeMarkdown(`|${"a|".repeat(900)}\n|${"-|".repeat(900)}\n${"|a|\n".repeat(7000)}`);
  expect(bomb.html.length).toBeLessThan(190_000);
});
