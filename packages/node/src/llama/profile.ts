import {
  CHAT_MARKS,
  FAMILIES,
  type FimOrder,
  layoutOf,
  type ModelFamily,
  type ModelProfile,
  NearfirstError,
  orderOf,
  type PromptLayout,
  parsePromptTemplate,
  recogniseFamily,
  templateOf,
} from "@nearfirst/core";
import { chatLayoutOf } from "./chat-layout.js";
import type { GgufInfo } from "./engine-protocol.js";
import type { ModelCard } from "./model-card.js";

/** Where the suffix comes last, each keystroke evaluates it again: with the typed tokens it fits into one prefill chunk of 128. */
const MAX_LAST_SUFFIX_TOKENS = 96;

/** Keys of the GGUF metadata, without `_token_id`; the last four are of files older than October 2024. */
const FIM_KEYS = [
  "fim_pre",
  "fim_suf",
  "fim_mid",
  "fim_pad",
  "fim_rep",
  "fim_sep",
  "prefix",
  "suffix",
  "middle",
  "fsep",
];

/** Texts of tokens that end a message in the common chat templates. */
const MESSAGE_ENDS = [
  "<|im_end|>",
  "<end_of_turn>",
  "<|eot_id|>",
  "<|EOT|>",
  "<|end|>",
  "<|end_of_text|>",
  "<|endoftext|>",
];

/** Only to tell the user what was found. */
const LOOKS_LIKE_FIM = /fim|^▁?<(PRE|SUF|MID)>$|^\[(PREFIX|SUFFIX|MIDDLE)\]$|(prefix|suffix|middle)[|\]]?>$/i;

interface Asking {
  readonly family: string;
  readonly layout: PromptLayout;
  readonly endTexts: readonly string[];
  readonly addsBos: boolean;
  readonly tokenHealing: boolean;
}

/**
 * What the pipeline needs to know of a model, from its GGUF metadata and its card. `contextTokens`: the setting; the model's own
 * limits may be lower. Throws a `NearfirstError` that says what was found and what to do.
 */
export function profileOf(info: GgufInfo, card: ModelCard | null, contextTokens: number): ModelProfile {
  const mode = card?.prompt_mode ?? "fim";
  const asking = mode === "chat" ? askedByChat(info) : askedByFim(info, card);
  const { layout, endTexts } = asking;
  const order = orderOf(layout);
  const addsBos = info.tokenizer["add_bos_token"] ?? asking.addsBos;
  const bos = idOfKey(info, "bos");
  const inLayout = tokensOf(layout);
  const endTokens = new Set([
    ...["eos", "eot", "eom"].map((key) => idOfKey(info, key)).filter((id) => id !== null),
    ...endTexts.map((text) => idOfText(info, text)).filter((id) => id !== undefined),
    ...inLayout,
  ]);
  return {
    fingerprint: info.metadataHash,
    name: card?.name ?? info.name ?? "unnamed",
    contextTokens: Math.min(contextTokens, card?.trained_context ?? contextTokens, info.trainedContextTokens),
    languages: card?.languages ?? [],
    mode,
    family: asking.family,
    order,
    layout,
    bos: addsBos === true && !inLayout.includes(bos ?? -1) ? bos : null,
    maxSuffixTokens: order === "psm" ? MAX_LAST_SUFFIX_TOKENS : null,
    endTokens: [...endTokens],
    specialTexts: [...leakingTexts(info, endTokens), ...(mode === "chat" ? CHAT_MARKS : [])],
    // A chat answer may begin with a fence, so nothing can be forced on its beginning.
    tokenHealing: mode === "fim" && (card?.token_healing ?? asking.tokenHealing),
    draftWeight: mode === "fim" ? (card?.draft_weight ?? 0) : 0,
  };
}

function askedByChat(info: GgufInfo): Asking {
  return {
    family: "chat",
    layout: chatLayoutOf(info),
    endTexts: MESSAGE_ENDS,
    addsBos: false,
    tokenHealing: false,
  };
}

/** The card's template wins; then the family that the card names, or the file shows; then the tokens that the metadata names. */
function askedByFim(info: GgufInfo, card: ModelCard | null): Asking {
  if (card?.prompt_template !== undefined) return askedByTemplate(info, card.prompt_template, card.fim_order);
  const family = card?.family === undefined ? recognised(info) : namedFamily(card.family, info);
  if (family !== null) return askedByFamily(info, family, card?.fim_order);
  const layout = card?.fim_order === undefined ? null : layoutOfMetadata(info, card.fim_order);
  if (layout !== null) return { family: "card", layout, endTexts: [], addsBos: false, tokenHealing: false };
  throw refusal(info);
}

function askedByTemplate(info: GgufInfo, text: string, fimOrder: FimOrder | undefined): Asking {
  const template = parsePromptTemplate(text);
  if ("wrong" in template) throw wrongCard(info, `\`prompt_template\` cannot be read: ${template.wrong}`);
  const layout = layoutOf(template, (each) => idOfText(info, each));
  if (layout === null)
    throw wrongCard(
      info,
      "`prompt_template` has special tokens that the model's vocabulary has not; check their spelling",
    );
  if (fimOrder !== undefined && fimOrder !== orderOf(layout))
    throw wrongCard(info, `\`fim_order\` says ${fimOrder}, its \`prompt_template\` the opposite`);
  return { family: "card", layout, endTexts: [], addsBos: false, tokenHealing: false };
}

