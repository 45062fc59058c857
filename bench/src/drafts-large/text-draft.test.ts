import type { LargeRequest } from "@nearfirst/core";
import { expect, it } from "vitest";
import { withDraftAsText } from "./text-draft.js";

const request = {
  prompt: {
    path: "a.py",
    prefix: "def f(a, b):\n    return ",
    suffix: "\n",
    snippets: [{ path: "b.py", text: "one" }],
    draft: "a + b",
  },
} as unknown as LargeRequest;

it("a draft as text stands with its line before the best snippet, and is no draft any more", () => {
  expect(withDraftAsText(request).prompt).toMatchObject({
    draft: "",
    prefix: request.prompt.prefix,
    snippets: [
      { path: "a.py", text: "    return a + b\n" },
      { path: "b.py", text: "one" },
    ],
  });
});

it("without a draft the prompt is as it was", () => {
  const own = { ...request, prompt: { ...request.prompt, draft: "" } };
  expect(withDraftAsText(own)).toEqual(own);
});
