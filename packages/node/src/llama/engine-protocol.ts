/** Messages between the main process and the engine process. Plain data; token arrays travel as Int32Array. */
import type { ErrorCode, GeneratedToken, Generation, GenerationRequest } from "@nearfirst/core";

export interface LoadOptions {
  readonly modelPath: string;
  /** Context to allocate for each sequence, in tokens; no more than the model was trained for is. */
  readonly contextTokens: number;
  /** KV caches, one a file that is edited at the same time. */
  readonly sequences: number;
  readonly threads: number;
  /** `auto` uses a GPU where the installed binaries have one. */
  readonly gpu: "auto" | false;
}

/** What the GGUF file says of its model. */
export interface GgufInfo {
  readonly name: string | null;
  readonly architecture: string;
  readonly trainedContextTokens: number;
  /** All scalar `tokenizer.ggml.*` keys, without that prefix. */
  readonly tokenizer: Readonly<Record<string, string | number | boolean>>;
  /** Control and user-defined tokens, by text. */
  readonly specialTokens: readonly { readonly id: number; readonly text: string }[];
  /** Jinja template for chat; null where there is none. */
  readonly chatTemplate: string | null;
  readonly fileBytes: number;
  /** SHA-256 of the file's metadata and size, in hexadecimal: tells one set of weights from another. */
  readonly metadataHash: string;
}

export type EngineCall =
  | { readonly type: "load"; readonly options: LoadOptions }
  | { readonly type: "tokenize"; readonly texts: readonly string[] }
  | { readonly type: "generate"; readonly request: GenerationRequest };

export type ToEngine = ({ readonly id: number } & EngineCall) | { readonly type: "cancel"; readonly id: number };

export interface EngineResults {
  load: GgufInfo;
  tokenize: readonly Int32Array[];
  generate: Generation;
}

export type FromEngine =
  /** A sign of life during a long call. */
  | { readonly type: "progress" }
  /** The process ends itself after an error that nothing caught. */
  | { readonly type: "fatal"; readonly detail: string }
  | {
      readonly type: "result";
      readonly id: number;
      readonly value: EngineResults[keyof EngineResults];
      /** Physical memory of the engine process, the model's mapped pages included. */
      readonly memoryBytes: number;
    }
  | { readonly type: "tokens"; readonly id: number; readonly tokens: readonly GeneratedToken[] }
  | { readonly type: "aborted"; readonly id: number }
  | {
      readonly type: "error";
      readonly id: number;
      readonly code: ErrorCode;
      readonly message: string;
      readonly isRetryable: boolean;
    };
