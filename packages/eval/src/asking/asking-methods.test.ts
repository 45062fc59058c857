/** What each method asks, with a model that is a table of likely next letters. */
import type { Alternative, Generation, GenerationRequest, LocalModel, RetrievalQuery, Snippet } from "@nearfirst/core";
import { capabilitiesOf, ScriptedModel } from "@nearfirst/core/testing";
import { describe, expect, it } from "vitest";
import { HAND_MADE_TASKS, jsonLinesOf } from "../../test/hand-made-infilling.js";
import { madeFile } from "../../test/made-evaluation.js";
import { HUMANEVAL_INFILLING } from "../benchmarks/humaneval-infilling/humaneval-infilling.js";
import { answerTask } from "../rows/answer-task.js";
import type { Row } from "../rows/row.js";
import { type Asked, type AskingMethod, withGenerate } from "./asking-method.js";
import { fewShot } from "./few-shot.js";
import { secondAnswer } from "./second-answer.js";
import { TWICE } from "./twice.js";
import { drawn, electedOf, voting } from "./voting.js";
import { WITHOUT_DRAFTS } from "./without-drafts.js";

const [benchmark] = HUMANEVAL_INFILLING;
const TASKS = benchmark?.kind === "file" ? benchmark.readTasks(jsonLinesOf(HAND_MADE_TASKS), "tasks") : [];
const task = TASKS[0] as (typeof TASKS)[number];
const { signal } = new AbortController();

/** Asks by the product's path, and keeps what the model was asked. */
async function answered(method: AskingMethod, model: LocalModel, given: Partial<Asked> = {}) {
  const requests: GenerationRequest[] = [];
  const listening = withGenerate(model, (request, stop, onTokens) => {
    requests.push(request);
    return model.generate(request, stop, onTokens);
  });
  const asked: Asked = { task, setting: "left-and-right", capabilities: capabilitiesOf(listening), ...given };
  const row = await method.answer(asked, (each) => answerTask(each.task, each.setting, each.capabilities, signal));
  return { row, requests };
}

const scripted = () => new ScriptedModel([{ after: "", answer: "    return a + b", probability: 0.5 }]);
const firstAnswers = (text: string, confidence: number) => ({
  ...madeFile("local", [{ task: task.id, isRight: false, text, confidence }]),
});

describe("a second answer", () => {
  const searched: RetrievalQuery[] = [];
  const repository = {
    revision: 0,
    async search(query: RetrievalQuery): Promise<readonly Snippet[]> {
      searched.push(query);
      return [];
    },
    openDocument: async () => undefined,
    closeDocument: async () => undefined,
  };
  const ask = async (name: Parameters<typeof secondAnswer>[0]) => {
    searched.length = 0;
    const capabilities = { ...capabilitiesOf(scripted()), repository };
    return answered(secondAnswer(name, firstAnswers("    return a - b", 0.9)), scripted(), { capabilities });
  };

  it("has the rejected answer as its draft and in its query by Eq. 1, as MCCom has it", async () => {
    const { row } = await ask("mccom");
    expect(searched[0]?.second).toEqual({ text: "    return a - b", weight: 0.9 });
    expect(row).toMatchObject({ text: "    return a + b", draft: { source: "local-answer" } });
  });

  it("leaves out the one or the other in the ablations, and joins the query in RepoCoder", async () => {
    await ask("mccom-without-retrieval");
    expect(searched[0]?.second).toBeUndefined();
    const { row } = await ask("mccom-without-draft");
    expect([searched[0]?.second?.weight, row.draft?.source ?? null]).toEqual([0.9, null]);
    await ask("repocoder");
    expect(searched[0]?.text.endsWith("\n    return a - b")).toBe(true);
    expect(searched[0]?.second).toBeUndefined();
  });

  it("is refused where the first is not there", async () => {
    const method = secondAnswer("mccom", madeFile("local", [{ task: "another", isRight: true }]));
    await expect(answered(method, scripted())).rejects.toThrow(/has no answer to SingleLineInfilling/);
  });
});

describe("examples", () => {
  const options = { tasks: TASKS, shots: 1, embeddings: null, answers: null } as const;

  it("stand whole before the code, and are never of the task's own function", async () => {
    const { requests, row } = await answered(
      fewShot({ ...options, strategy: "static" }),
      new ScriptedModel([{ after: "", answer: "    return a + b" }]),
    );
    expect(requests).toHaveLength(1);
    expect(row.task).toBe(task.id);
    const prompts: string[] = [];
    const method = fewShot({
      ...options,
      strategy: "tfidf",
      shots: 5,
      tasks: [...TASKS, ...TASKS.map((each) => ({ ...each, id: `${each.id}x` }))],
    });
    await method.answer({ task, setting: "left-and-right", capabilities: capabilitiesOf(scripted()) }, async (each) => {
      prompts.push(each.task.preamble);
      return {} as Row;
    });
    expect(prompts[0]).toContain("def add_all(a, b):\n    total = 0\n    for each in (a, b):\n        total += each");
    expect(prompts[0]).not.toContain("def add(a, b)");
  });

  it("are none with 0 shots, so that the answer is the plain one", async () => {
    const preambles: string[] = [];
    const method = fewShot({ ...options, strategy: "random", shots: 0 });
    await method.answer({ task, setting: "left", capabilities: capabilitiesOf(scripted()) }, async (each) => {
      preambles.push(each.task.preamble);
      return {} as Row;
    });
    expect(preambles).toEqual([""]);
    expect(() => fewShot({ ...options, strategy: "cross" })).toThrow(/--answers/);
  });
});

