import { NearfirstError } from "@nearfirst/core";

/** A request that is not answered as it was meant: a status, and a message that says what would be right. Quotes no code. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  /** What the client is told of anything thrown; a bug's own words, which may quote code, stay here. */
  static from(thrown: unknown): Refusal {
    if (thrown instanceof Refusal) return thrown;
    const { code, message, isRetryable } = NearfirstError.from(thrown);
    if (code === "context-too-small") return new Refusal(400, message);
    return isRetryable ? new Refusal(503, message, { "retry-after": "1" }) : new Refusal(500, message);
  }

  /** In the form of OpenAI's errors, which is llama.cpp's too. */
  get body() {
    return { error: { message: this.message, type: "nearfirst", code: this.status } };
  }
}
