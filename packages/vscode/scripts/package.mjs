// `npm run package:vscode`: makes the extension's file for this platform, dist/nearfirst-vscode-PLATFORM.vsix, with
// the server and the embedded model in it, exactly as installed here from package-lock.json.
// `-- --without-server`: dist/nearfirst-vscode.vsix for every platform, which looks for `nearfirst` on the PATH.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ENGINE, stagePackage } from "../../../scripts/stage-package.mjs";
import "./build.mjs";

/** Installed on demand: none of its many dependencies goes into the extension. */
const VSCE_VERSION = "3.9.2";

/** Ours and the engine's JavaScript are in the package; TypeScript is a peer of the engine, for its types. */
const NOT_COPIED = /\/(?:nearfirst|@nearfirst\/[^/]+|node-llama-cpp|@?typescript(?:\/.*)?)$/;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const extension = join(root, "packages", "vscode");
const stage = join(extension, "dist", "stage");
const holdsServer = !process.argv.includes("--without-server");

rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
stageExtension();
if (holdsServer) await stageServer();
packageStage();

function stageExtension() {
  for (const name of ["README.md", "media", "dist/extension.cjs", "dist/third-party-licences.txt"])
    cpSync(join(extension, name), join(stage, name), { recursive: true });
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
  cpSync(join(root, "CHANGELOG.md"), join(stage, "CHANGELOG.md"));
  const { devDependencies: _, private: __, ...manifest } = readJson(join(extension, "package.json"));
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The package that is published, with all that it depends on as node_modules has it. */
async function stageServer() {
  const modules = join(stage, "server", "node_modules");
  await stagePackage(join(modules, "nearfirst"));
  const listed = npm(["ls", "--all", "--parseable", "--omit=dev", "--workspace", "packages/cli"]).split("\n");
  for (const folder of listed) {
    const path = relative(root, folder);
    if (!path.startsWith(`node_modules${sep}`) || NOT_COPIED.test(path.replaceAll(sep, "/"))) continue;
    // What the engine has copies of by itself belongs to the package that holds it.
    const copy = path.replace(
      join("node_modules", ENGINE, "node_modules"),
      join("node_modules", "nearfirst", "node_modules"),
    );
    cpSync(folder, join(stage, "server", copy), {
      recursive: true,
      dereference: true,
      filter: (file) => isNeeded(file, folder),
    });
  }
}

/** Left out: a package's own copies of others (they are listed by themselves), types, maps, llama.cpp's history. */
function isNeeded(file, folder) {
  const path = relative(folder, file);
  if (path.split(sep).includes("node_modules")) return false;
  return !/\.(?:d\.[cm]?ts|map|tsbuildinfo)$|(?:^|[\\/])gitRelease\.bundle$/.test(path);
}

function packageStage() {
  const vsce = join(root, ".servers", "vsce", "node_modules", "@vscode", "vsce", "vsce");
  if (!existsSync(vsce) || readJson(join(dirname(vsce), "package.json")).version !== VSCE_VERSION)
    npm([
      "install",
      "--prefix",
      join(root, ".servers", "vsce"),
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      `@vscode/vsce@${VSCE_VERSION}`,
    ]);
  const target = `${process.platform}-${process.arch}`;
  const file = join(extension, "dist", `nearfirst-vscode${holdsServer ? `-${target}` : ""}.vsix`);
  const options = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--out", file];
  execFileSync(process.execPath, [vsce, "package", ...options, ...(holdsServer ? ["--target", target] : [])], {
    cwd: stage,
    stdio: ["ignore", "ignore", "pipe"],
  });
  rmSync(stage, { recursive: true });
  process.stdout.write(`${relative(process.cwd(), file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
}

function npm(args) {
  return execFileSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64e6,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
