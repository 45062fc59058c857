/** What a rule for secrets finds: UTF-16 offsets, `end` not included. */
import type { FoundSecret } from "@nearfirst/core";

/** A rule of ours: looks at a text in time linear in its length. */
export type SecretRule = (text: string) => Iterable<FoundSecret>;

/** No secret value is longer. */
export const LONGEST_VALUE = 500;
