/** Holds DEPS.txt and the imports of the sources together, in both directions. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const PACKAGE_FOLDERS: Readonly<Record<string, string>> = {
  "@nearfirst/core": "core",
  "@nearfirst/core/testing": "core",
  "@nearfirst/node": "node",
  nearfirst: "cli",
};

function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return name.endsWith(".ts") && !name.endsWith(".test.ts") ? [path] : [];
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
  for (const name of ["core", "node", "cli"]) {
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

  it("leave one way out into the network, the large model's client, and what listens: serve and serve-large", () => {
    // OpenAPI's word for a token in a header is no module.
    const network =
      /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(|(?<!type: )"(?:(?:node:)?(?:https?|http2|net|tls|dgram|dns|inspector)(?:\/promises)?|undici)"/;
    const found = ["core", "node", "cli"]
      .flatMap((name) => sourceFiles(join(root, "packages", name, "src")))
      .filter((path) => network.test(codeOf(path)));
    expect(found.map((path) => relative(root, path))).toEqual([
      "packages/node/src/large/http-client.ts",
      "packages/cli/src/commands/serve-large.ts",
      "packages/cli/src/http/hosts.ts",
      "packages/cli/src/http/json-body.ts",
      "packages/cli/src/serve/daemon-server.ts",
      "packages/cli/src/serve/gatekeeper.ts",
      "packages/cli/src/serve-large/completion-server.ts",
    ]);
  });

  it("keep the way out from the index and the engine: it sends what it is given", () => {
    const client = sourceFiles(join(root, "packages/node/src/large"));
    const importers = client.flatMap((path) =>
      importsOf(path).map((specifier) => `${relative(root, path)} ${specifier}`),
    );
    expect(importers.filter((edge) => /workspace|\/llama\//.test(edge))).toEqual([]);
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

  it("let only core's index import complete.ts", () => {
    const importers = sourceFiles(join(root, "packages/core/src")).filter((path) =>
      importsOf(path).some((specifier) => specifier.endsWith("/complete.js")),
    );
    expect(importers.map((path) => relative(root, path))).toEqual(["packages/core/src/index.ts"]);
  });
});
