/** Holds DEPS.txt and the imports of the sources together, in both directions. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const PACKAGE_FOLDERS: Readonly<Record<string, string>> = {
  "@nearfirst/core": "core",
  "@nearfirst/core/testing": "core",
  "@nearfirst/node": "node",
  "@nearfirst/eval": "eval",
  nearfirst: "cli",
};

function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(name) && !name.endsWith(".test.ts") ? [path] : [];
  });
}

/** `core/routing` for packages/core/src/routing/policy.ts, `core` for a file directly under src. */
function unitOf(path: string): string {
  const [, name, , ...rest] = relative(root, path).split("/");
  return rest.length > 1 && name === "core" ? `${name}/${rest[0]}` : (name as string);
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/(?:^|\n)\s*(?:import|export)[^;"']*?from\s*"([^"]+)"|import\s*\(?\s*"([^"]+)"/g)].map(
    (match) => (match[1] ?? match[2]) as string,
  );
}

/** A source without its comments, as far as a pattern can tell. */
function codeOf(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, "");
}

/** `node:fs` and `node:path` are one edge, `node:*`; a package's subpaths are the package. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return unitOf(join(dirname(path), specifier));
  if (specifier.startsWith("node:")) return "node:*";
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return PACKAGE_FOLDERS[specifier] ?? PACKAGE_FOLDERS[name] ?? name;
}

function edgesOfSources(): Set<string> {
  const edges = new Set<string>();
  for (const name of ["core", "node", "cli", "eval", "vscode", "web"]) {
    for (const path of sourceFiles(join(root, "packages", name, "src"))) {
      for (const specifier of importsOf(path)) {
        const [from, to] = [unitOf(path), targetOf(path, specifier)];
        if (from !== to) edges.add(`${from} -> ${to}`);
      }
    }
  }
  return edges;
}

function edgesOfRules(): Set<string> {
  const edges = new Set<string>();
  for (const line of readFileSync(join(root, "DEPS.txt"), "utf8").split("\n")) {
    const match = /^(\S+) -> (.+)$/.exec(line.trim());
    if (match === null || line.startsWith("#")) continue;
    for (const to of (match[2] as string).split(/,\s*/)) edges.add(`${match[1]} -> ${to}`);
  }
  return edges;
}

