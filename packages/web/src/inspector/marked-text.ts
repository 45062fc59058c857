/** A body that left the machine, cut at the stand-ins of secrets. */

/** What stands where a secret was: `SECRET_PLACEHOLDER` of core, which a test holds to be the same. */
const PLACEHOLDER = "NEARFIRST_REDACTED_SECRET";

export interface MarkedPiece {
  readonly text: string;
  readonly isRedaction: boolean;
}

export function markedPieces(body: string): readonly MarkedPiece[] {
  return body.split(PLACEHOLDER).flatMap((text, at) => {
    const piece = { text, isRedaction: false };
    return at === 0 ? [piece] : [{ text: PLACEHOLDER, isRedaction: true }, piece];
  });
}
