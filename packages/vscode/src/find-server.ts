/** Where the `nearfirst` command is: named by a setting, within this extension, or on the PATH. */
import { isAbsolute, join, delimiter as ownDelimiter } from "node:path";

export type ServerOrigin = "setting" | "bundled" | "path";

/** How `nearfirst` is started; its arguments follow `args`. */
export interface ServerCommand {
  readonly origin: ServerOrigin;
  /** The file that was found: the executable, or a script for the editor's own Node.js. */
  readonly file: string;
  readonly command: string;
  readonly args: readonly string[];
  /** On top of the editor's environment. */
  readonly env: Readonly<Record<string, string>>;
}

export type ServerSearch =
  | { readonly kind: "found"; readonly server: ServerCommand }
  /** The setting names what does not exist: nothing else is taken in its place. */
  | { readonly kind: "setting-wrong"; readonly file: string }
  | { readonly kind: "missing" };

export interface ServerSearchOptions {
  /** The setting `nearfirst.path`; empty for none. */
  readonly setting: string;
  /** Folder of this extension. */
  readonly extensionFolder: string;
  /** The Node.js that runs this extension; under Electron, VS Code itself. */
  readonly runtime: string;
  readonly homeFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isFile: (path: string) => Promise<boolean>;
  /** Between the folders of PATH. */
  readonly delimiter?: string;
}

/** Where `scripts/package.mjs` puts the server. */
const BUNDLED_MAIN = ["server", "node_modules", "nearfirst", "dist", "main.js"] as const;

/** The first of: the setting, the copy within the extension, the PATH. */
export async function findServer(options: ServerSearchOptions): Promise<ServerSearch> {
  const { isFile, runtime } = options;
  const setting = expandHome(options.setting.trim(), options.homeFolder);
  if (setting !== "") {
    if (!isAbsolute(setting) || !(await isFile(setting))) return { kind: "setting-wrong", file: setting };
    return { kind: "found", server: commandOf("setting", setting, runtime) };
  }
  const bundled = join(options.extensionFolder, ...BUNDLED_MAIN);
  if (await isFile(bundled)) return { kind: "found", server: commandOf("bundled", bundled, runtime) };
  for (const candidate of candidatesOnPath(options))
    if (await isFile(candidate)) return { kind: "found", server: commandOf("path", candidate, runtime) };
  return { kind: "missing" };
}

/** In words, for the tooltip. */
export function describeOrigin({ origin, file }: Pick<ServerCommand, "origin" | "file">): string {
  switch (origin) {
    case "setting":
      return `${file} (setting nearfirst.path)`;
    case "bundled":
      return "the one that came with this extension";
    case "path":
      return `${file} (found on the PATH)`;
  }
}

function commandOf(origin: ServerOrigin, file: string, runtime: string): ServerCommand {
  if (!/\.[cm]?js$/.test(file)) return { origin, file, command: file, args: [], env: {} };
  // Electron behaves as Node.js with this variable; Node.js itself ignores it.
  return { origin, file, command: runtime, args: [file], env: { ELECTRON_RUN_AS_NODE: "1" } };
}

function candidatesOnPath({ env, platform, delimiter = ownDelimiter }: ServerSearchOptions): string[] {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  // npm's own starter is a script for cmd.exe, which cannot be spawned as it is; what it starts lies beside it.
  const names =
    platform === "win32" ? ["nearfirst.exe", join("node_modules", "nearfirst", "dist", "main.js")] : ["nearfirst"];
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function expandHome(path: string, homeFolder: string): string {
  return path.replace(/^~(?=$|[\\/])/, () => homeFolder);
}