describe("the dependency rules in DEPS.txt", () => {
  const seen = edgesOfSources();
  const allowed = edgesOfRules();

  it("allow every import of the sources", () => {
    expect([...seen].filter((edge) => !allowed.has(edge)).sort()).toEqual([]);
  });

  it("hold no entry that no source needs", () => {
    expect([...allowed].filter((edge) => !seen.has(edge)).sort()).toEqual([]);
  });

  it("keep core free of Node, of packages and of I/O", () => {
    const outside = [...allowed].filter((edge) => /^core\S* -> (?!core)/.test(edge));
    expect(outside).toEqual([]);
  });

  it("let policies see facts, not the engine, the index or the prompt", () => {
    expect([...allowed].filter((edge) => /^core\/routing -> core\/(inference|retrieval|prompt)$/.test(edge))).toEqual(
      [],
    );
  });

  it("keep core free of clocks, logs and whatever else a host has", () => {
    const host =
      /\b(?:process|console|performance|Date|setTimeout|setInterval|setImmediate|queueMicrotask|fetch|require|Buffer|globalThis|Math\.random)\s*[.(]/;
    const found = sourceFiles(join(root, "packages/core/src")).filter((path) => host.test(codeOf(path)));
    expect(found).toEqual([]);
  });

  it("leave one way out for code, one way in for models, and what listens: serve, serve-large, and the user's own socket", () => {
    // OpenAPI's word for a token in a header is no module.
    const network =
      /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(|(?<!type: )"(?:(?:node:)?(?:https?|http2|net|tls|dgram|dns|inspector)(?:\/promises)?|undici)"/;
    const found = ["core", "node", "cli", "vscode"]
      .flatMap((name) => sourceFiles(join(root, "packages", name, "src")))
      .filter((path) => network.test(codeOf(path)));
    expect(found.map((path) => relative(root, path))).toEqual([
      // How a server is reached: it sends nothing itself.
      "packages/node/src/large/dispatcher-for.ts",
      "packages/node/src/large/http-client.ts",
      "packages/node/src/models/download-client.ts",
      "packages/cli/src/commands/serve-large.ts",
      "packages/cli/src/http/hosts.ts",
      "packages/cli/src/http/json-body.ts",
      "packages/cli/src/serve/daemon-server.ts",
      "packages/cli/src/serve/gatekeeper.ts",
      "packages/cli/src/serve-large/completion-server.ts",
      "packages/cli/src/shared-engine/local-socket.ts",
    ]);
  });

  it("keep the editors' way to the daemon on this machine: a path, and no host or port", () => {
    const code = codeOf(join(root, "packages/cli/src/shared-engine/local-socket.ts"));
    expect([...code.matchAll(/\b(?:connect|listen)\(([^)]*)\)/g)].map(([, given]) => given)).toEqual([
      "{ path }",
      "{ path }",
    ]);
  });

  it("let the way in for models carry nothing: GET alone, without a body, and knowing nothing of code", () => {
    const client = join(root, "packages/node/src/models/download-client.ts");
    const code = codeOf(client);
    expect([...code.matchAll(/\brequest\(/g)]).toHaveLength(1);
    expect(code).toContain('request(url, { ...options, method: "GET", dispatcher');
    expect(code).not.toMatch(/\bbody:|\bmethod: "(?!GET")/);
    expect(importsOf(client).sort()).toEqual(["../large/dispatcher-for.js", "./download-faults.js", "undici"]);
  });

  it("let only the commands that a user types fetch models: no request, no editor and no daemon can", () => {
    const users = ["node", "cli"]
      .flatMap((name) => sourceFiles(join(root, "packages", name, "src")))
      .filter((path) => !path.includes("/node/src/models/"))
      .filter((path) =>
        importsOf(path).some((specifier) =>
          /@nearfirst\/node\/models$|\/(?:download|pull)-[a-z]+\.js$/.test(specifier),
        ),
      );
    expect(
      users
        .map((path) => relative(root, path))
        .filter((path) => !/cli\/src\/(?:commands\/(?:models-|init\.)|init\/local-models)/.test(path)),
    ).toEqual([]);
    // What both packages import of the folder otherwise has no way to the client.
    const light = ["installed-models.ts", "gguf-header.ts", "memory-fit.ts", "measure-speed.ts", "ollama-store.ts"];
    const reached = light.flatMap((name) => importsOf(join(root, "packages/node/src/models", name)));
    expect(reached.filter((specifier) => /download|pull/.test(specifier))).toEqual([]);
  });

  it("let the evaluation fetch a benchmark's data, and nothing else", () => {
    const found = sourceFiles(join(root, "packages/eval/src")).filter((path) => /\bfetch\s*\(/.test(codeOf(path)));
    expect(found.map((path) => relative(root, path))).toEqual(["packages/eval/src/benchmarks/open-data.ts"]);
  });

  it("keep the way out from the index and the engine: it sends what it is given", () => {
    const client = sourceFiles(join(root, "packages/node/src/large"));
    const importers = client.flatMap((path) =>
      importsOf(path).map((specifier) => `${relative(root, path)} ${specifier}`),
    );
    expect(importers.filter((edge) => /workspace|\/llama\//.test(edge))).toEqual([]);
  });

  it("keep the extension a client of the protocol: it imports nothing of ours, and reaches no network", () => {
    const edges = [...allowed].filter((edge) => edge.startsWith("vscode -> "));
    expect(edges.sort()).toEqual(["vscode -> node:*", "vscode -> vscode-languageclient"]);
  });

  it("know no model by its name outside the table of families", () => {
    const name = /qwen|starcoder|deepseek|code-?llama|codegemma|granite|codestral|mistral|yi-coder/i;
    const found = ["core", "node", "cli"]
      .flatMap((each) => sourceFiles(join(root, "packages", each, "src")))
      .filter((path) => !/\/prompt\/families\/|\/src\/testing\//.test(path))
      .filter((path) => name.test(codeOf(path)));
    expect(found.map((path) => relative(root, path))).toEqual([]);
  });

  it("let only release.ts make what may leave the machine", () => {
    const makers = ["core", "node", "cli"]
      .flatMap((name) => sourceFiles(join(root, "packages", name, "src")))
      .filter((path) => /\bas (?:unknown as )?ReleasedPrompt\b|<ReleasedPrompt>/.test(codeOf(path)));
    expect(makers.map((path) => relative(root, path))).toEqual(["packages/core/src/privacy/release.ts"]);
  });

  it("let the page have nothing of the daemon but types, and ask nobody but the daemon that served it", () => {
    const sources = sourceFiles(join(root, "packages/web/src"));
    const imports = /(?:^|\n)\s*(import|export)(\s+type)?[^;"']*?from\s*"([^"]+)"/g;
    const values = sources.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(imports)]
        .filter(([, , type, from]) => type === undefined && /@nearfirst\/|\/cli\//.test(from as string))
        .map(([, , , from]) => `${relative(root, path)} ${from}`),
    );
    expect(values).toEqual([]);
    const asking = /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\s*\(/;
    const askers = sources.filter((path) => asking.test(codeOf(path)));
    expect(askers.map((path) => relative(root, path))).toEqual(["packages/web/src/daemon.ts"]);
    expect(sources.filter((path) => /https?:\/\//.test(codeOf(path)))).toEqual([]);
  });

  it("let the page make no markup out of text", () => {
    const markup = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/i;
    const makers = sourceFiles(join(root, "packages/web/src")).filter((path) => markup.test(codeOf(path)));
    expect(makers).toEqual([]);
  });

  it("let only core's index import complete.ts", () => {
    const importers = sourceFiles(join(root, "packages/core/src")).filter((path) =>
      importsOf(path).some((specifier) => specifier.endsWith("/complete.js")),
    );
    expect(importers.map((path) => relative(root, path))).toEqual(["packages/core/src/index.ts"]);
  });
});
