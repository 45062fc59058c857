import { describe, expect, it } from "vitest";
import { after, editor } from "../test/editor.js";
import { ScriptedModel } from "./testing.js";

const picture = "def add(a, b):\n    █\n";

/** A chat model that answers so at the picture's cursor. */
function chatModel(answer: string, { tokenHealing = false } = {}): ScriptedModel {
  return new ScriptedModel([{ after: "", answer, probability: 0.5 }], { profile: { mode: "chat", tokenHealing } });
}

describe("a request to a chat model", () => {
  it("shows the code of the answer up to the stop, and is confident about the code alone", async () => {
    const model = chatModel("Here it is:\n```python\nreturn a + b\nprint(add(1, 2))\n```");
    const outcome = await editor(model)(picture, { stopMode: "line" });
    expect(outcome).toMatchObject({ kind: "suggested", suggestion: { text: "return a + b" } });
    expect(outcome.trace).toMatchObject({ stopReason: "line", confidence: { tokens: 3, arithmeticMean: 0.5 } });
    expect(model.requests[0]?.stop.mode).toBe("tokens");
  });

  it("shows no line that only announces the code", async () => {
    const outcome = await editor(chatModel("Sure! Here is the code:\nreturn a + b\n"))(picture, { stopMode: "line" });
    expect(after(outcome, picture)).toBe("def add(a, b):\n    return a + b\n");
  });

  it("never makes the model begin with the word at the cursor: the answer may begin with a fence", async () => {
    const model = chatModel("```python\nurn a + b\n```", { tokenHealing: true });
    const typed = "def add(a, b):\n    ret█\n";
    expect(after(await editor(model)(typed), typed)).toBe("def add(a, b):\n    return a + b\n");
    expect(model.requests[0]?.healedText).toBe("");
  });
});
