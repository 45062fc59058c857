/** Go, by its own parser (go/parser within gofmt) in WebAssembly. Its message tells the first problem. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { SyntaxProblem } from "@nearfirst/core";
import type { LoadTextParser } from "../text-parser.js";

/** What the module exports; its package's own binding keeps one instance for ever. */
interface Gofmt {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  alloc(bytes: number): number;
  /** 0: nothing to change, 1: formatted, else an error; the text of both is the output. */
  format(): number;
  output_ptr(): number;
  output_len(): number;
  dispose(): void;
}

/** Missing in the types of Node without those of a browser. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** It frees nothing: an instance that holds more is replaced. */
const MAX_MEMORY_BYTES = 32_000_000;

export const loadGofmt: LoadTextParser = async () => {
  const path = fileURLToPath(import.meta.resolve("@wasm-fmt/gofmt/wasm"));
  const module = new WebAssembly.Module(await readFile(path));
  let gofmt = start(module);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return (text) => {
    if (gofmt.memory.buffer.byteLength > MAX_MEMORY_BYTES) gofmt = start(module);
    try {
      const bytes = encoder.encode(text);
      const at = gofmt.alloc(bytes.length);
      new Uint8Array(gofmt.memory.buffer, at, bytes.length).set(bytes);
      if (gofmt.format() <= 1) {
        gofmt.dispose();
        return [];
      }
      const message = new Uint8Array(gofmt.memory.buffer, gofmt.output_ptr(), gofmt.output_len());
      const problem = problemOf(text, bytes, decoder.decode(message));
      gofmt.dispose();
      return [problem];
    } catch {
      // At the eleventh problem the parser panics, which this build cannot recover from: the instance is of no more use.
      gofmt = start(module);
      return [{ start: null, isUnfinished: false }];
    }
  };
};

function start(module: object): Gofmt {
  const gofmt = new WebAssembly.Instance(module).exports as Gofmt;
  gofmt._initialize();
  return gofmt;
}

/** Messages read `line:column: text`, from 1, columns in bytes. */
function problemOf(text: string, bytes: Uint8Array, message: string): SyntaxProblem {
  const [, line, column, what = ""] = /^(\d+):(\d+): (.*)/s.exec(message) ?? [];
  if (line === undefined || column === undefined) return { start: null, isUnfinished: false };
  let lineStart = 0;
  for (let each = 1; each < Number(line); each++) lineStart = bytes.indexOf(10, lineStart) + 1;
  const start = new TextDecoder().decode(bytes.subarray(0, lineStart + Number(column) - 1)).length;
  const isOpen = /'EOF'|^(?:raw string literal|comment) not terminated/.test(what);
  // Its call may still come.
  const isDeferred = /^expression in (?:defer|go)\b/.test(what) && /^(?:\s|\/\/.*)*$/.test(text.slice(start));
  // A line break ends a statement: what it cut off is broken, unless the text ends there.
  const isCutOff = /not terminated|newline|missing/.test(what) && !text.slice(start).includes("\n");
  return { start, isUnfinished: isOpen || isDeferred || isCutOff };
}
