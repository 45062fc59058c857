/**
 * What language servers and the daemon say to each other: JSON-RPC over the socket, as LSP frames it. `hello` and `retire`
 * stay as they are for all versions; the rest is for two processes of the same version.
 */
import {
  type ErrorCode,
  type GeneratedToken,
  type Generation,
  type GenerationRequest,
  NearfirstError,
} from "@nearfirst/core";
import type { GgufInfo, LoadOptions } from "@nearfirst/node";
import { ErrorCodes, NotificationType, RequestType, RequestType0, ResponseError } from "vscode-languageserver/node";

export interface Hello {
  /** Of the package. */
  readonly version: string;
}

/** `ending`: it does, now. `used`: others use it, or somebody started it by hand; it ends when it can. */
export type Retirement = "ending" | "used";

/** Token arrays as plain ones. */
export interface GenerateParams extends Omit<GenerationRequest, "prompt"> {
  /** By which its tokens are told. */
  readonly call: number;
  readonly prompt: readonly number[];
}

export interface TokensParams {
  readonly call: number;
  readonly tokens: readonly GeneratedToken[];
}

interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly isRetryable: boolean;
}

export const HELLO = new RequestType<Hello, Hello, void>("hello");
/** A newer version asks the daemon to make room. */
export const RETIRE = new RequestType0<Retirement, void>("retire");
/** A sign of life. */
export const PING = new RequestType0<null, void>("ping");
/** One model a connection, before anything else of it. */
export const LOAD = new RequestType<LoadOptions, GgufInfo, ErrorData>("load");
export const TOKENIZE = new RequestType<
  { readonly texts: readonly string[] },
  readonly (readonly number[])[],
  ErrorData
>("tokenize");
export const GENERATE = new RequestType<GenerateParams, Generation, ErrorData>("generate");
/** A piece of the answer of one `generate`. */
export const TOKENS = new NotificationType<TokensParams>("tokens");

/** What was thrown, for the other side. */
export function responseErrorOf(thrown: unknown): ResponseError<ErrorData> {
  const { code, message, isRetryable } = NearfirstError.from(thrown);
  return new ResponseError(ErrorCodes.InternalError, message, { code, message, isRetryable });
}

/** The other side's error; null for one of the connection itself. */
export function errorOf(thrown: unknown): NearfirstError | null {
  if (!(thrown instanceof ResponseError) || typeof thrown.data?.code !== "string") return null;
  return new NearfirstError(thrown.data as ErrorData);
}

/** True where `one` is a later version than `other`; of versions with the same numbers none is. */
export function isNewer(one: string, other: string): boolean {
  const [these, those] = [one, other].map((version) => version.split(/[.+-]/).map(Number)) as [number[], number[]];
  for (let at = 0; at < 3; at++) {
    const difference = (these[at] || 0) - (those[at] || 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
