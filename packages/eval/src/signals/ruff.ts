import { z } from "zod";
import type { SignalTool } from "./signal-tool.js";

const output = z.array(z.object({ code: z.string().nullable(), message: z.string(), filename: z.string() }));

/**
 * Pyflakes' rules alone: names that are not there, not used or hidden, wrong formats. Rules of style would reject right answers for
 * their looks. What does not parse is told too.
 */
export const RUFF: SignalTool = {
  name: "ruff",
  version: /^ruff (\S+)/,
  install: "pip install ruff",
  rules: "F (pyflakes), Python 3.12, no configuration",
  arguments: [
    ..."check --isolated --no-cache --quiet --exit-zero --output-format json".split(" "),
    ..."--select F --target-version py312 .".split(" "),
  ],
  files: {},
  exitCodes: [0],
  read: (text) =>
    output
      .parse(JSON.parse(text))
      .map(({ code, message, filename }) => ({ file: filename, rule: code ?? "invalid-syntax", message })),
};
