/** The project's files, by folder. Names are shown as text, whatever they hold. */
import { useState } from "preact/hooks";
import type { ProjectFile } from "../wire.js";

export interface FileListProps {
  readonly files: readonly ProjectFile[];
  readonly isCut: boolean;
  readonly openPath: string | null;
  readonly changed: ReadonlySet<string>;
  readonly onOpen: (file: ProjectFile) => void;
}

/** With more files a filter is worth its place. */
const FILTERED_FROM = 12;

export function FileList({ files, isCut, openPath, changed, onOpen }: FileListProps) {
  const [filter, setFilter] = useState("");
  const wanted = files.filter(({ path }) => path.toLowerCase().includes(filter.toLowerCase()));
  return (
    <nav class="file-list" aria-label="Files">
      {files.length >= FILTERED_FROM && (
        <input
          type="search"
          aria-label="Filter files"
          placeholder="Filter files"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      )}
      <ul>
        {byFolder(wanted).map(([folder, inFolder]) => (
          <li key={folder}>
            {folder !== "" && <span class="folder">{folder}/</span>}
            <ul>
              {inFolder.map((file) => (
                <li key={file.path}>
                  <button
                    type="button"
                    class="file"
                    title={file.path}
                    aria-current={file.path === openPath ? "page" : undefined}
                    onClick={() => onOpen(file)}
                  >
                    <span class="file-name">{file.path.slice(file.path.lastIndexOf("/") + 1)}</span>
                    {changed.has(file.path) && (
                      <span class="changed" title="Changed in this page" role="img" aria-label="changed in this page" />
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {wanted.length === 0 && <p class="quiet">No file has that in its name.</p>}
      {isCut && <p class="quiet">There are more files; these are the first {files.length}.</p>}
    </nav>
  );
}

function byFolder(files: readonly ProjectFile[]): readonly (readonly [string, readonly ProjectFile[]])[] {
  const folders = new Map<string, ProjectFile[]>();
  for (const file of files) {
    const folder = file.path.includes("/") ? file.path.slice(0, file.path.lastIndexOf("/")) : "";
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].sort(([one], [other]) => (one < other ? -1 : 1));
}
