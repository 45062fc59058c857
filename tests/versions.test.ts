/** One version for all packages: what is released together is numbered together. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "..", "packages");
const manifests = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")),
);

it("is the same in each, and what they need of each other is exactly it", () => {
  const { version } = manifests[0];
  expect(manifests.filter((each) => each.version !== version).map(({ name }) => name)).toEqual([]);
  const names = new Set(manifests.map(({ name }) => name));
  const others = manifests.flatMap(({ name, dependencies = {}, devDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(([needed, wanted]) => names.has(needed) && wanted !== version)
      .map(([needed, wanted]) => `${name} needs ${needed} ${wanted}`),
  );
  expect(others).toEqual([]);
});

it("pins every other package exactly", () => {
  const loose = manifests.flatMap(({ name, dependencies = {} }) =>
    Object.entries(dependencies as Record<string, string>)
      .filter(([, wanted]) => !/^\d+\.\d+\.\d+$/.test(wanted))
      .map(([needed, wanted]) => `${name}: ${needed} ${wanted}`),
  );
  expect(loose).toEqual([]);
});
