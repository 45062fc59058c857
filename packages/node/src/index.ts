export type { GgufInfo, LoadOptions } from "./llama/engine-protocol.js";
export { LlamaModel, type LlamaModelOptions } from "./llama/llama-model.js";
export { type ModelCard, readModelCard } from "./llama/model-card.js";
export { profileOf } from "./llama/profile.js";
