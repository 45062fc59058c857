/** A sandbox by bubblewrap (`bwrap`, 0.5 or newer): the namespaces are made by the program that Flatpak uses for it. */
import { existsSync } from "node:fs";
import { ENVIRONMENT, isRoot, restricted } from "./restrictions.js";
import { SANDBOX_FOLDER, type SandboxRun } from "./sandbox.js";

export function bubblewrapCommand({ command, limits, readable = [] }: SandboxRun): readonly string[] {
  // Real root is another user in the end; without a user namespace it can become one.
  const namespaces = ["pid", "net", "ipc", "uts", ...(isRoot() ? [] : ["user"])].map((each) => `--unshare-${each}`);
  return [
    ...["bwrap", ...namespaces, "--die-with-parent", "--new-session", "--hostname", "sandbox"],
    ...[
      "--ro-bind",
      "/usr",
      "/usr",
      ...["bin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
    ],
    ...readable.filter(existsSync).flatMap((path) => [...foldersAbove(path), "--ro-bind", path, path]),
    ...["--dev", "/dev", "--perms", "1777", "--size", `${limits.folderBytes}`, "--tmpfs", SANDBOX_FOLDER],
    ...["--symlink", "work", "/tmp", "--remount-ro", "/", "--chdir", SANDBOX_FOLDER],
    ...["--clearenv", ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ["--setenv", name, value])],
    ...["--", ...restricted(command, limits)],
  ];
}

/** Made by bubblewrap itself they would be closed to another user. */
function foldersAbove(path: string): readonly string[] {
  const names = path.split("/").slice(1, -1);
  return names.flatMap((_, at) => ["--perms", "0755", "--dir", `/${names.slice(0, at + 1).join("/")}`]);
}