it("without drafts the model is asked token by token", async () => {
  const { requests } = await answered(WITHOUT_DRAFTS, scripted());
  expect(requests[0]).toMatchObject({ draft: "", draftWeight: 0 });
  expect(requests[0]).not.toHaveProperty("promptLookup");
});

/** After each letter the likely ones; `.` ends. The prompt ends where the answer begins. */
const NEXT: Readonly<Record<string, readonly (readonly [letter: string, probability: number])[]>> = {
  "": [
    ["p", 0.6],
    ["q", 0.4],
  ],
  // Greedy goes by p, whose every way on is unlikely; q is followed for certain.
  p: [
    ["x", 0.5],
    ["y", 0.5],
  ],
  q: [
    ["z", 0.99],
    ["x", 0.01],
  ],
  x: [[".", 1]],
  y: [[".", 1]],
  z: [[".", 1]],
};

const NOTHING: Generation = {
  text: "",
  tokens: [],
  healedTokens: 0,
  stopReason: "max-tokens",
  tokensEvaluated: 1,
  tokensReused: 0,
  forwardPasses: 1,
  draftOffered: 0,
  draftAccepted: 0,
  lookupOffered: 0,
  lookupAccepted: 0,
  engineMs: 1,
};

/** Knows one-token steps alone, and throws on anything else. */
function lettersModel(): LocalModel {
  const model = scripted();
  let promptLength = 0;
  return withGenerate(model, async (request) => {
    if (request.alternatives === undefined) throw new Error("this model goes step by step");
    if (promptLength === 0) promptLength = request.prompt.length;
    const last = request.prompt.length === promptLength ? "" : String.fromCharCode(request.prompt.at(-1) ?? 0);
    const likely = (NEXT[last] ?? []).map(
      ([letter, probability]): Alternative => ({
        id: letter.charCodeAt(0),
        bytes: letter,
        probability,
        isEnd: letter === ".",
      }),
    );
    return { ...NOTHING, alternatives: likely.slice(0, request.alternatives) };
  });
}

describe("asking twice", () => {
  it("finds the two best beams, not the greedy path alone, and takes the one nearer to the target", async () => {
    const wanting = (target: string) => ({ task: { ...task, target } });
    // 0.4 · 0.99 beats 0.6 · 0.5.
    const { row } = await answered(TWICE, lettersModel(), wanting("qz"));
    expect(row.samples).toEqual(["qz", "px"]);
    expect(row.text).toBe("qz");
    expect((await answered(TWICE, lettersModel(), wanting("px"))).row.text).toBe("px");
  });
});

describe("a vote", () => {
  it("takes the most frequent of the samples, the first of equals, and the same each time", async () => {
    const once = await answered(voting(5), lettersModel());
    expect(once.row.samples).toHaveLength(5);
    for (const sample of once.row.samples ?? []) expect(["px", "py", "qz", "qx"]).toContain(sample);
    const again = await answered(voting(5), lettersModel());
    expect(again.row.samples).toEqual(once.row.samples);
    const fewer = await answered(voting(3), lettersModel());
    expect(fewer.row.samples).toEqual(once.row.samples?.slice(0, 3));
    const rowsOf = (texts: readonly (string | null)[]) =>
      texts.map((text) => ({ text, passes: 1, ms: { total: 1, engine: 1 } }) as Row);
    expect(electedOf(rowsOf(["a", "b", "b", null])).text).toBe("b");
    expect(electedOf(rowsOf([null, "b", "a"])).text).toBe("b");
    expect(electedOf(rowsOf([null, null])).text).toBeNull();
  });

  it("draws by the softmax at temperature 0.6", () => {
    const two = [0.8, 0.2].map((probability, id): Alternative => ({ id, bytes: "x", probability, isEnd: false }));
    // 0.8 ** (1 / 0.6) of 0.8 ** (1 / 0.6) + 0.2 ** (1 / 0.6) is 0.91.
    expect([0, 0.9, 0.92].map((chance) => drawn(two, () => chance).id)).toEqual([0, 0, 1]);
  });
});
