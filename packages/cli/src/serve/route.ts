/** One thing that the daemon can be asked for. The server, the description in OpenAPI and the tests read these alone. */
import type { z } from "zod";

export interface Asking<Body> {
  /** Checked; `undefined` for a route without one. */
  readonly body: Body;
  /** By what the client names itself, as far as it does. */
  readonly userAgent: string;
  readonly query: URLSearchParams;
  /** On which it was asked. */
  readonly port: number;
  /** Aborted when the client no longer waits. */
  readonly gone: AbortSignal;
}

export type Reply = { readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly kind: "json"; readonly value: unknown }
  /** Server-sent events, one JSON value each; `[DONE]` ends them where the API has it so. */
  | { readonly kind: "events"; readonly values: readonly unknown[]; readonly end: "[DONE]" | null }
  | { readonly kind: "text"; readonly text: string; readonly contentType: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: "nothing" }
);

export interface Route<Body = unknown> {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** One line for the description. */
  readonly summary: string;
  /**
   * `anyone`: says nothing of code and changes nothing, so it needs no token. `page`: a browser tab that was let in may ask,
   * too.
   */
  readonly access: "token" | "page" | "anyone";
  /** What the request must hold; null for one without a body. */
  readonly body: z.ZodType<Body> | null;
  /** What the answer holds; null for one that is no JSON. */
  readonly reply: z.ZodType | null;
  /** Where two APIs share a path: whether a body is meant for this route. */
  readonly accepts?: (body: unknown) => boolean;
  readonly answer: (asking: Asking<Body>) => Promise<Reply>;
}

/** Makes a route of any body one of the table's: the server has checked the body before it calls `answer`. */
export function route<Body>(given: Route<Body>): Route {
  return given as unknown as Route;
}
