import type { PostprocessRule } from "./rule.js";

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n`]*\n/m;
/** A line in which an instruct model announces its answer instead of giving it. */
const PROSE =
  /^\s*(?:here(?:'s| is| are)|sure|certainly|of course|the (?:missing|completed?|following|code))\b[^\n]*[:.!]\n+/i;

/** Chat models wrap code in fences and prose: keeps what is inside the first fence, else what follows the prose. */
export const chatFence: PostprocessRule = {
  name: "chat-fence",
  apply: (text, { profile }) => {
    if (profile.mode !== "chat") return { text };
    const fence = FENCE.exec(text);
    if (fence === null) {
      const quoted = /^\s*`([^`\n]+)`\s*$/.exec(text)?.[1];
      return { text: quoted ?? text.replace(PROSE, "") };
    }
    const inside = text.slice(fence.index + fence[0].length);
    const close = closingFence(inside, fence[1] as string);
    return { text: inside.slice(0, close).replace(/\n$/, "") };
  },
};

function closingFence(inside: string, mark: string): number {
  const found = new RegExp(`^[ \\t]*${mark}[ \\t]*$`, "m").exec(inside);
  return found?.index ?? inside.length;
}
