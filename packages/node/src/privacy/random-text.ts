/** Long unbroken text drawn at random, under whatever name: keys, tokens, encoded data. */
import type { FoundSecret } from "@nearfirst/core";
import { isMadeOfWords, isRandom } from "./randomness.js";

const TOKEN = /[A-Za-z0-9+/_-]{32,}={0,2}/g;

export function* randomText(text: string): Generator<FoundSecret> {
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    if (!isMadeOfWords(token) && isRandom(withoutSteps(token)))
      yield { start, end: start + token.length, rule: "random-text" };
  }
}

/** Without the steps of a path: base64 has slashes too, but no words and no hashes between them. */
function withoutSteps(token: string): string {
  if (!token.includes("/")) return token;
  const parts = token.split("/");
  return parts.filter((part) => !isMadeOfWords(part) && !/^[a-f0-9]{7,}$/.test(part)).join("/");
}
