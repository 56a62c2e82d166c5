// How many columns a text takes on a terminal, and texts cut or filled to a number of them. Good enough for one status
// line: characters of Asian scripts and emoji take two columns, accents, joiners and colour none.

/** A colour sequence, or one character. */
const PIECES = /\p{Cc}\[[0-9;]*m|./gsu;
const NARROW = /^[\u0020-\u007e]*$/;
const NOTHING = /^[\p{Cc}\p{Mn}\p{Me}\p{Cf}]/u;
const WIDE =
  /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303e\u30fb\u30fc\uff01-\uff60]/u;
/** Letters of these scripts that were made for terminals. */
const HALF = /[\uff61-\uffdc]/;

export function columnsOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  return piecesOf(text).reduce((sum, piece) => sum + widthOf(piece), 0);
}

/** `padEnd`, measured on a terminal. */
export function padEndTo(columns: number, text: string): string {
  return text + blanksTo(columns, text);
}

/** `padStart`, measured on a terminal. */
export function padStartTo(columns: number, text: string): string {
  return blanksTo(columns, text) + text;
}

function blanksTo(columns: number, text: string): string {
  return " ".repeat(Math.max(0, columns - columnsOf(text)));
}

/** Cuts the end and puts `ellipsis` there. Colour sequences after the cut are kept, so that no colour is left on. */
export function cutToColumns(text: string, columns: number, ellipsis: string): string {
  if (columnsOf(text) <= columns) return text;
  let room = columns - ellipsis.length;
  let isCut = false;
  const kept = piecesOf(text).map((piece) => {
    if (piece.startsWith("\u001b")) return piece;
    if (isCut) return "";
    room -= widthOf(piece);
    isCut = room < 0;
    return isCut ? ellipsis : piece;
  });
  return kept.join("");
}

function piecesOf(text: string): readonly string[] {
  return text.match(PIECES) ?? [];
}

function widthOf(piece: string): number {
  if (NOTHING.test(piece)) return 0;
  return WIDE.test(piece) && !HALF.test(piece) ? 2 : 1;
}
