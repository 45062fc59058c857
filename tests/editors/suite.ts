/** What every editor does with Nearfirst's suggestions: the same cases, pressed and read in a real terminal. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { InlineCompletionItem } from "vscode-languageserver/node";
import { applyEdit, type Encoding } from "../lsp/reference-document.js";
import type { EditorSandbox } from "./editor-sandbox.js";
import { ARGUMENTS, BRACKETS, DICTIONARY, NOT_ASCII } from "./pictures.js";
import type { Terminal } from "./terminal.js";

/**
 * On a very busy machine a key seemed lost a few times, in different tests. Some causes are found and mended: Vim's plugin
 * took keys that were read together for keys at an old place, Neovim left a suggestion out where Esc came right behind its
 * key, and the cursor was looked for while it was in the status line. Whether these were all is not known, so that there is a
 * second try still; it is told in the report, not hidden.
 */
export const KEYS_MAY_BE_LOST = { retry: 1 } as const;

export interface EditorUnderTest {
  readonly sandbox: EditorSandbox;
  readonly terminal: Terminal;
  /** How the editor counts columns. */
  readonly encoding: Encoding;
  /** tmux's names of the keys that the editor's page gives. */
  readonly keys: {
    readonly accept: string;
    readonly word: string;
    readonly line: string;
    readonly dismiss: string;
    readonly trigger: readonly string[];
  };
  /** Opens a file of the project, and puts the cursor behind so many characters of a line (from 0), ready to type. */
  readonly open: (name: string, line: number, characters: number) => Promise<void>;
  /** Runs a command of the editor's own, as its prompt takes it, and does not go back to typing. */
  readonly run: (command: string) => Promise<void>;
  /** Commands for `run` that change the text in other ways than by typing. */
  readonly edits: readonly string[];
  /** The command that reads the file anew, and the one that starts the server again. */
  readonly reload: string;
  readonly restart: string;
  /** The command that says how the last request ended, and why. */
  readonly why: string;
  /** Another editor of this kind, in the same project. */
  readonly another: () => Promise<EditorUnderTest>;
  /** Goes on typing at the end of the cursor's line. */
  readonly type: () => Promise<void>;
  readonly save: () => Promise<void>;
  /** Takes back the last change, and goes on typing at the end of the cursor's line. */
  readonly undo: () => Promise<void>;
}

export interface Suggested {
  readonly name: string;
  /** The file before anything was typed. */
  readonly text: string;
  readonly item: InlineCompletionItem & { readonly insertText: string };
  /** The file with the suggestion in it. */
  readonly accepted: string;
  /** The cursor's line with the suggestion's first line in it. */
  readonly line: string;
}

let files = 0;

/**
 * Writes the picture's text into a new file in a folder (the project itself by default), opens it at the picture's `█`, and
 * waits for the suggestion on screen.
 */
export async function suggestedIn(editor: EditorUnderTest, picture: string, folder = ""): Promise<Suggested> {
  const { sandbox, terminal, encoding } = editor;
  const name = `${folder}case_${files++}.py`;
  const [before = "", after = ""] = picture.split("█");
  const text = before + after;
  sandbox.write(name, text);
  const lines = before.split("\n");
  await editor.open(name, lines.length - 1, [...(lines.at(-1) ?? "")].length);
  const item = (await sandbox.until(`a suggestion in ${name}`, () => sandbox.items(name)[0])) as Suggested["item"];
  if (item.range === undefined) throw new Error("every suggestion has a range");
  const accepted = applyEdit(text, { range: item.range, text: item.insertText }, encoding);
  const line = accepted.split("\n")[lines.length - 1] ?? "";
  await terminal.untilAtCursor(line, ...item.insertText.split("\n").slice(1));
  return { name, text, item, accepted, line };
}

