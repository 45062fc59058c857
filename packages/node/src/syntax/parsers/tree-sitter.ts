/** The languages of tree-sitter's grammars in WebAssembly. Lenient: they accept some broken code. Stop at the first problem. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { SyntaxProblem } from "@nearfirst/core";
import type { Parser, Tree } from "web-tree-sitter";
import type { LoadTextParser } from "../text-parser.js";
import { closedBeginnings } from "./closed-beginnings.js";
import { DeadEnd, type FoundProblem } from "./dead-end.js";
import { KnownDeadEnds } from "./known-dead-ends.js";
import { SoundTrees } from "./sound-trees.js";
import { startTreeSitter } from "./tree-sitter-runtime.js";

/** Loads the grammar `tree-sitter-NAME.wasm`. */
export function loadTreeSitter(name: string): LoadTextParser {
  return async () => {
    const { Language, Parser } = await import("web-tree-sitter");
    await startTreeSitter(Parser);
    const folder = dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json"));
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(join(folder, "wasm", `tree-sitter-${name}.wasm`))));
    const reader = new IncrementalReader(parser);
    return (text, languageId) => {
      const problem = reader.problemIn(text, languageId);
      return problem === null ? [] : [problem];
    };
  };
}

/** Where, about, a text does not parse. What stands before `start` most likely does; in UTF-16 units. */
interface Failure {
  readonly start: number;
  readonly end: number;
}

/** How many texts are remembered that did not parse after their statements were closed. */
const MAX_UNSOUND = 8;
/** So much more than a basis has is read without a better one; in UTF-16 units. */
const NEAR = 400;

/** In how large parts the parser gets a text whose dead end is looked for; in UTF-16 units. */
const PART = 32;

/** One parser, which reads of each text only what is new. */
class IncrementalReader {
  readonly #parser: Parser;
  readonly #sound = new SoundTrees();
  readonly #deadEnds = new KnownDeadEnds();
  readonly #unsound: string[] = [];

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** Null for a text that parses. */
  problemIn(text: string, languageId: string): SyntaxProblem | null {
    const known = this.#deadEnds.problemIn(text);
    if (known !== null) return known;
    const failure = this.#failureIn(text);
    if (failure === null) return null;
    const hopefulLength = this.#deadEnds.hopefulLength(text);
    if (hopefulLength === text.length) return { start: text.trimEnd().length, isUnfinished: true };
    const problem = this.#deadEndIn(text, languageId, [hopefulLength, failure.end, failure.start]);
    this.#deadEnds.keep(text, problem);
    return problem;
  }

  /** Null for a text that parses. */
  #failureIn(text: string): Failure | null {
    const basis = this.#sound.basisFor(text, "both-ends");
    let reached = 0;
    const tree = this.#parser.parse(text, basis?.tree, {
      progressCallback({ currentOffset, hasError }) {
        // In bytes of UTF-16.
        reached = currentOffset / 2;
        return hasError;
      },
    });
    basis?.tree.delete();
    if (tree === null) {
      // Given up half-way, it would go on from there with the next text.
      this.#parser.reset();
      return { start: reached, end: reached };
    }
    if (!tree.rootNode.hasError) {
      this.#sound.keep(text, tree);
      return null;
    }
    const failure = firstErrorIn(tree);
    tree.delete();
    return failure;
  }

  /** The parser tells the place only in its log, which takes longer than all else: the less it reads, the better. */
  #deadEndIn(text: string, languageId: string, likelyEnds: readonly number[]): FoundProblem {
    let basis = this.#sound.basisFor(text, "beginning");
    const furthest = Math.max(...likelyEnds);
    if ((basis?.beginning ?? 0) + NEAR < furthest) {
      if (likelyEnds.some((end) => this.#readBeginning(text, end, languageId))) {
        basis?.tree.delete();
        basis = this.#sound.basisFor(text, "beginning");
      }
    }
    const deadEnd = new DeadEnd();
    this.#parser.setLogger((message, isLexer) => {
      if (!isLexer) deadEnd.hear(message);
    });
    // What comes after the dead end would only be recovered from, and logged.
    const nextPart = (at: number) => (deadEnd.isReached ? "" : text.slice(at, at + PART));
    this.#parser.parse(nextPart, basis?.tree, { progressCallback: () => deadEnd.isReached })?.delete();
    basis?.tree.delete();
    this.#parser.reset();
    this.#parser.setLogger(null);
    return deadEnd.problemIn(text, languageId);
  }

  /** Reads what is whole before `end` as a text of its own; true if it parses, and is a basis from now on. */
  #readBeginning(text: string, end: number, languageId: string): boolean {
    return closedBeginnings(text, end, languageId).some((beginning) => {
      if (this.#unsound.includes(beginning)) return false;
      if (this.#failureIn(beginning) === null) return true;
      this.#unsound.push(beginning);
      if (this.#unsound.length > MAX_UNSOUND) this.#unsound.shift();
      return false;
    });
  }
}

/** The first error of a tree whose root has one. Where the parser repaired something, it may be a whole class. */
function firstErrorIn(tree: Tree): Failure {
  const cursor = tree.walk();
  let failure = { start: 0, end: 0 };
  for (let isFurtherIn = true; isFurtherIn; ) {
    failure = { start: cursor.startIndex, end: cursor.endIndex };
    isFurtherIn = cursor.nodeType !== "ERROR" && !cursor.nodeIsMissing && cursor.gotoFirstChild();
    while (isFurtherIn && !cursor.currentNode.hasError && !cursor.nodeIsMissing) isFurtherIn = cursor.gotoNextSibling();
  }
  cursor.delete();
  return failure;
}
