/** Opens the page in the user's browser, without a key in any command line: other users of the machine can read those. */
import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stateFolder } from "@nearfirst/node";
import { makePageKey } from "./page-keys.js";

/** An opener that finds no browser says so within moments; one that found some may stay as long as that runs. */
const OPENER_FAILS_WITHIN_MS = 1_500;
/** The file that leads to the page is of no use after its key was. */
const FILE_LIFE_MS = 60_000;

export interface OpenPageOptions {
  /** Of the daemon, without a path. */
  readonly url: string;
  readonly platform?: NodeJS.Platform;
}

/** The page's address with a key in its fragment, which browsers send to no server. For the user's eyes alone. */
export async function pageLink(url: string): Promise<string> {
  return `${url}/#key=${await makePageKey({ port: Number(new URL(url).port || 80) })}`;
}

/** True if a program took the address and did not fail at once; whether a browser then shows it cannot be known. */
export async function openPage({ url, platform = process.platform }: OpenPageOptions): Promise<boolean> {
  const folder = join(stateFolder(), "page-keys");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "open.html");
  await rm(file, { force: true });
  const link = await pageLink(url);
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${link}"><title>Nearfirst</title><p><a href="${link}">Open Nearfirst</a></p>\n`,
    { mode: 0o600, flag: "wx" },
  );
  setTimeout(() => void rm(file, { force: true }), FILE_LIFE_MS).unref();
  return run(platform, pathToFileURL(file).href);
}

function run(platform: NodeJS.Platform, address: string): Promise<boolean> {
  const [command, ...args] = openerOf(platform);
  return new Promise((resolve) => {
    const opener = spawn(command, [...args, address], { stdio: "ignore", detached: true });
    opener.once("error", () => resolve(false));
    opener.once("spawn", () => {
      opener.unref();
      const patience = setTimeout(resolve, OPENER_FAILS_WITHIN_MS, true);
      opener.once("exit", (code) => {
        clearTimeout(patience);
        resolve(code === 0);
      });
    });
  });
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  return ["xdg-open"];
}