/** Half written files are waited for, too. */
async function saved(editor: EditorUnderTest, name: string, text: string): Promise<void> {
  await editor.save();
  await editor.sandbox.until(`${name} is saved`, () => editor.sandbox.read(name) === text).catch(() => undefined);
  expect(editor.sandbox.read(name)).toBe(text);
}

/** Accepts the suggestion, and waits until the editor has done it: it may do so after keys that are pressed meanwhile. */
async function accept(editor: EditorUnderTest): Promise<void> {
  const { sandbox, terminal, keys } = editor;
  const before = sandbox.executed("nearfirst.accept").length;
  await terminal.press(keys.accept);
  await sandbox.until("the server was told", () => sandbox.executed("nearfirst.accept").length > before);
}

const idOf = ({ item }: Suggested): unknown => item.command?.arguments?.[0];

/** Registers the cases; `editor` gives the running one. */
export function testSuggestions(editor: () => EditorUnderTest): void {
  it.each([
    ["at the end of a line", ARGUMENTS],
    ["of several lines", DICTIONARY],
    ["behind text that is not ASCII", NOT_ASCII],
    ["between brackets", BRACKETS],
  ])("a suggestion %s is shown, accepted as it was shown, and saved", async (_, picture) => {
    const { sandbox, terminal, keys } = editor();
    const suggested = await suggestedIn(editor(), picture);
    expect(sandbox.read(suggested.name)).toBe(suggested.text);
    await terminal.press(keys.accept);
    await sandbox.until("the server was told", () => sandbox.executed("nearfirst.accept").includes(idOf(suggested)));
    await saved(editor(), suggested.name, suggested.accepted);
  });

  it("typing through a suggestion leaves it standing still, and asks no model", async () => {
    const { sandbox, terminal } = editor();
    const suggested = await suggestedIn(editor(), ARGUMENTS);
    const { name, item, line, accepted } = suggested;
    // The cursor itself is elsewhere for moments, such as where the status line is drawn.
    const row = (await terminal.lines()).lastIndexOf(line);
    let isTyping = true;
    const seen: boolean[] = [];
    const watched = (async () => {
      while (isTyping) seen.push((await terminal.lines())[row] === line);
    })();
    for (const letter of item.insertText.slice(0, 8)) {
      await terminal.type(letter);
      await delay(40);
    }
    const through = () => sandbox.outcomes(name).filter(({ source }) => source === "typed-through");
    await sandbox.until("the server saw it", () => through().length > 0);
    isTyping = false;
    await watched;
    expect(seen.length).toBeGreaterThan(8);
    expect(seen).not.toContain(false);
    for (const { tokensEvaluated, forwardPasses } of through())
      expect([tokensEvaluated, forwardPasses]).toEqual([0, 0]);
    expect(sandbox.outcomes(name).filter(({ source }) => source === "model")).toHaveLength(1);
    await accept(editor());
    await saved(editor(), name, accepted);
  });

  it("a suggestion accepted right behind the last letter is not doubled", async () => {
    const { terminal } = editor();
    const { name, item, accepted } = await suggestedIn(editor(), ARGUMENTS);
    await terminal.type(item.insertText.slice(0, 5));
    await accept(editor());
    await saved(editor(), name, accepted);
  });

  it("a suggestion accepted by a key that is read together with the letters before it is not doubled", async () => {
    const { sandbox, terminal, keys } = editor();
    const { name, item, accepted } = await suggestedIn(editor(), ARGUMENTS);
    const told = sandbox.executed("nearfirst.accept").length;
    await terminal.pressAtOnce(...item.insertText.slice(0, 5), keys.accept);
    await sandbox.until("the server was told", () => sandbox.executed("nearfirst.accept").length > told);
    await saved(editor(), name, accepted);
  });

  it.each([
    ["", "press"],
    [", also where both are read together", "pressAtOnce"],
  ] as const)(
    "typing something else takes a suggestion off the screen, and its key inserts nothing of it%s",
    async (_, press) => {
      const { terminal, keys } = editor();
      const { name, text, item } = await suggestedIn(editor(), ARGUMENTS);
      await terminal[press]("=", keys.accept);
      const rests = [item.insertText, item.insertText.slice(1)].map((rest) => `=${rest}`);
      await terminal.until("nothing of it is left", ([line = ""]) => rests.every((rest) => !line.includes(rest)));
      await editor().save();
      await editor().sandbox.until("it is saved", () => editor().sandbox.read(name) !== text);
      expect(editor().sandbox.read(name).trimEnd()).toBe(`${text.trimEnd()}=`);
    },
  );

  it("its key takes a suggestion away, and the server is told that it was not wanted", async () => {
    const { sandbox, terminal, keys } = editor();
    const suggested = await suggestedIn(editor(), ARGUMENTS);
    await terminal.press(keys.dismiss);
    await terminal.until("it is gone", ([line]) => line !== suggested.line);
    await sandbox.until("the server was told", () => sandbox.executed("nearfirst.dismiss").includes(idOf(suggested)));
    await terminal.press(...keys.trigger);
    await sandbox.until("an explicit request", () => explicitRequests(sandbox, suggested.name) > 0);
    await saved(editor(), suggested.name, suggested.text);
  });

  it("says why there is no suggestion where it is asked", async () => {
    const { sandbox, terminal, run, why } = editor();
    const name = `case_${files++}.py`;
    sandbox.write(name, "total = name\n");
    await editor().open(name, 0, 8);
    await terminal.type("q");
    const isSkipped = () => sandbox.outcomes(name).at(-1)?.reason === "inside-word";
    await sandbox.until("the request was skipped", isSkipped);
    await run(why);
    await terminal.untilText("the reason is said", (screen) =>
      /^"?(Nearfirst: )?skipped, inside-word, \d+ ms/m.test(screen),
    );
    await editor().type();
    await saved(editor(), name, "total = qname\n");
  });

  it("word by word, then line by line, it becomes the same text", async () => {
    const { terminal, keys } = editor();
    const { name, text, item, accepted } = await suggestedIn(editor(), DICTIONARY);
    const word = /^\s*(?:\w+|[^\w\s]+)/.exec(item.insertText)?.[0] ?? "";
    // The part is there once the cursor stands behind it.
    const [start = ""] = text.split("\n").slice(-2);
    let done = start + word;
    const isTaken = () => terminal.untilColumn(done.length - (done.lastIndexOf("\n") + 1));
    await terminal.press(keys.word);
    await isTaken();
    const withPart = (part: string) => `${text.slice(0, -1)}${part}\n`;
    await saved(editor(), name, withPart(word));
    for (const each of item.insertText.slice(word.length).split(/(?<=.)(?=\n)/)) {
      const [here = "", below] = each.split("\n");
      await terminal.until(
        `"${each}" is shown`,
        (lines) => lines[0]?.endsWith(here) === true && (below === undefined || lines[1] === below),
      );
      await terminal.press(keys.line);
      done += each;
      await isTaken();
    }
    await saved(editor(), name, accepted);
  });

  it("undo takes back an accepted suggestion, and not what was typed before", async () => {
    const { terminal } = editor();
    const { name, item, text, accepted } = await suggestedIn(editor(), ARGUMENTS);
    await terminal.type(item.insertText.slice(0, 3));
    await accept(editor());
    await saved(editor(), name, accepted);
    await editor().undo();
    await saved(editor(), name, `${text.slice(0, -1)}${item.insertText.slice(0, 3)}\n`);
  });

  it("the server holds the editor's text after all kinds of edits", async () => {
    const { sandbox, terminal, encoding, run, edits, type, save } = editor();
    const { name, text } = await suggestedIn(editor(), NOT_ASCII);
    for (const edit of edits) await run(edit);
    await type();
    await terminal.type(" # 😀 end");
    await save();
    await sandbox.until("the edits are saved", () => sandbox.read(name).includes("# 😀 end"));
    expect(sandbox.read(name).split("\n").length).not.toBe(text.split("\n").length);
    await sandbox
      .until("the server has them", () => sandbox.texts(name, encoding)[0] === sandbox.read(name))
      .catch(() => undefined);
    expect(sandbox.texts(name, encoding)).toEqual([sandbox.read(name)]);
  });

  it("when the server is killed its suggestion goes, nothing is inserted, and it comes back when told to", async () => {
    const { sandbox, terminal, keys, run, restart, save } = editor();
    const { name, text, line } = await suggestedIn(editor(), ARGUMENTS);
    process.kill(sandbox.servers().at(-1) as number, "SIGKILL");
    await terminal.untilText("it is said", (screen) => /nearfirst.*(ended|quit|exit)/is.test(screen));
    await terminal.press(keys.accept);
    await terminal.until("the suggestion is gone", ([shown]) => shown !== line);
    await save();
    expect(sandbox.read(name).trimEnd()).toBe(text.trimEnd());
    await run(restart);
    const next = await suggestedIn(editor(), ARGUMENTS);
    await accept(editor());
    await saved(editor(), next.name, next.accepted);
  });

  it("a second project is completed in, with its folder told to the server", async () => {
    const { sandbox } = editor();
    const folder = "../other é project/";
    sandbox.write(`${folder}.nearfirst.json`, "{}");
    const { name, accepted } = await suggestedIn(editor(), ARGUMENTS, folder);
    expect([...new Set(sandbox.folders())]).toEqual([sandbox.project, join(sandbox.root, "other é project")]);
    await accept(editor());
    await saved(editor(), name, accepted);
  });

  it("two editors on one file complete in what each of them holds", async () => {
    const { sandbox, encoding, another } = editor();
    const { name, text, accepted } = await suggestedIn(editor(), ARGUMENTS);
    const other = await another();
    try {
      await other.open(name, 0, 0);
      await other.terminal.type("import os, ");
      await other.terminal.untilText("it is typed there", (screen) => screen.includes("import os, import"));
      await accept(editor());
      await saved(editor(), name, accepted);
      const unsaved = `import os, ${text}`;
      const held = () => sandbox.texts(name, encoding);
      await sandbox.until("each server has its own", () => held().includes(accepted) && held().includes(unsaved));
      await other.run(other.reload);
      await other.type();
      await other.terminal.type(" # seen");
      const both = accepted.replace("import json", "import json # seen");
      await saved(other, name, both);
      await sandbox.until("its server has it", () => held().includes(both));
    } finally {
      await other.terminal.stop();
    }
  });
}

