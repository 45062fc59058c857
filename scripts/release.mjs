// `npm run release`: builds the package that is published (scripts/stage-package.mjs), into release/, and tries it as somebody
// who has never seen this repository would.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, ROOT, stagePackage } from "./stage-package.mjs";

const RELEASE = join(ROOT, "release");
const MOST_INSTALLED_MEGABYTES = 150;
const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];

const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], ...options });

async function release() {
  await checkVersions();
  console.error("Building…");
  run("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  await rm(RELEASE, { recursive: true, force: true });
  const manifest = await stagePackage(join(RELEASE, "stage"));
  const [{ filename, unpackedSize, files }] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", RELEASE], { cwd: join(RELEASE, "stage") }),
  );
  await rm(join(RELEASE, "stage"), { recursive: true });
  const tarball = join(RELEASE, filename);
  const content = await readFile(tarball);
  const facts = {
    file: `release/${filename}`,
    version: manifest.version,
    megabytes: megabytes(content.length),
    unpackedMegabytes: megabytes(unpackedSize),
    files: files.length,
    list: `release/${await writeList(filename, files)}`,
    sha256: createHash("sha256").update(content).digest("hex"),
    ...(await tryOut(tarball)),
  };
  console.log(JSON.stringify(facts, null, 2));
}

/** Every file of the package with its bytes, for whoever wants to know what is in it. */
async function writeList(tarball, files) {
  const name = tarball.replace(/\.tgz$/, ".files.txt");
  const lines = files.map(({ path, size }) => `${String(size).padStart(10)}  ${path}`);
  await writeFile(join(RELEASE, name), `${lines.join("\n")}\n`);
  return name;
}

/** One version for all, and a word on it for users. Throws where that is not so. */
async function checkVersions() {
  const names = (await readdir(join(ROOT, "packages"))).sort();
  const manifests = await Promise.all(names.map((name) => json(join(ROOT, "packages", name, "package.json"))));
  const [version, ...others] = new Set(manifests.map((manifest) => manifest.version));
  if (others.length > 0) throw new Error(`The packages have different versions: ${[version, ...others].join(", ")}.`);
  const changelog = await readFile(join(ROOT, "CHANGELOG.md"), "utf8");
  if (!changelog.includes(version) && !changelog.includes("Unreleased"))
    throw new Error(`CHANGELOG.md says nothing of version ${version}.`);
}

/** As npm installs it from the one file: in a project, for all users, for once; and gone again. */
async function tryOut(tarball) {
  const place = await mkdtemp(join(tmpdir(), "nearfirst release größe "));
  await chmod(place, 0o755);
  try {
    await cp(join(ROOT, "examples", "logwatch"), join(place, "logwatch"), { recursive: true });
    await writeFile(join(place, "package.json"), '{ "private": true }\n');
    const asked = ["complete", "logwatch/main.py:39", "--json"];
    console.error("Installing it in a project…");
    run("npm", ["install", ...QUIET, tarball], { cwd: place });
    const inProject = completionIn(run(join(place, "node_modules", ".bin", "nearfirst"), asked, inPlace(place)));
    const installed = megabytes(await bytesIn(join(place, "node_modules")));
    if (installed > MOST_INSTALLED_MEGABYTES)
      throw new Error(`An install takes ${installed} MB, more than ${MOST_INSTALLED_MEGABYTES}.`);
    const firstRun = run(join(place, "node_modules", ".bin", "nearfirst"), ["init", "--yes"], inPlace(place));
    for (const word of ["Written to", "⟦"])
      if (!firstRun.includes(word)) throw new Error(`init says no "${word}":\n${firstRun}`);
    await rm(join(place, "node_modules"), { recursive: true });

    const forAll = ["--global", "--prefix", join(place, "all users")];
    console.error("Installing it for all users, and taking it away…");
    run("npm", ["install", ...forAll, ...QUIET, tarball], { cwd: place });
    const command = join(place, "all users", "bin", "nearfirst");
    const globally = completionIn(run(command, asked, inPlace(place)));
    const isRoot = process.getuid?.() === 0;
    // With a home that it may not write to, and no network but the loopback that does not exist there either.
    const confined = ["--net", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", command, ...asked];
    const elsewhere = isRoot
      ? completionIn(run("unshare", confined, inPlace(place, "/nowhere")))
      : "not tried: needs root";
    run("npm", ["uninstall", ...forAll, ...QUIET, "nearfirst"], { cwd: place });
    const left = (await readdir(join(place, "all users"), { recursive: true })).filter((each) => each.includes("near"));
    if (left.length > 0) throw new Error(`npm uninstall leaves ${left.join(", ")}.`);

    // What users are told of (docs/start.md) lies in one folder each, here in one and the same.
    const told = new Set(["nearfirst", "logwatch", "all users", "package.json", "package-lock.json", ".npm"]);
    const untold = (await readdir(place)).filter((each) => !told.has(each));
    if (untold.length > 0) throw new Error(`After npm uninstall there is also ${untold.join(", ")}.`);

    console.error("Running it by npx…");
    const once = completionIn(run("npx", ["--yes", "--package", tarball, "nearfirst", ...asked], inPlace(place)));
    return { installedMegabytes: installed, inProject, globally, asAnotherUserWithoutNetwork: elsewhere, npx: once };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function inPlace(place, home = place) {
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home };
  return { cwd: place, env: { ...process.env, ...folders } };
}

function completionIn(output) {
  const { suggestion } = JSON.parse(output);
  if (typeof suggestion?.text !== "string" || suggestion.text === "") throw new Error(`No completion: ${output}`);
  return suggestion.text;
}

async function bytesIn(folder) {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

function megabytes(bytes) {
  return Math.round(bytes / 1e5) / 10;
}

await release();
