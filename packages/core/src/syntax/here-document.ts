/** How far back a here-document is looked for, in UTF-16 units. */
const REACH = 20_000;

/**
 * True where `before` ends in a here-document: no scanner of brackets and quotes can read it. `opening` is global, and captures the
 * delimiter; a line may open several.
 */
export function isInHereDocument(before: string, opening: RegExp): boolean {
  const near = before.slice(-REACH);
  if (!near.includes("<<")) return false;
  const open: string[] = [];
  for (const line of near.split("\n").slice(0, -1)) {
    const [delimiter] = open;
    if (delimiter === undefined) open.push(...Array.from(line.matchAll(opening), ([, each]) => each as string));
    else if (/^\w+/.exec(line.trimStart())?.[0] === delimiter) open.shift();
  }
  return open.length > 0;
}
