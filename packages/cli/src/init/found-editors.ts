/** Which editors are on this machine, and how each is connected: two lines a piece. Their pages in docs have all the rest. */
import { statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { packagePath } from "../package-folder.js";

export interface FoundEditor {
  readonly name: string;
  /** What to do, in two lines. */
  readonly connect: readonly [string, string];
}

interface KnownEditor {
  readonly name: string;
  /** Any of them on the PATH. */
  readonly commands: readonly string[];
  readonly connect: () => readonly [string, string];
}

const EDITORS: readonly KnownEditor[] = [
  {
    name: "VS Code",
    commands: ["code", "codium", "code-insiders", "code-server"],
    connect: () => [
      "the extension's one file comes from `npm run package:vscode` in a clone of the repository;",
      `then \`code --install-extension FILE.vsix\`. ${page("vscode.md")}`,
    ],
  },
  {
    name: "Neovim",
    commands: ["nvim"],
    connect: () => [
      "no plugin is needed from 0.12 on: the Lua lines of the page below go into init.lua,",
      `and Tab takes a suggestion. ${page("neovim.md")}`,
    ],
  },
  {
    name: "Vim",
    commands: ["vim", "gvim"],
    connect: () => [
      `put into ~/.vimrc:  set runtimepath^=${escapedForVim(folder("vim"))}`,
      `Tab takes a suggestion, :NearfirstWhy says why there is none. ${page("vim.md")}`,
    ],
  },
  {
    name: "Emacs",
    commands: ["emacs", "emacsclient"],
    connect: () => [
      `into your init file:  (add-to-list 'load-path ${JSON.stringify(folder("emacs"))}) (require 'nearfirst)`,
      `and  (add-hook 'python-mode-hook #'nearfirst-mode). ${page("emacs.md")}`,
    ],
  },
];

const OTHERS: FoundEditor = {
  name: "Your editor",
  get connect() {
    return [
      "none that we know is on the PATH. Any with LSP 3.18 inline completion runs `nearfirst lsp`;",
      `\`nearfirst serve --open\` tries it in the browser. ${page("editors.md")}`,
    ] as const;
  },
};

/** In the order of the table; where there is none, one entry that says what else there is. */
export function foundEditors(env: NodeJS.ProcessEnv = process.env): readonly FoundEditor[] {
  const found = EDITORS.filter(({ commands }) => commands.some((command) => isOnPath(command, env)));
  return found.length === 0 ? [OTHERS] : found.map(({ name, connect }) => ({ name, connect: connect() }));
}

/** npm and npx put a package's own folder before the PATH, where no editor will look. */
export function isOnPath(command: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const endings = process.platform === "win32" ? (env["PATHEXT"] ?? ".EXE;.CMD;.BAT").split(";") : [""];
  const folders = (env["PATH"] ?? env["Path"] ?? "")
    .split(delimiter)
    .filter((each) => each !== "" && !NPMS_OWN.test(each));
  return folders.some((each) => endings.some((ending) => isFile(join(each, command + ending))));
}

const NPMS_OWN = /[\\/]node_modules[\\/]\.bin[\\/]?$/;

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Not there, or in a folder that this user may not look into.
    return false;
  }
}

function page(name: string): string {
  return `More: ${packagePath("docs", name) ?? `docs/${name}`}`;
}

function folder(name: string): string {
  return packagePath("editors", name) ?? `CLONE/editors/${name}`;
}

/** In `:set` a space ends the value, and a comma an entry. */
export function escapedForVim(path: string): string {
  return path.replaceAll(/[ ,\\"|]/g, (character) => (character === "," ? "\\\\," : `\\${character}`));
}
