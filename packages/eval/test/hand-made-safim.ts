/** Hand-made tasks in SAFIM's published schema; the data set itself is not in the repository. */

const DESCRIPTION =
  "Complete the code to solve this programming problem:\n\nDescription: Print $$$a+b$$$.\n\nCode:\n\n";

interface HandMadeTask {
  readonly task_id: string;
  readonly lang: string;
  readonly prompt: string;
  readonly eval_prompt: string;
  readonly ground_truth: string;
  readonly unit_tests: readonly { readonly input: string; readonly output: readonly string[] }[];
}

const SUMS = [
  { input: "1 2", output: ["3"] },
  { input: "-5 5", output: ["0"] },
];

function taskOf(
  lang: string,
  program: string,
  ground_truth: string,
  unit_tests: HandMadeTask["unit_tests"],
): HandMadeTask {
  const placeholder = lang === "python" ? "# TODO: Your code here" : "/* TODO: Your code here */";
  return {
    task_id: `block_completion_${lang}`,
    lang,
    prompt: DESCRIPTION + program.replace("{{completion}}", placeholder),
    eval_prompt: program,
    ground_truth,
    unit_tests,
  };
}

export const HAND_MADE_BLOCKS: readonly HandMadeTask[] = [
  taskOf("python", "a, b = map(int, input().split())\nif True:\n    {{completion}}\n", "c = a + b\n    print(c)", SUMS),
  taskOf(
    "java",
    "import java.util.*;\r\n\r\nclass Sum {\r\n  public static void main(String[] args) {\r\n    Scanner in = new Scanner(System.in);\r\n    int a = in.nextInt(), b = in.nextInt();\r\n    {{completion}}\r\n  }\r\n}\r\n",
    "System.out.println(a + b);",
    SUMS,
  ),
  taskOf(
    "cpp",
    "#include <iostream>\n\nint main() {\n    int a, b;\n    std::cin >> a >> b;\n    {{completion}}\n    return 0;\n}\n",
    "std::cout << a + b << std::endl;",
    SUMS,
  ),
  taskOf("csharp", "class Sum {\n    {{completion}}\n}\n", "int a;", SUMS),
];

export const HAND_MADE_CALLS: readonly HandMadeTask[] = [
  taskOf("python", "import numpy as np\n\nones = {{completion}}\n", "np.ones((2, 3), dtype=int)", []),
  taskOf("cpp", "int zero() { return {{completion}}; }\n", "std::stoi(text, nullptr, 16)", []),
];
