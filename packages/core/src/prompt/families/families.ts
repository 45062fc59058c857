/** The table of model families: the only place that knows one model from another. */
import { codegemma } from "./codegemma.js";
import { codellama } from "./codellama.js";
import { codestral } from "./codestral.js";
import { deepseekCoder } from "./deepseek-coder.js";
import { embedded } from "./embedded.js";
import { granite } from "./granite.js";
import type { ModelFamily } from "./model-family.js";
import { qwen25Coder } from "./qwen2.5-coder.js";
import { starcoder } from "./starcoder.js";
import { starcoder2 } from "./starcoder2.js";
import { yiCoder } from "./yi-coder.js";

/** At most one row fits any model. */
export const FAMILIES: readonly ModelFamily[] = [
  embedded,
  qwen25Coder,
  starcoder,
  starcoder2,
  deepseekCoder,
  codellama,
  codegemma,
  granite,
  codestral,
  yiCoder,
];
