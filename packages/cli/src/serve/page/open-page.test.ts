import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "./open-page.js";
import { takePageKey } from "./page-keys.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-open-"));
  vi.stubEnv("XDG_STATE_HOME", join(root, "state"));
  mkdirSync(join(root, "bin"));
  vi.stubEnv("PATH", join(root, "bin"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** In place of the desktop's opener: writes its arguments down. */
function installOpener(): () => Promise<string> {
  const [opener, written] = [join(root, "bin/xdg-open"), join(root, "written")];
  writeFileSync(opener, `#!/bin/sh\nprintf %s "$*" > ${written}\n`);
  chmodSync(opener, 0o755);
  return async () => {
    await vi.waitUntil(() => existsSync(written) && readFileSync(written, "utf8") !== "", 10_000);
    return readFileSync(written, "utf8");
  };
}

describe.skipIf(process.platform === "win32")("opening the page", () => {
  it("gives the browser a file of the user's own, which leads to the page with a key that is good there", async () => {
    const opened = installOpener();
    expect(await openPage({ url: "http://127.0.0.1:8012", platform: "linux" })).toBe(true);
    const address = await opened();
    const file = fileURLToPath(address);
    expect(statSync(file).mode & 0o077).toBe(0);
    const link = /url=http:\/\/127\.0\.0\.1:8012\/#key=([\w-]{43})"/.exec(readFileSync(file, "utf8"));
    expect(link).not.toBeNull();
    const key = link?.[1] as string;
    expect(address).not.toContain(key);
    expect(await takePageKey(key, { port: 8_012 })).toBe(true);
  });

  it("opens it again and again", async () => {
    installOpener();
    for (let time = 0; time < 2; time++)
      expect(await openPage({ url: "http://127.0.0.1:8012", platform: "linux" })).toBe(true);
  });

  it("says so where the opener finds no browser", async () => {
    installOpener();
    const opener = join(root, "bin/xdg-open");
    writeFileSync(opener, "#!/bin/sh\nexit 3\n");
    expect(await openPage({ url: "http://127.0.0.1:8012", platform: "linux" })).toBe(false);
  });

  it("says so where there is nothing to open it with", async () => {
    expect(await openPage({ url: "http://127.0.0.1:8012", platform: "linux" })).toBe(false);
  });
});
