import type { LargeModel, PromptTemplate } from "@nearfirst/core";

/** What a kind of server can do, for `doctor` and for whoever compares them. */
export interface LargeCapabilities {
  /**
   * Who lays out the prompt: `template` we, in the model's own fill-in-the-middle layout; `server` the server, from prefix
   * and suffix; `chat` the server's chat template, around a question in words.
   */
  readonly prompt: "template" | "server" | "chat";
  /** Where pieces of other files stand: where the model was trained to see them, or as code above the prefix. */
  readonly snippets: "own-place" | "above-prefix";
  /** Whether it tells the probabilities of its tokens. */
  readonly probabilities: "told" | "untold";
  /** How a draft is verified: by the server in one pass, by reading the prompt's log-probabilities, or not at all. */
  readonly drafts: "native" | "prompt-logprobs" | "none";
}

/** One kind of server. */
export interface LargeAdapter extends LargeModel {
  readonly capabilities: LargeCapabilities;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** How a prompt becomes the text that a server takes. */
export interface PromptLayoutOptions {
  /** Null where the server lays out the prompt itself. */
  readonly template: PromptTemplate | null;
  readonly specialTexts: readonly string[];
  readonly endTexts: readonly string[];
}
