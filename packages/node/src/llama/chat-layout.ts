/** A model's own chat template, applied to core's messages, as a prompt layout. */
import { Template } from "@huggingface/jinja";
import { type ChatMessage, chatMessages, type LayoutPart, NearfirstError, type PromptLayout } from "@nearfirst/core";
import type { GgufInfo } from "./engine-protocol.js";

/** Stands for an open place while the template is applied; no template writes it. */
const PLACE = /@@nearfirst-place-(\d+)@@/;

/**
 * Special tokens are found in what the template itself wrote, before any code is in it: a file cannot add one. Throws
 * a `NearfirstError` where the model has no usable template.
 */
export function chatLayoutOf(info: GgufInfo): PromptLayout {
  const { chatTemplate } = info;
  if (chatTemplate === null)
    throw unusable(
      info,
      "its file has no chat template: leave `prompt_mode: chat` out of its card, or choose an instruct model",
    );
  const places: LayoutPart[] = [];
  const messages = chatMessages.map(({ role, content }) => ({
    role,
    content: content.map((part) => (typeof part === "string" ? part : place(places, part))).join(""),
  }));
  const rendered = render(info, chatTemplate, messages);
  const pieces = rendered.split(PLACE);
  const found = pieces.filter((_, at) => at % 2 === 1).map(Number);
  if (found.join() !== places.map((_, at) => at).join())
    throw unusable(
      info,
      "its chat template does not show each message once: choose another model, or `prompt_mode: fim`",
    );
  return pieces.flatMap((piece, at): readonly LayoutPart[] =>
    at % 2 === 1 ? [places[Number(piece)] as LayoutPart] : splitAtSpecialTokens(piece, info),
  );
}

function place(places: LayoutPart[], part: LayoutPart): string {
  places.push(part);
  return `@@nearfirst-place-${places.length - 1}@@`;
}

type Message = { readonly role: ChatMessage["role"]; readonly content: string };

/** Some templates refuse a system message (Gemma, Mistral): it then begins the user's. */
function render(info: GgufInfo, chatTemplate: string, messages: readonly Message[]): string {
  const merged: Message = { role: "user", content: messages.map((message) => message.content).join("\n\n") };
  let cause: unknown;
  for (const attempt of [messages, [merged]]) {
    try {
      return new Template(chatTemplate).render({
        messages: attempt,
        add_generation_prompt: true,
        enable_thinking: false,
        bos_token: textOf(info, "bos_token_id"),
        eos_token: textOf(info, "eos_token_id"),
      });
    } catch (thrown) {
      cause = thrown;
    }
  }
  const detail = cause instanceof Error ? cause.message : String(cause);
  throw unusable(
    info,
    `its chat template cannot be applied (${detail}): choose another model, or \`prompt_mode: fim\``,
    cause,
  );
}

function textOf({ tokenizer, specialTokens }: GgufInfo, key: string): string {
  return specialTokens.find((token) => token.id === tokenizer[key])?.text ?? "";
}

function splitAtSpecialTokens(text: string, { specialTokens }: GgufInfo): readonly LayoutPart[] {
  const ids = new Map(specialTokens.filter((token) => token.text.trim() !== "").map(({ text, id }) => [text, id]));
  const longestFirst = [...ids.keys()].sort((a, b) => b.length - a.length);
  const parts: LayoutPart[] = [];
  let plain = "";
  const endPlain = () => {
    if (plain !== "") parts.push({ text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const special = longestFirst.find((each) => text.startsWith(each, at));
    if (special === undefined) plain += text[at++];
    else {
      endPlain();
      parts.push({ token: ids.get(special) as number });
      at += special.length;
    }
  }
  endPlain();
  return parts;
}

function unusable({ name }: GgufInfo, detail: string, cause?: unknown): NearfirstError {
  const message = `The model ${name ?? "(unnamed)"} is to be asked in chat mode, but ${detail}.`;
  return new NearfirstError({ code: "config-invalid", message, cause });
}
