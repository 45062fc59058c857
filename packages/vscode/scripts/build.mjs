// Bundles the extension, dist/extension.cjs: VS Code loads one CommonJS file. Beside it the licences of what is in it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("..", import.meta.url));

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.cjs",
  bundle: true,
  platform: "node",
  format: "cjs",
  // Node.js of VS Code 1.100.
  target: "node20",
  external: ["vscode"],
  minify: true,
  metafile: true,
  logLevel: "warning",
});

const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
);
writeFileSync(join(folder, "dist", "third-party-licences.txt"), [...packages].sort().map(licenceOf).join("\n\n"));

function licenceOf(path) {
  const at = join(folder, path);
  const { name, version, license } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
  const file = readdirSync(at).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? "" : readFileSync(join(at, file), "utf8");
  return `== ${name} ${version} (${license})\n\n${text.trim()}\n`;
}
