/**
 * CSDrafting (MCCom 4.2.1; Chen et al., arXiv 2312.11462): a small sibling drafts for the large model, itself fed by bigrams and prompt
 * lookup, all on the server. MCCom does not say how long drafts are, nor what the bigrams were counted on: reading R32.
 */
import { type LocalModel, NearfirstError } from "@nearfirst/core";
import {
  DEFAULT_SETTINGS,
  findModel,
  forgetPrompt,
  type InstalledModel,
  LlamaModel,
  profileOf,
  unreadable,
} from "@nearfirst/node";
import { type ModelFile, modelFileOf } from "../rows/model-file.js";
import { SILENCE_LIMIT_MS } from "../rows/silence-limit.js";
import { type AskingMethod, type OpeningMethod, ofModel } from "./asking-method.js";
import { DRAFT_TOKENS, DRAFTER_LOOKUP, type DraftedGeneration, draftedAnswer } from "./drafted-answer.js";

export const CS_DRAFTING = "csdrafting";

export interface DrafterFile {
  readonly installed: InstalledModel;
  readonly file: ModelFile;
}

/** `model`: as `findModel` takes it. */
export async function drafterFile(model: string): Promise<DrafterFile> {
  const installed = await findModel(model);
  return { installed, file: await modelFileOf(installed.path) };
}

export function csDrafting({ installed, file }: DrafterFile): OpeningMethod {
  return {
    header: {
      name: CS_DRAFTING,
      options: {
        drafter: installed.name,
        drafterSha256: file.sha256,
        draftTokens: DRAFT_TOKENS,
        matchTokens: DRAFTER_LOOKUP.matchTokens,
        lookupTokens: DRAFTER_LOOKUP.draftTokens,
      },
    },
    async open(model, { threads }) {
      const { contextTokens, gpu } = DEFAULT_SETTINGS;
      const drafter = await LlamaModel.load({
        modelPath: installed.path,
        contextTokens,
        sequences: 1,
        threads,
        gpu,
        silenceLimitMs: SILENCE_LIMIT_MS,
        profileOf: (info) => profileOf(info, installed.card, contextTokens),
      });
      try {
        await refuseStranger(drafter, model);
      } catch (thrown) {
        drafter.close();
        throw thrown;
      }
      const answer = draftedBy(drafter);
      return {
        async answer(asked, ask) {
          const row = await answer(asked, ask);
          file.refuseChange();
          return row;
        },
        close: async () => drafter.close(),
      };
    },
  };
}

/** `drafter`: with the tokens of the model that is asked. */
export function draftedBy(drafter: LocalModel): AskingMethod["answer"] {
  return async (asked, ask) => {
    const { model } = asked.capabilities;
    await forgetPrompt(drafter);
    let last: DraftedGeneration | null = null;
    const row = await ask(
      ofModel(asked, async (request, signal, onTokens) => {
        last = await draftedAnswer({ model, drafter }, request, signal, onTokens);
        return last;
      }),
    );
    return { ...row, ...toldOf(last) };
  };
}

function toldOf(generated: DraftedGeneration | null) {
  if (generated === null) return { draft: null };
  const { draftOffered: offeredTokens, draftAccepted: acceptedTokens, drafter } = generated;
  return { draft: offeredTokens === 0 ? null : { source: "drafter", offeredTokens, acceptedTokens }, drafter };
}

/** Holds what tokenizers tell apart: cases, digits, white space, punctuation, other scripts. */
const PROBE = `def load_user2024(self, *, userName: str = "größe") -> dict[str, int]:
\t    result = {k: v ** 2 for k, v in HTTPServer.items() if k != 'naïve' and v >= 1_000.5}\n\n
        return self.__cache__["変数 🚀"].get(result, None)  # TODO(x): isn't @property faster?\r\n`;

/** Drafts are asked for by the large model's own tokens, the special ones among them: a drafter that knows others would read noise. */
async function refuseStranger(drafter: LlamaModel, model: LlamaModel): Promise<void> {
  const tokensOf = async (each: LlamaModel) => {
    const [probe = new Int32Array()] = await each.tokenize([PROBE]);
    return JSON.stringify([each.info.specialTokens, [...probe]]);
  };
  if ((await tokensOf(drafter)) !== (await tokensOf(model)))
    throw unreadable(
      `${drafter.profile.name} has other tokens than ${model.profile.name}, and cannot draft for it. Name a model of the same family with --drafter.`,
    );
  const [own, needed] = [drafter.profile.contextTokens, model.profile.contextTokens];
  if (own < needed)
    throw new NearfirstError({
      code: "context-too-small",
      message: `${drafter.profile.name} has a context of ${own} tokens, and ${model.profile.name} one of ${needed}: its prompts would not fit. Name another model with --drafter.`,
    });
}
