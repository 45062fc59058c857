/** Most tokens of a draft: MCCom 4.3 generates no more than 128. */
export const MAX_DRAFT_TOKENS = 127;

const LEAST_DRAFT_TOKENS = 4;

/**
 * How much of a draft one pass verifies, learnt from how the last ones went. Where a pass over a long draft costs many
 * single ones, as with a small model on one core, a long draft that is refused at once makes the answer later, not
 * sooner. What is refused in its first half halves the length; what is accepted whole doubles it. No answer changes.
 */
export class DraftLength {
  #tokens = MAX_DRAFT_TOKENS;

  /** Tokens to verify in the next pass, at least one. */
  get tokens(): number {
    return this.#tokens;
  }

  learn(offered: number, accepted: number): void {
    if (offered === 0) return;
    if (accepted === offered) this.#tokens = Math.min(MAX_DRAFT_TOKENS, this.#tokens * 2);
    else if (accepted < offered / 2) this.#tokens = Math.max(LEAST_DRAFT_TOKENS, Math.floor(this.#tokens / 2));
  }
}
