/** A workspace of a wanted size, made from the corpus files by renaming, the same at each run. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readCorpus } from "./corpus.js";
import { randomFrom } from "./statistics.js";

/** What names are varied with, as the parts of a large project vary theirs. */
const PREFIXES = "base raw new old max min total next last first local remote parsed cached default pending".split(" ");
const NOUNS = "account invoice sensor packet matrix widget session tensor recipe voyage planet ticket ledger".split(
  " ",
);
/** Words that stand in the files of every project. */
const KEPT = new Set(
  "self return import from class while except raise None True False else elif with yield pass assert async await".split(
    " ",
  ),
);

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

export interface WorkspaceSize {
  readonly wantedLines: number;
  readonly wantedFiles: number;
}

/** Writes at least `wantedLines` lines in about `wantedFiles` files below `directory`. */
export async function writeWorkspace(directory: string, size: WorkspaceSize): Promise<GeneratedFile[]> {
  const sources = readCorpus();
  const linesPerFile = Math.ceil(size.wantedLines / size.wantedFiles);
  const files: GeneratedFile[] = [];
  let lines = 0;
  for (let copy = 0; lines < size.wantedLines; copy++) {
    for (const source of sources) {
      const all = (copy === 0 ? source.text : withRenamedWords(source.text, copy)).split("\n");
      for (let part = 0; part * linesPerFile < all.length && lines < size.wantedLines; part++) {
        const own = all.slice(part * linesPerFile, (part + 1) * linesPerFile);
        const path = join(directory, `part${copy}`, dirname(source.path), `${basename(source.path, ".py")}_${part}.py`);
        const text = own.join("\n");
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
        files.push({ path, text, lines: own.length });
        lines += own.length;
      }
    }
  }
  return files;
}

/** Two of three longer words get another name in each copy, the same one wherever they stand in the file. */
function withRenamedWords(text: string, copy: number): string {
  const random = randomFrom(copy);
  const names = new Map<string, string>();
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] as string;
  return text.replace(/[A-Za-z_]{4,}/g, (word) => {
    if (KEPT.has(word)) return word;
    let name = names.get(word);
    if (name === undefined) {
      const [kind, form] = [random(), random()];
      const renamed = kind < 0.5 ? `${pick(PREFIXES)}_${word}` : `${word}_${pick(NOUNS)}`;
      name = form < 1 / 3 ? word : form < 2 / 3 ? renamed : `${renamed}${copy}`;
      names.set(word, name);
    }
    return name;
  });
}
