// Documents and replies as markup. What agents write is hostile text: no HTML of theirs, no picture, nothing that is loaded;
// links lead to the web or to a mail program and say where, all others are text. Blocks carry the line they begin at.
import MarkdownIt, { type Token } from "markdown-it";

/** A document of a feature has some hundred lines; what is far larger is shown as it is, and cut. */
const LARGEST = 150_000;
const MOST_LINES = 8000;
/** In one line, marks inside of each other take the time of its length squared. */
const LONGEST_LINE = 5000;
const DEEPEST = 16;
/** Markup of this length is still sent whole; where a table makes more of it, its text is. */
const MOST_HTML = 190_000;
const MOST_PLAIN = 30_000;

export interface SafeHtml {
  readonly html: string;
  /** How many characters were left out. */
  readonly more: number;
}

export function safeMarkdown(text: string): SafeHtml {
  const lines = text.slice(0, LARGEST).replaceAll("\r\n", "\n").split("\n");
  const shown = lines.slice(0, MOST_LINES);
  const isWild = shown.some((line) => line.length > LONGEST_LINE);
  const html = isWild ? undefined : renderer.render(shown.join("\n"));
  if (html !== undefined && html.length <= MOST_HTML)
    return { html, more: Math.max(0, text.length - shown.join("\n").length) };
  const plain = shown.map(cut).join("\n").slice(0, MOST_PLAIN);
  return { html: `<pre>${escapeHtml(plain)}</pre>\n`, more: Math.max(0, text.length - plain.length) };
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line;
}

const SAFE_LINK = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu;

const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: DEEPEST });
renderer.validateLink = () => true; // so that every link is a token, and what it becomes is decided below
const { rules } = renderer.renderer;
const { escapeHtml } = renderer.utils;

rules.image = (tokens, at) => `<span class="no-image">${escapeHtml(`[${tokens[at]?.content ?? ""}]`)}</span>`;
rules.fence = (tokens, at) => codeBlock(tokens[at]);
rules.code_block = (tokens, at) => codeBlock(tokens[at]);
rules.link_open = (tokens, at) => {
  const to = String(tokens[at]?.attrGet("href") ?? "");
  if (!SAFE_LINK.test(to)) return '<span class="no-link">';
  return `<a href="${escapeHtml(to)}" title="${escapeHtml(to)}" rel="noopener noreferrer nofollow" target="_blank">`;
};
rules.link_close = (tokens, at) => {
  const { to, text } = linkEndedAt(tokens, at);
  if (!SAFE_LINK.test(to)) return "</span>";
  return text === to || `mailto:${text}` === to
    ? "</a>"
    : `</a> <span class="link-end">(${escapeHtml(placeOf(to))})</span>`;
};

renderer.core.ruler.push("lines", ({ tokens }) => {
  for (const token of tokens) if (token.map && token.nesting >= 0) token.attrSet("data-line", String(token.map[0] + 1));
});

/** Links do not stand inside of each other. */
function linkEndedAt(tokens: readonly Token[], at: number): { readonly to: string; readonly text: string } {
  const opening = tokens.slice(0, at).findLastIndex(({ type }) => type === "link_open");
  const text = tokens.slice(opening + 1, at).map(({ content }) => content);
  return { to: String(tokens[opening]?.attrGet("href") ?? ""), text: text.join("") };
}

/** What a link leads to, whatever its words say: as the browser reads it, in plain letters. */
function placeOf(to: string): string {
  if (!URL.canParse(to)) return to;
  const { host, pathname } = new URL(to);
  return host || pathname;
}

function codeBlock(token: Token | undefined): string {
  const line = token?.map ? ` data-line="${token.map[0] + 1}"` : "";
  return `<pre${line}><code>${escapeHtml(token?.content ?? "")}</code></pre>\n`;
}
