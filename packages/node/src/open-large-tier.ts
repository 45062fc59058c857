/** The large model as the runtime uses it: with the rules of what may be sent to it, and the record of what was. */
import { LARGE_REACH, type LargeTier } from "@nearfirst/core";
import type { Settings } from "./config/settings.js";
import type { LargeStatus } from "./large/guarded-large-model.js";
import { openLargeModel } from "./large/open-large-model.js";
import { AuditLog } from "./privacy/audit-log.js";
import { WorkerSecretFinder } from "./privacy/worker-secret-finder.js";
import { workspacePolicy } from "./privacy/workspace-policy.js";
import { nameOfUri } from "./workspace/file-uri.js";
import { pathInFolders } from "./workspace/path-in-workspace.js";

export interface RuntimeLarge extends LargeTier {
  /** Whether its server is asked, and how it failed. */
  status(): LargeStatus;
  /** Ends all connections; resolves when the audit log is written. */
  close(): Promise<void>;
}

export interface OpenLargeTierOptions {
  /** The effective settings: the user's, tightened by the workspace's. */
  readonly settings: Settings;
  /** Absolute paths of the workspace's folders. */
  readonly folders: readonly string[];
}

/** Null where none is configured, or it is turned off. Connects to nothing yet. Throws `config-invalid` that says what to correct. */
export async function openLargeTier({ settings, folders }: OpenLargeTierOptions): Promise<RuntimeLarge | null> {
  const model = await openLargeModel(settings.large);
  if (model === null) return null;
  const finder = new WorkerSecretFinder();
  const audit = new AuditLog({ settings: settings.privacy.audit });
  // Its rules take a second to load, which the first question would otherwise wait for.
  void finder.start();
  return {
    model,
    rules: { policy: workspacePolicy({ folders, settings }), finder },
    departures: audit,
    reach: LARGE_REACH,
    deadlineMs: settings.large.deadlineMs,
    // Outside of all folders a file has its name alone: where it lies is nobody else's business.
    fileOf: ({ uri, languageId }) => ({ uri, languageId, path: pathInFolders(uri, folders) ?? nameOfUri(uri) }),
    status: () => model.status(),
    async close() {
      await model.close();
      await Promise.all([finder.close(), audit.close()]);
    },
  };
}
