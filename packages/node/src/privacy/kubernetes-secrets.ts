/** All values of a Kubernetes secret, whatever their names are. */
import type { FoundSecret } from "@nearfirst/core";
import { isEncodedText, isMadeOfWords, isStandIn } from "./randomness.js";

const DOCUMENT = /^---/gm;
const BLOCK = /^([ \t]{0,40})(?:data|stringData):[ \t]{0,40}\r?$/gm;
/** What kind of object a block of the same depth belongs to. */
const KIND = /^([ \t-]{0,40})kind:[ \t]{0,4}["']?(\w{1,60})/gm;
/** `key: value`; what lies deeper is a value of several lines. */
const ENTRY = /^[ \t]*["']?[\w.-]{1,100}["']?:[ \t]*(?:[|>][+-]?|["']?([^\s"'][^\n"']*)["']?)$/;
/** Of a longer line only the beginning is looked at; other rules see the rest. */
const LONGEST_LINE = 5_000;

export function* kubernetesSecrets(text: string): Generator<FoundSecret> {
  const starts = [0, ...Array.from(text.matchAll(DOCUMENT), ({ index }) => index), text.length];
  for (let at = 1; at < starts.length; at++) {
    const start = starts[at - 1] as number;
    yield* inDocument(text.slice(start, starts[at]), start);
  }
}

function* inDocument(text: string, offset: number): Generator<FoundSecret> {
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.length === 0) return;
  // Of several objects in a list it is enough that one is a secret.
  const isSecretAt = new Map<number, boolean>();
  for (const [, indent = "", kind] of text.matchAll(KIND))
    isSecretAt.set(indent.length, kind === "Secret" || isSecretAt.get(indent.length) === true);
  for (const { 0: line, 1: indent = "", index } of blocks) {
    const isSecret = isSecretAt.get(indent.length);
    // Where the kind is cut off what is text in base64 tells.
    const isValue = (value: string) =>
      isSecret === true ? !isStandIn(value) : isEncodedText(value) && !isMadeOfWords(value);
    if (isSecret === false) continue;
    for (const { start, end } of valuesBelow(text, index + line.length + 1, indent.length))
      if (isValue(text.slice(start, end)))
        yield { start: offset + start, end: offset + end, rule: "kubernetes-secret" };
  }
}

function* valuesBelow(text: string, from: number, depth: number): Generator<{ start: number; end: number }> {
  let depthOfKeys = -1;
  for (let start = from; start < text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE)).trimEnd();
    const own = line.search(/\S/);
    if (own >= 0 && own <= depth) return;
    if (depthOfKeys < 0) depthOfKeys = own;
    const value = own > depthOfKeys ? line.trim() : (ENTRY.exec(line)?.[1] ?? "");
    const at = start + line.lastIndexOf(value);
    if (value !== "") yield { start: at, end: at + value.length };
    start = end + 1;
  }
}
