/** `@nearfirst/node/models`: the catalogue and what fetches from it. Apart from the rest, so that nothing else loads an HTTP client. */
export { certificatesIn } from "../large/certificates-in.js";
export { bytesOf, CATALOGUE, type CatalogueModel, catalogueModel } from "./catalogue.js";
export { DownloadClient } from "./download-client.js";
export type { DownloadProgress } from "./download-file.js";
export { type InspectedModel, inspectModel } from "./inspect-model.js";
export { type KeptSpeed, keepSpeed, readKeptSpeed } from "./kept-speed.js";
export { estimatedSpeed, type SpeedOfModel } from "./measure-speed.js";
export { type MachineMemory, type MemoryFit, machineMemory, memoryFit, memoryNeeded } from "./memory-fit.js";
export { OLLAMA_PREFIX } from "./ollama-store.js";
export { type PulledModel, type PullOptions, pullFile, pullModel } from "./pull-model.js";
export { recommendedModel, type SuitedModel, suitedModel } from "./recommend-model.js";
export { type RemovedModel, removeModel } from "./remove-model.js";
export { type VerifiedModel, verifyModel } from "./verify-model.js";
