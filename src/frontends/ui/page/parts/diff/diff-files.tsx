import type { ComponentChildren } from "preact";
import type { DiffFile, DiffLine, DiffView } from "../../../view/model/common.ts";
import { countWords } from "../../logic/number-words.ts";
import { Icon } from "../icon.tsx";
import { DiffLines } from "./diff-lines.tsx";

interface DiffFilesOf {
  readonly diff: DiffView;
  /** Files are open from the beginning until so many lines are shown; the first one always is. */
  readonly openUpTo?: number;
  readonly besidePath?: (path: string) => ComponentChildren;
  readonly below?: (path: string, line: DiffLine) => ComponentChildren;
}

export function DiffFiles({ diff, openUpTo = 0, besidePath, below }: DiffFilesOf) {
  let lines = 0;
  const isOpen = diff.files.map(({ hunks }, place) => {
    lines += hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    return place === 0 || lines <= openUpTo;
  });
  return (
    <div class="files">
      {diff.files.map((file, place) => (
        <details key={file.path} open={isOpen[place] === true}>
          <summary>
            <Icon name="chevron" />
            <code class="path">{file.path}</code>
            {besidePath?.(file.path)}
            <Counts added={file.added} removed={file.removed} />
          </summary>
          <FileBody file={file} title={diff.title} {...(below && { below })} />
        </details>
      ))}
      {diff.more > 0 && <p class="rest">{countWords(diff.more, "more file")}, left out here</p>}
    </div>
  );
}

export function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="counts">
      <span class="good">+{added}</span> <span class="bad">−{removed}</span>
    </span>
  );
}

interface FileBodyOf {
  readonly file: DiffFile;
  readonly title: string;
  readonly below?: (path: string, line: DiffLine) => ComponentChildren;
}

export function FileBody({ file, title, below }: FileBodyOf) {
  if (file.isBinary) return <p class="rest">Not a text file</p>;
  return (
    <>
      <DiffLines
        label={`${file.path}, ${title}`}
        hunks={file.hunks}
        {...(below && { below: (line: DiffLine) => below(file.path, line) })}
      />
      {file.more > 0 && <p class="rest">{countWords(file.more, "more line")}, left out here</p>}
    </>
  );
}
