export type { GgufInfo, LoadOptions } from "./llama/engine-protocol.js";
export { LlamaModel, type LlamaModelOptions } from "./llama/llama-model.js";
export { type ModelCard, readModelCard } from "./llama/model-card.js";
export { profileOf } from "./llama/profile.js";
export { pathOfUri, uriOfPath } from "./workspace/file-uri.js";
export type { IndexMemory, IndexStatus } from "./workspace/index-protocol.js";
export { WorkspaceIndex, type WorkspaceIndexOptions } from "./workspace/workspace-index.js";
