/** The server in the extension's file, unpacked where VS Code might: a folder with spaces and other letters, another user, no network. */
import { execFile } from "node:child_process";
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import yauzl from "yauzl";

const file = fileURLToPath(
  new URL(`../../../packages/vscode/dist/nearfirst-vscode-${process.platform}-${process.arch}.vsix`, import.meta.url),
);
const isThere = existsSync(file);
if (!isThere) console.warn(`Skipped: there is no ${file}. \`npm run package:vscode\` makes it.`);
const isRoot = process.getuid?.() === 0;

describe.skipIf(!isThere && process.env["CI"] === undefined)("the server in the extension's file", () => {
  let place: string;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), "nearfirst extension größe "));
    chmodSync(place, 0o755);
    await unpack(file, place);
  }, 300_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }), 60_000);

  const server = () => join(place, "extension/server/node_modules/nearfirst");
  const asked = () => ["complete", join(server(), "dist/examples/logwatch/main.py:39"), "--json"];
  const run = promisify(execFile);
  const environment = (home: string) => {
    const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home };
    return { cwd: place, env: { ...process.env, ...folders } };
  };
  /** As a user who can write nothing, without a network. */
  const confined = (...args: readonly string[]) =>
    run(
      "unshare",
      [
        ...["--net", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"],
        ...[process.execPath, join(server(), "dist/main.js"), ...args],
      ],
      environment(place),
    );
  const textOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).suggestion.text as string;

  it("completes there", async () => {
    const ran = await run(
      process.execPath,
      [join(server(), "dist/main.js"), ...asked()],
      environment(join(place, "home")),
    );
    expect(textOf(ran)).toMatch(/\S/);
  });

  it.skipIf(!isRoot)("completes for a user who can write nothing, without a network", async () => {
    expect(textOf(await confined(...asked()))).toMatch(/\S/);
  });

  it.skipIf(!isRoot)("says to that user what cannot be written, and what to do", async () => {
    await expect(confined("init", "--yes")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Failed: .*config\.json cannot be written to.*--config/),
    });
    const { stdout } = await confined("doctor");
    expect(stdout).toMatch(/^warning .*cannot be written to \(EACCES\).*\n +-> Set XDG_STATE_HOME/m);
    expect(stdout).toContain("No problem.");
  });
});

async function unpack(archive: string, folder: string): Promise<void> {
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const path = join(folder, entry.fileName);
    mkdirSync(entry.fileName.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!entry.fileName.endsWith("/")) await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
  }
}
