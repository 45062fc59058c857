// Puts the page together: packages/cli/dist/page, which the daemon serves. `--sizes` prints what each file weighs.
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../cli/dist/page");

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: here,
  entryPoints: { main: "src/main.tsx" },
  outdir: out,
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".ttf": "file" },
  assetNames: "[name]",
});
await writeFile(join(out, "licences.txt"), await licences());
for (const name of ["index.html", "icon.svg"]) await copyFile(join(here, "src", name), join(out, name));

if (process.argv.includes("--sizes")) {
  let total = 0;
  for (const name of (await readdir(out)).sort()) {
    const { size } = await stat(join(out, name));
    total += size;
    process.stdout.write(`${name.padEnd(20)}${(size / 1_000).toFixed(0).padStart(7)} kB\n`);
  }
  process.stdout.write(`${"the page".padEnd(20)}${(total / 1_000).toFixed(0).padStart(7)} kB\n`);
}

/** Of what is bundled: their authors want them to go along. */
async function licences() {
  const folderOf = (name) => join(here, "../../node_modules", name);
  const texts = [
    ["monaco-editor", "LICENSE"],
    ["monaco-editor", "ThirdPartyNotices.txt"],
    ["dompurify", "LICENSE"],
    ["marked", "LICENSE.md"],
    ["preact", "LICENSE"],
  ].map(async ([name, file]) => `${name}\n\n${await readFile(join(folderOf(name), file), "utf8")}`);
  return (await Promise.all(texts)).join("\n\n\n");
}
