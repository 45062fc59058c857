import type { FimOrder } from "../model-profile.js";

/** One row of the table of model families: how its models were trained to be asked for a middle. */
export interface ModelFamily {
  /** Names the row in traces, cards (`family`) and messages. */
  readonly key: string;
  /** `general.architecture` of its GGUF files. */
  readonly architectures: readonly string[];
  /** Texts of special tokens that its vocabularies have beside those of its template. */
  readonly has: readonly string[];
  /** Texts of special tokens that tell other families with the same fill-in-the-middle tokens. */
  readonly lacks: readonly string[];
  /** The orders it was trained for whose layout is known, in the notation of `prompt-template.ts`, without a begin-of-sequence token. */
  readonly templates: Readonly<Partial<Record<FimOrder, string>>>;
  /** The order that is used unless the card says otherwise. */
  readonly order: FimOrder;
  /** Whether the prompt begins with the begin-of-sequence token, where the GGUF metadata does not say. */
  readonly addsBos: boolean;
  /** Texts of further tokens that end a middle; end-of-sequence and the tokens of the template always do. */
  readonly endTexts: readonly string[];
  /** Whether the word at the cursor is generated again, where the card does not say. */
  readonly tokenHealing: boolean;
}
