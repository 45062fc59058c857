/** Files with a JSON object a line. */
import { jsonOf, unreadable } from "@nearfirst/node";
import type { z } from "zod";

/** Throws `file-unreadable`, which names line and field and quotes nothing of the file. */
export function readJsonLines<Item>(content: string, schema: z.ZodType<Item>, place: string): readonly Item[] {
  return content.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const { data, error } = schema.safeParse(jsonOf(line));
    if (data !== undefined) return [data];
    const field = error?.issues[0]?.path.join(".");
    throw unreadable(`${place}:${at + 1} is not as it should be${field ? ` ("${field}")` : ""}.`);
  });
}
