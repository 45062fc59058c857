/** The places that the READMEs under examples/ name are there. What a model answers is not their business. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { offsetOf, parsePlace } from "../packages/cli/src/complete/place.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const projects = readdirSync(`${root}examples`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const placesIn = (path: string) =>
  readFileSync(root + path, "utf8")
    .split("\n")
    .flatMap((line) =>
      [.../\bcomplete (examples\/\S+:\d\S*)/g[Symbol.matchAll](line)].map((match) => [line, match[1]]),
    );

describe.each(projects.map(({ name }) => name))("examples/%s", (name) => {
  it("has several files of code", () => {
    const files = readdirSync(`${root}examples/${name}`).filter((file) => file.endsWith(".py"));
    expect(files.length).toBeGreaterThanOrEqual(3);
  });

  it("has a README with places to try, each in a line that was begun", () => {
    const places = placesIn(`examples/${name}/README.md`);
    expect(places.length).toBeGreaterThanOrEqual(3);
    for (const [command, text] of places) {
      const place = parsePlace(text as string);
      if (command?.includes("--stdin")) {
        expect(existsSync(root + place.path), place.path).toBe(false);
        continue;
      }
      const code = readFileSync(root + place.path, "utf8");
      const before = code.slice(0, offsetOf(code, place));
      expect(before.split("\n").at(-1)?.trim(), text).not.toBe("");
    }
  });
});

describe("the demo", () => {
  it("completes the end of a line that was begun", () => {
    const text = /"(examples\/\S+:\d+)"/.exec(readFileSync(`${root}scripts/demo.mjs`, "utf8"))?.[1] as string;
    const place = parsePlace(text);
    const line = readFileSync(root + place.path, "utf8").split("\n")[place.line - 1];
    expect(line?.trim()).toMatch(/\($/);
  });
});
