import { malformed, type Place, webPage } from "./fault-of.js";

/** Throws the typed fault for what is no JSON. Never quotes the text. */
export function parsedJson(text: string, place: Place): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text)
      ? webPage(place)
      : malformed(place, "something that is no JSON");
  }
}
