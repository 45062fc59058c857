/** Entry point of the process in which `probe-engine.ts` tries to load the native engine. */
import { getLlama, LlamaLogLevel } from "node-llama-cpp";

const llama = await getLlama({ gpu: false, build: "never", logLevel: LlamaLogLevel.disabled, progressLogs: false });
process.stdout.write(`${JSON.stringify({ device: llama.gpu || "cpu" })}\n`, () => process.exit(0));
