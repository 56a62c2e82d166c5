// Lines of a diff: old, new, sign, text, with the words that changed marked. What stands below a line (an issue) is given.
import type { ComponentChildren } from "preact";
import type { DiffHunk, DiffLine } from "../../../view/model/common.ts";

interface DiffLinesOf {
  readonly label: string;
  readonly hunks: readonly DiffHunk[];
  readonly below?: (line: DiffLine) => ComponentChildren;
}

export function DiffLines({ label, hunks, below }: DiffLinesOf) {
  return (
    <table class="diff" aria-label={label}>
      <colgroup>
        <col class="number old" />
        <col class="number" />
        <col class="sign" />
        <col />
      </colgroup>
      <thead class="unseen">
        <tr>
          <th scope="col">Old line</th>
          <th scope="col">New line</th>
          <th scope="col">Change</th>
          <th scope="col">Text</th>
        </tr>
      </thead>
      {hunks.map(({ about, lines }, at) => (
        <tbody key={at}>
          {(at > 0 || about !== "") && (
            <tr class="hunk">
              <td colSpan={4}>{about === "" ? "⋯" : about}</td>
            </tr>
          )}
          {lines.map((line, place) => {
            const note = below?.(line);
            return [
              <Line key={place} line={line} />,
              note ? (
                <tr key={`${place}-note`} class="note">
                  <td colSpan={4}>{note}</td>
                </tr>
              ) : null,
            ];
          })}
        </tbody>
      ))}
    </table>
  );
}

const KINDS = { "+": "added", "-": "removed", " ": "same" } as const;

function Line({ line }: { readonly line: DiffLine }) {
  const { sign, old, new: fresh, text, marks = [] } = line;
  return (
    <tr class={KINDS[sign]}>
      <td class="number old">{old}</td>
      <td class="number">{fresh}</td>
      <td class="sign">{sign === "-" ? "−" : sign.trim()}</td>
      <td class="text">
        <Marked text={text} marks={marks} isOld={sign === "-"} />
      </td>
    </tr>
  );
}

interface MarkedOf {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
  readonly isOld: boolean;
}

function Marked({ text, marks, isOld }: MarkedOf) {
  const pieces: ComponentChildren[] = [];
  let end = 0;
  for (const [from, to] of marks) {
    pieces.push(text.slice(end, from));
    const word = text.slice(from, to);
    pieces.push(isOld ? <del key={from}>{word}</del> : <ins key={from}>{word}</ins>);
    end = to;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}