/** For editors that ask for nothing where the cursor was only moved. */
export function testCursorMoves(editor: () => EditorUnderTest): void {
  it.each([
    ["", "press"],
    [", also where both are read together", "pressAtOnce"],
  ] as const)("moving the cursor takes a suggestion away, and its key inserts nothing of it%s", async (_, press) => {
    const { terminal, keys, sandbox } = editor();
    const { name, text, item, line } = await suggestedIn(editor(), ARGUMENTS);
    await terminal[press]("Left", keys.accept);
    await terminal.until("the suggestion is gone", ([shown]) => shown !== line);
    await terminal.type("#");
    await editor().save();
    await sandbox.until("it is saved", () => sandbox.read(name) !== text);
    const timesIn = (each: string) => each.split(item.insertText).length - 1;
    expect(timesIn(sandbox.read(name))).toBe(timesIn(text));
  });
}

function explicitRequests(sandbox: EditorSandbox, name: string): number {
  return sandbox.messages("editor").filter(({ method, params }) => {
    const { textDocument, context } = (params ?? {}) as {
      textDocument?: { uri: string };
      context?: { triggerKind: number };
    };
    const isHere = textDocument?.uri.endsWith(`/${name}`) === true;
    return method === "textDocument/inlineCompletion" && isHere && context?.triggerKind === 1;
  }).length;
}