function askedByFamily(info: GgufInfo, family: ModelFamily, fimOrder: FimOrder | undefined): Asking {
  const template = templateOf(family, fimOrder);
  if (template === null)
    throw wrongCard(info, `\`fim_order\` says ${fimOrder}, but ${family.key} is known in the other order only`);
  const layout = layoutOf(template, (text) => idOfText(info, text));
  if (layout === null) throw wrongCard(info, `the model's vocabulary lacks a special token of ${family.key}`);
  const { key, endTexts, addsBos, tokenHealing } = family;
  return { family: key, layout, endTexts, addsBos, tokenHealing };
}

function recognised(info: GgufInfo): ModelFamily | null {
  const named = FIM_KEYS.map((key) => idOfKey(info, key));
  return recogniseFamily({
    architecture: info.architecture,
    specialTexts: info.specialTokens.map((token) => token.text),
    fimTexts: info.specialTokens.filter((token) => named.includes(token.id)).map((token) => token.text),
  });
}

function namedFamily(key: string, info: GgufInfo): ModelFamily {
  const family = FAMILIES.find((each) => each.key === key);
  if (family === undefined)
    throw wrongCard(info, `\`family: ${key}\` is not one of ${FAMILIES.map((each) => each.key).join(", ")}`);
  return family;
}

/** The plain prompt of an order, with the tokens that the metadata names; null where it does not name them all. */
function layoutOfMetadata(info: GgufInfo, order: FimOrder): PromptLayout | null {
  const [prefix, suffix, middle] = [
    idOfKey(info, "fim_pre") ?? idOfKey(info, "prefix"),
    idOfKey(info, "fim_suf") ?? idOfKey(info, "suffix"),
    idOfKey(info, "fim_mid") ?? idOfKey(info, "middle"),
  ];
  if (prefix === null || suffix === null || middle === null) return null;
  const separator = idOfKey(info, "fim_sep");
  const snippets: PromptLayout =
    separator === null ? [] : [{ eachSnippet: [{ token: separator }, { slot: "snippet" }] }];
  const before: PromptLayout = [{ token: prefix }, { slot: "prefix" }];
  const after: PromptLayout = [{ token: suffix }, { slot: "suffix" }];
  return [...snippets, ...(order === "spm" ? [...after, ...before] : [...before, ...after]), { token: middle }];
}

function idOfKey({ tokenizer }: GgufInfo, key: string): number | null {
  const id = tokenizer[`${key}_token_id`];
  return typeof id === "number" ? id : null;
}

function idOfText({ specialTokens }: GgufInfo, text: string): number | undefined {
  return specialTokens.find((token) => token.text === text)?.id;
}

function tokensOf(layout: PromptLayout): readonly number[] {
  return layout.flatMap((part) => {
    if ("token" in part) return [part.token];
    if ("eachSnippet" in part) return tokensOf(part.eachSnippet);
    return "ifSnippets" in part ? tokensOf(part.ifSnippets) : [];
  });
}

/** Some vocabularies mark runs of spaces and HTML tags as special (Gemma): code has those, so they stay in an answer. */
function leakingTexts(info: GgufInfo, endTokens: ReadonlySet<number>): readonly string[] {
  const isMarker = /^<\|.*\|>$|^<｜.*｜>$|^<[a-z]+_[a-z_]+>$|^\[[A-Z_]+\]$/u;
  return info.specialTokens
    .filter(({ id, text }) => text.trim() !== "" && (endTokens.has(id) || isMarker.test(text)))
    .map(({ text }) => text.replace(/^▁/, ""));
}

function refusal(info: GgufInfo): NearfirstError {
  const model = `The model ${info.name ?? "(unnamed)"} (architecture ${info.architecture})`;
  const found = info.specialTokens.map((token) => token.text).filter((text) => LOOKS_LIKE_FIM.test(text));
  const chat = info.chatTemplate === null ? "" : ", or set `prompt_mode: chat` in a card beside the file";
  if (found.length === 0)
    return new NearfirstError({
      code: "model-without-fim",
      message: `${model} has no fill-in-the-middle tokens. Choose another (\`nearfirst models list\`)${chat}.`,
    });
  return new NearfirstError({
    code: "model-unknown-family",
    message:
      `${model} has the fill-in-the-middle tokens ${found.join(" ")}, but it is none of the families that Nearfirst knows. ` +
      "Write a card beside the file (the same name, with .md for .gguf) whose front matter has `name` and either " +
      `\`family\` (one of ${FAMILIES.map((family) => family.key).join(", ")}) or \`prompt_template\`, for example ` +
      `"<fim_suffix> suffix <fim_prefix> prefix <fim_middle>"${chat}.`,
  });
}

function wrongCard(info: GgufInfo, detail: string): NearfirstError {
  return new NearfirstError({
    code: "config-invalid",
    message: `The card of the model ${info.name ?? "(unnamed)"} does not fit it: ${detail}.`,
  });
}
