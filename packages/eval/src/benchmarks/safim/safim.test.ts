import { describe, expect, it } from "vitest";
import { canContainPrograms } from "../../../test/can-contain-programs.js";
import { jsonLinesOf } from "../../../test/hand-made-infilling.js";
import { HAND_MADE_BLOCKS, HAND_MADE_CALLS } from "../../../test/hand-made-safim.js";
import { openSandbox } from "../../sandbox/open-sandbox.js";
import { SAFIM } from "./safim.js";
import { truncateBlock, truncateCall, truncateControl } from "./truncate.js";

const { signal } = new AbortController();

function tasksOf(name: string, items: readonly object[]) {
  const tasks = SAFIM.find((each) => each.name === name)?.readTasks(jsonLinesOf(items), "tasks.jsonl");
  if (tasks === undefined) throw new Error(`there is no ${name}`);
  return tasks;
}

describe("SAFIM", () => {
  it("shows the model the description before the program, and executes the program alone", () => {
    const [task, ...others] = tasksOf("safim-block-python", HAND_MADE_BLOCKS);
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      preamble: expect.stringMatching(/^Complete the code.*Code:\n\n$/s),
      prefix: "a, b = map(int, input().split())\nif True:\n    ",
      suffix: "\n",
      target: "c = a + b\n    print(c)",
      stopMode: "block",
      maxTokens: 128,
    });
  });

  const contained = canContainPrograms();
  const languages = [
    ["python", "/usr/bin/python3", "c = a * b\n    print(c)", "c = ("],
    ["java", "/usr/bin/javac", "System.out.println(a * b);", "System.out.println(a + b)"],
    ["cpp", "/usr/bin/g++", "std::cout << a * b;", "std::cout << a + b"],
  ] as const;
  it.runIf(contained).each(languages.filter(([, tool]) => canContainPrograms(tool)))(
    "runs the tests in %s",
    async (language, _tool, wrong, broken) => {
      const [task] = tasksOf(`safim-block-${language}`, HAND_MADE_BLOCKS);
      if (task === undefined) throw new Error("there is a task");
      const sandbox = await openSandbox(signal);
      expect(await task.judge(task.target, sandbox, signal)).toMatchObject({ kind: "passed" });
      expect(await task.judge(wrong, sandbox, signal)).toMatchObject({ kind: "failed", error: "wrong output" });
      const end = language === "python" ? "failed" : "does-not-compile";
      expect(await task.judge(broken, sandbox, signal)).toMatchObject({ kind: end });
    },
    240_000,
  );

  it.runIf(contained)("a call matches by its arguments in Python, by its text elsewhere", async () => {
    const sandbox = await openSandbox(signal);
    const [python] = tasksOf("safim-api-python", HAND_MADE_CALLS);
    const [cpp] = tasksOf("safim-api-cpp", HAND_MADE_CALLS);
    const kindOf = async (task: typeof python, text: string) => (await task?.judge(text, sandbox, signal))?.kind;
    expect(await kindOf(python, "np.ones((2,3), dtype = int)")).toBe("passed");
    expect(await kindOf(python, "numpy.zeros((2, 3), dtype=int)")).toBe("passed");
    expect(await kindOf(python, "np.ones((3, 2), dtype=int)")).toBe("failed");
    expect(await kindOf(python, "np.ones(")).toBe("failed");
    expect(await kindOf(cpp, "std::stoi(text,nullptr,16)")).toBe("passed");
    expect(await kindOf(cpp, "std::stol(text, nullptr, 16)")).toBe("failed");
  });

  it("cuts a control expression at the end of the line or the bracket around it, a call behind itself", () => {
    expect(truncateControl("\nx in range(n):\n    print(x)", "python")).toBe("x in range(n):");
    expect(truncateControl("int i = f(0); i < n; i++) {\n}", "java")).toBe("int i = f(0); i < n; i++");
    expect(truncateControl("a && (b || c)", "cpp")).toBe("a && (b || c)");
    expect(truncateCall("f(g(1), 2) + h(3)")).toBe("f(g(1), 2)");
    expect(truncateCall("no call")).toBe("no call");
  });

  it("cuts a block to the lines with which the program parses", async () => {
    const parser = { parse: async (text: string) => (text.includes("((") ? [{} as never] : []) };
    const cut = (text: string) =>
      truncateBlock(text, { prefix: "a\n", suffix: "\nz", languageId: "python", parser }, signal);
    expect(await cut("b\nc\nd((\ne")).toBe("b\nc\n");
    expect(await cut("b\nc")).toBe("b\nc");
    expect(await cut("((")).toBe("");
  });
});
