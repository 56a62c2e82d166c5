// What goes to the page, as JSON. A text of an agent can be millions of characters long; a page that is given all of it
// is no page any more, so a longer one is cut, and says so. What would turn the direction of writing, or steer a terminal
// it is pasted into, becomes a sign that can be seen.

/** About two thousand lines. */
const LONGEST_TEXT = 200_000;
const DIRECTIONS = /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

export function boundedJson(value: unknown, longest = LONGEST_TEXT): string {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === "string" ? shown(one, longest) : one));
}

function shown(text: string, longest: number): string {
  const plain = text.replaceAll("\r\n", "\n").replace(DIRECTIONS, "\ufffd").replace(CONTROLS, pictureOf);
  if (plain.length <= longest) return plain;
  return `${plain.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}\n… ${plain.length - longest} more characters`;
}

/** ␛ for an escape. */
function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
}
