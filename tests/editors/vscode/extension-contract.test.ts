/** What the extension shares with the rest by words alone, as it imports nothing of it: reasons, messages, its own manifest. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@nearfirst/node";
import { describe, expect, it } from "vitest";
import { OUTCOME_METHOD } from "../../../packages/cli/src/lsp/outcome-notification.js";
import * as protocol from "../../../packages/vscode/src/protocol.js";
import { OWN_REASONS, PASSED_OVER, SERVER_REASONS } from "../../../packages/vscode/src/reasons.js";

const root = join(import.meta.dirname, "../../..");
const extension = join(root, "packages/vscode");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(textOf("packages/vscode/package.json"));

/** The texts of `export type NAME = "a" | "b";`. */
function membersOf(path: string, name: string): string[] {
  const union = new RegExp(`export type ${name} =([^;]+);`).exec(textOf(path))?.[1] ?? "";
  return [...union.matchAll(/"([\w-]+)"/g)].map((match) => match[1] as string);
}

describe("the extension's words", () => {
  const given = [
    ...membersOf("packages/core/src/types.ts", "SkipReason"),
    ...membersOf("packages/core/src/types.ts", "DropReason"),
    ...membersOf("packages/node/src/config/decline.ts", "DeclineReason"),
    ...membersOf("packages/cli/src/lsp/outcome-notification.ts", "ServerReason"),
  ];

  it("are there for every reason that the server gives, and for no other", () => {
    expect(given.length).toBeGreaterThan(20);
    expect([...Object.keys(SERVER_REASONS), ...PASSED_OVER].sort()).toEqual([...new Set(given)].sort());
  });

  it("say in docs/vscode.md what each reason means", () => {
    const page = textOf("docs/vscode.md");
    const missing = Object.values({ ...SERVER_REASONS, ...OWN_REASONS }).flatMap(({ short }) =>
      short === null || page.includes(short) ? [] : [short],
    );
    expect(missing).toEqual([]);
  });

  it("fit a status bar", () => {
    const long = Object.values({ ...SERVER_REASONS, ...OWN_REASONS }).filter(({ short }) => (short?.length ?? 0) > 24);
    expect(long).toEqual([]);
  });
});

describe("the extension's messages", () => {
  it("have the server's names", () => {
    const page = textOf("docs/lsp.md");
    const names = Object.values(protocol) as string[];
    expect(names).toContain(OUTCOME_METHOD);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the extension's manifest", () => {
  const commands: string[] = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  const source = textOf("packages/vscode/src/commands.ts");
  const isRegistered = (command: string) => new RegExp(`^    ${command.replace("nearfirst.", "")}: `, "m").test(source);

  it("names commands that the source registers, in menus, keys and walkthrough too", () => {
    expect(commands.filter((command) => !isRegistered(command))).toEqual([]);
    const named = [
      ...JSON.stringify(manifest.contributes).matchAll(/command:(nearfirst\.\w+)|"command":"(nearfirst\.\w+)"/g),
    ];
    expect(
      named.map((match) => match[1] ?? match[2]).filter((command) => !commands.includes(command as string)),
    ).toEqual([]);
  });

  it("describes every setting, and lets a workspace set none that starts or loosens anything", () => {
    const settings = Object.entries<{ scope: string; markdownDescription?: string }>(
      manifest.contributes.configuration.properties,
    );
    expect(settings.filter(([, { markdownDescription = "" }]) => markdownDescription.length < 20)).toEqual([]);
    const scopes = Object.fromEntries(settings.map(([name, { scope }]) => [name, scope]));
    expect(scopes).toMatchObject({ "nearfirst.path": "machine", "nearfirst.delayMs": "machine" });
    const { markdownDescription } = manifest.contributes.configuration.properties["nearfirst.delayMs"];
    expect(markdownDescription).toContain(`own configuration (${DEFAULT_SETTINGS.trigger.delayMs})`);
  });

  it("has the extension run beside the code, as on a remote machine or in a container", () => {
    expect(manifest.extensionKind).toEqual(["workspace"]);
    expect(textOf("docs/vscode.md")).toContain('`"extensionKind": ["workspace"]`');
  });

  it("has the walkthrough's pages, and reads no setting that it does not name", () => {
    const steps: { media: { markdown: string } }[] = manifest.contributes.walkthroughs[0].steps;
    expect(steps.filter(({ media }) => !existsSync(join(extension, media.markdown)))).toEqual([]);
    const names = Object.keys(manifest.contributes.configuration.properties).map((name) =>
      name.replace("nearfirst.", ""),
    );
    const read = ["extension", "language-server", "toggle-language"].flatMap((name) => [
      ...textOf(`packages/vscode/src/${name}.ts`).matchAll(/\.(?:get|inspect|update)(?:<[^(]*>)?\("([\w.]+)"/g),
    ]);
    const unknown = read.map((match) => match[1] as string).filter((name) => !names.includes(name));
    expect(unknown.filter((name) => name !== "inlineSuggest.enabled")).toEqual([]);
  });
});
