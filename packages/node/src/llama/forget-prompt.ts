import type { LocalModel } from "@nearfirst/core";

/** Empties the KV cache, so that the next request pays for its whole prompt, whatever came before: for measurements. */
export async function forgetPrompt(model: LocalModel): Promise<void> {
  const { bos, endTokens } = model.profile;
  const lexical = { brackets: "", quote: null, comment: "none" } as const;
  await model.generate(
    {
      // A prompt of one token leaves nothing of the one before in the only sequence.
      prompt: Int32Array.of(bos ?? endTokens[0] ?? 0),
      slot: "",
      draft: "",
      healedText: "",
      maxTokens: 1,
      stop: { mode: "tokens", languageId: "plaintext", lexical, linePrefix: "" },
    },
    new AbortController().signal,
  );
}
