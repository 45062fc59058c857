/** tree-sitter's runtime in WebAssembly, whose log tells JavaScript only what is of use. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Parser } from "web-tree-sitter";

/** What the runtime takes from JavaScript. */
interface Imports {
  readonly env: {
    readonly memory: { readonly buffer: ArrayBuffer };
    tree_sitter_log_callback: (isLexer: number, address: number) => void;
  };
}

type Receive = (instance: object, module: object) => void;

/** Missing in the types of Node without those of a browser. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ readonly instance: object; readonly module: object }>;
};

/** How the messages begin that `DeadEnd` hears: process, lexed_lookahead, detect_error, resume. */
const HEARD = new Set([..."pldr"].map((each) => each.charCodeAt(0)));

let started: Promise<void> | null = null;

/** Once for all grammars. The log has many messages a token; of those that nothing hears no string is made. */
export function startTreeSitter(parser: typeof Parser): Promise<void> {
  started ??= start(parser);
  return started;
}

async function start(parser: typeof Parser): Promise<void> {
  const binary = await readFile(createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm"));
  await new Promise<void>((resolve, reject) => {
    const instantiateWasm = (imports: Imports, receive: Receive) => {
      const { env } = imports;
      const log = env.tree_sitter_log_callback;
      let bytes = new Uint8Array(env.memory.buffer);
      env.tree_sitter_log_callback = (isLexer, address) => {
        if (isLexer !== 0) return;
        if (bytes.length === 0) bytes = new Uint8Array(env.memory.buffer);
        if (HEARD.has(bytes[address] as number)) log(isLexer, address);
      };
      WebAssembly.instantiate(binary, imports).then(({ instance, module }) => receive(instance, module), reject);
    };
    parser.init({ instantiateWasm }).then(resolve, reject);
  });
}
