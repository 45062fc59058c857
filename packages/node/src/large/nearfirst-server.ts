/** Our own `nearfirst serve-large`, which verifies a draft in one forward pass and stops by the same rules as we do. */
import { type LargeGeneration, type LargeRequest, StreamedAnswer, withLineFeeds } from "@nearfirst/core";
import { malformed } from "./fault-of.js";
import type { HttpClient } from "./http-client.js";
import type { LargeAdapter, LargeCapabilities } from "./large-adapter.js";
import { type ServedRequest, servedReply } from "./nearfirst-protocol.js";
import { refuseError } from "./stream-answer.js";

export interface NearfirstServerOptions {
  readonly client: HttpClient;
  readonly name: string;
  /** The name by which the server knows the model; empty for whichever it has. */
  readonly model: string;
}

export class NearfirstServer implements LargeAdapter {
  readonly name: string;
  readonly capabilities: LargeCapabilities = {
    prompt: "server",
    snippets: "own-place",
    probabilities: "told",
    drafts: "native",
  };
  readonly #client: HttpClient;
  readonly #model: string;

  constructor({ client, name, model }: NearfirstServerOptions) {
    this.#client = client;
    this.#model = model;
    this.name = name;
  }

  /** The server knows its tokens, and cuts by itself. */
  async contextTokens(): Promise<null> {
    return null;
  }

  async generate(request: LargeRequest, signal: AbortSignal): Promise<LargeGeneration> {
    const { place } = this.#client;
    const { beforeSend } = request;
    const reply = await this.#client.post("/v1/completions", this.#bodyOf(request), { signal, beforeSend });
    const value = await reply.json();
    refuseError(value, place);
    const { data } = servedReply.safeParse(value);
    const [choice] = data?.choices ?? [];
    if (data === undefined || choice === undefined)
      throw malformed(place, "fields that `nearfirst serve-large` of this version does not send");
    const { tokens, stop_reason, draft_offered, draft_accepted, forward_passes } = data.nearfirst;
    const answer = new StreamedAnswer({ mode: "fim", stop: request.stop, endTexts: [] });
    answer.push(choice.text);
    return {
      // The server ends it by the same rule; whoever answers in its place is not believed.
      ...(answer.ended() ?? { text: choice.text, stopReason: stop_reason }),
      tokens: tokens.map(({ from_draft, ...token }) => ({ ...token, fromDraft: from_draft })),
      draftOffered: draft_offered,
      draftAccepted: draft_accepted,
      forwardPasses: forward_passes,
    };
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Of the stop rule's state only what holds no code: the cursor's line goes in the prompt, as the privacy rules left it. */
  #bodyOf({ prompt, maxTokens, stop }: LargeRequest): ServedRequest {
    const { mode, lexical, lineLexical, isClosedAfter } = stop;
    const states = [lexical, lineLexical].filter((each) => each !== undefined);
    const holdsNoCode = states.every(({ quote }) => quote === null || /^[^\p{L}\p{N}]*$/u.test(quote));
    return {
      ...(this.#model === "" ? {} : { model: this.#model }),
      prompt: withLineFeeds(prompt.prefix),
      suffix: withLineFeeds(prompt.suffix),
      max_tokens: maxTokens,
      stream: false,
      temperature: 0,
      draft: withLineFeeds(prompt.draft),
      language: prompt.languageId,
      path: prompt.path,
      snippets: prompt.snippets.map(({ path, text }) => ({ path, text: withLineFeeds(text) })),
      stop_mode: mode,
      ...(holdsNoCode
        ? {
            lexical: {
              at: lexical,
              ...(lineLexical === undefined ? {} : { at_line_start: lineLexical }),
              ...(isClosedAfter === undefined ? {} : { is_closed_after: isClosedAfter }),
            },
          }
        : {}),
    };
  }
}
