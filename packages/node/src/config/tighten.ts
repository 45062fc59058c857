import type { Settings, WorkspaceSettings } from "./settings.js";

/**
 * The user's settings with what the workspace takes away. No workspace can loosen anything: every switch is on only if
 * both leave it on, every limit is the lower one, every list of exclusions is the union.
 */
export function tighten(user: Settings, workspace: WorkspaceSettings): Settings {
  const { retrieval, trigger, statistics } = user;
  const { localOnly } = user.privacy;
  const more = workspace.privacy?.localOnly;
  return {
    ...user,
    enabled: user.enabled && workspace.enabled !== false,
    maxTokens: Math.min(user.maxTokens, workspace.maxTokens ?? Number.POSITIVE_INFINITY),
    languages: { disabled: union(user.languages.disabled, workspace.languages?.disabled ?? []) },
    // After the user's: a later pattern without an exclamation mark can only ignore more.
    ignore: [...user.ignore, ...(workspace.ignore ?? [])],
    retrieval: {
      enabled: retrieval.enabled && workspace.retrieval?.enabled !== false,
      maxFiles: Math.min(retrieval.maxFiles, workspace.retrieval?.maxFiles ?? Number.POSITIVE_INFINITY),
    },
    large: { ...user.large, enabled: user.large.enabled && workspace.large !== false },
    trigger: {
      ...trigger,
      automatic: trigger.automatic && workspace.trigger?.automatic !== false,
      inComments: trigger.inComments && workspace.trigger?.inComments !== false,
    },
    privacy: {
      ...user.privacy,
      localOnly: {
        ...localOnly,
        everything: localOnly.everything || more?.everything === true,
        paths: [...localOnly.paths, ...(more?.paths ?? [])],
        languages: union(localOnly.languages, more?.languages ?? []),
      },
    },
    statistics: { ...statistics, enabled: statistics.enabled && workspace.statistics?.enabled !== false },
  };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
