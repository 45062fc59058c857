// The one package that is published (docs/decisions/0017), as a folder: what `npm run release` packs, and what the VS Code
// extension holds. One package, and so one version, has ours, the embedded model and the engine's JavaScript in it; all else that
// it depends on is an ordinary dependency.
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const ENGINE = "node-llama-cpp";
const MODEL = "nearfirst-embedded";
/** Without the sources that only a build of llama.cpp needs, and without whatever would start one. */
const ENGINE_PARTS = ["dist", "LICENSE", "README.md", "llama/binariesGithubRelease.json", "llama/llama.cpp.info.json"];
/**
 * None of a graphics card that needs a library of its own: npm installs those that fit the machine. Linux on ARM is left out
 * because its packages name x64 as fit too, where they would take 33 MB for nothing; `doctor` says how to add them.
 */
const ENGINE_BINARIES = ["linux-x64", "mac-arm64-metal", "mac-x64", "win-x64", "win-arm64"];

/** Writes the package into a folder that is not there yet, from what is built; returns its package.json. */
export async function stagePackage(folder) {
  const [cli, node, core] = await Promise.all(
    ["cli", "node", "core"].map((name) => json(join(ROOT, "packages", name, "package.json"))),
  );
  await copyCode(join(ROOT, "packages", "cli", "dist"), join(folder, "dist"));
  await copyCode(join(ROOT, "packages", "core", "dist"), join(folder, "lib", "core", "dist"));
  await copyCode(join(ROOT, "packages", "node", "dist"), join(folder, "lib", "node", "dist"));
  await copyForUsers(folder);
  const engine = await copyEngine(join(folder, "lib", "engine"));

  const dependencies = { ...engine.dependencies, ...node.dependencies, ...cli.dependencies };
  for (const inside of ["@nearfirst/core", "@nearfirst/node", ENGINE]) delete dependencies[inside];
  const manifest = {
    ...cli,
    files: ["dist", "lib", "docs", "editors"],
    imports: importsOf({ core, node }),
    dependencies: Object.fromEntries(Object.entries(dependencies).sort()),
    optionalDependencies: Object.fromEntries(ENGINE_BINARIES.map((each) => [`@${ENGINE}/${each}`, engine.version])),
  };
  delete manifest.devDependencies;
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Models, examples, the editors' plugins and the pages that messages point to. */
async function copyForUsers(folder) {
  // What the page opens where no workspace is named, and `init` completes in.
  await cp(join(ROOT, "examples"), join(folder, "dist", "examples"), { recursive: true });
  await cp(join(ROOT, "editors"), join(folder, "editors"), { recursive: true });
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"]) await cp(join(ROOT, file), join(folder, file));
  await mkdir(join(folder, "docs"));
  for (const name of await readdir(join(ROOT, "docs")))
    if (/\.(?:md|svg)$/.test(name)) await cp(join(ROOT, "docs", name), join(folder, "docs", name));
  const models = join(folder, "lib", "node", "models");
  await mkdir(models);
  for (const name of await readdir(join(ROOT, "models")))
    if (name.startsWith(MODEL)) await cp(join(ROOT, "models", name), join(models, name));
}

/** What the packages of the repository call each other by, as names that Node.js looks up inside of one package. */
function importsOf({ core, node }) {
  const imports = { [`#${ENGINE}`]: "./lib/engine/dist/index.js" };
  for (const [name, { exports }] of Object.entries({ core, node }))
    for (const [subpath, target] of Object.entries(exports)) {
      const file = typeof target === "string" ? target : target.default;
      if (subpath !== "./testing") imports[`#nearfirst/${name}${subpath.slice(1)}`] = `./lib/${name}/${file.slice(2)}`;
    }
  return imports;
}

/** JavaScript alone, with the names of `importsOf`. */
async function copyCode(source, target) {
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || entry.name.endsWith(".map") || /\.d\.ts$|\.tsbuildinfo$/.test(entry.name)) continue;
    const copy = join(target, relative(source, path));
    await mkdir(dirname(copy), { recursive: true });
    await cp(path, copy);
    if (!entry.name.endsWith(".js")) continue;
    const code = await readFile(path, "utf8");
    const renamed = code
      .replaceAll(/(["'])@nearfirst\/((?:core|node)[a-z/-]*)\1/g, "$1#nearfirst/$2$1")
      .replaceAll(`"${ENGINE}"`, `"#${ENGINE}"`)
      .replace(/^\/\/# sourceMappingURL=.*$/m, "");
    await writeFile(copy, renamed);
  }
}

/** The engine's JavaScript as it is. Its own package would bring the binaries of every graphics card. */
async function copyEngine(folder) {
  const source = join(ROOT, "node_modules", ENGINE);
  for (const part of ENGINE_PARTS)
    await cp(join(source, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith(".d.ts") });
  const manifest = await json(join(source, "package.json"));
  const { name, version, license, type, author } = manifest;
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, version, license, author, type }, null, 2));
  return manifest;
}

export async function json(path) {
  return JSON.parse(await readFile(path, "utf8"));
}
