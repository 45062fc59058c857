import { describe, expect, it } from "vitest";
import { describeOrigin, findServer, type ServerSearchOptions } from "./find-server.js";

/** On a machine that has exactly these files. */
function search(files: readonly string[], options: Partial<ServerSearchOptions> = {}) {
  return findServer({
    setting: "",
    extensionFolder: "/ext",
    runtime: "/usr/lib/code/node",
    homeFolder: "/home/me",
    env: { PATH: "/usr/local/bin:relative/bin:/usr/bin" },
    platform: "linux",
    delimiter: ":",
    isFile: async (path) => files.includes(path),
    ...options,
  });
}

const BUNDLED = "/ext/server/node_modules/nearfirst/dist/main.js";

describe("finding the server", () => {
  it("takes what the setting names before all others", async () => {
    const found = await search(["/opt/nearfirst", BUNDLED, "/usr/bin/nearfirst"], { setting: "/opt/nearfirst" });
    expect(found).toEqual({
      kind: "found",
      server: { origin: "setting", file: "/opt/nearfirst", command: "/opt/nearfirst", args: [], env: {} },
    });
  });

  it("runs a script by the editor's own Node.js, also where that is Electron", async () => {
    const found = await search(["/home/me/clone/dist/main.js"], { setting: " ~/clone/dist/main.js " });
    expect(found).toMatchObject({
      server: {
        command: "/usr/lib/code/node",
        args: ["/home/me/clone/dist/main.js"],
        env: { ELECTRON_RUN_AS_NODE: "1" },
      },
    });
  });

  it("takes nothing else where the setting names no file or no absolute path", async () => {
    const others = [BUNDLED, "/usr/bin/nearfirst", "nearfirst"];
    expect(await search(others, { setting: "/nowhere" })).toEqual({ kind: "setting-wrong", file: "/nowhere" });
    expect(await search(others, { setting: "nearfirst" })).toEqual({ kind: "setting-wrong", file: "nearfirst" });
  });

  it("takes the copy within the extension before the one on the PATH", async () => {
    expect(await search([BUNDLED, "/usr/bin/nearfirst"])).toMatchObject({
      server: { origin: "bundled", file: BUNDLED },
    });
  });

  it("takes the first one on the PATH, and never one of a relative folder, which the workspace could plant", async () => {
    expect(await search(["relative/bin/nearfirst", "/usr/bin/nearfirst"])).toMatchObject({
      server: { origin: "path", command: "/usr/bin/nearfirst", args: [], env: {} },
    });
  });

  it("says so where there is none", async () => {
    expect(await search([])).toEqual({ kind: "missing" });
    expect(await search([], { env: {} })).toEqual({ kind: "missing" });
  });

  it("says in words where it comes from", () => {
    expect(describeOrigin({ origin: "setting", file: "/opt/nearfirst" })).toBe(
      "/opt/nearfirst (setting nearfirst.path)",
    );
    expect(describeOrigin({ origin: "bundled", file: BUNDLED })).toBe("the one that came with this extension");
    expect(describeOrigin({ origin: "path", file: "/usr/bin/nearfirst" })).toBe(
      "/usr/bin/nearfirst (found on the PATH)",
    );
  });
});
