import { expect, it } from "vitest";
import { NearfirstError } from "./errors.js";

it.each<[string, unknown]>([
  ["an error", new TypeError("password = 'hunter2'")],
  ["a text", "password = 'hunter2'"],
  ["an object without a prototype", Object.assign(Object.create(null), { text: "password = 'hunter2'" })],
])("an unexpected error keeps %s as its cause and quotes nothing of it", (_what, thrown) => {
  const error = NearfirstError.from(thrown);
  expect(error).toMatchObject({ code: "internal", isRetryable: false });
  expect(error.cause).toBe(thrown);
  expect(error.message).not.toContain("hunter2");
  expect(error.message).toContain("nearfirst doctor");
});

it("an error that is typed already stays as it is", () => {
  const error = new NearfirstError({ code: "model-missing", message: "There is no model." });
  expect(NearfirstError.from(error)).toBe(error);
});
