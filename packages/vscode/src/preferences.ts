/** The editor's settings. A workspace's may only take away: whatever one level forbids stays forbidden. */

/** One setting as VS Code's `inspect` gives it. */
export interface SettingLevels<Value> {
  readonly defaultValue?: Value | undefined;
  readonly globalValue?: Value | undefined;
  readonly workspaceValue?: Value | undefined;
  readonly workspaceFolderValue?: Value | undefined;
}

/** Of the documents in which there are suggestions: files, and new ones. Not the cells of notebooks. */
export const SCHEMES: readonly string[] = ["file", "untitled"];

export interface Preferences {
  readonly isEnabled: boolean;
  readonly isAutomatic: boolean;
  readonly disabledLanguages: ReadonlySet<string>;
}

export interface PreferenceLevels {
  readonly enabled: SettingLevels<boolean> | undefined;
  readonly automatic: SettingLevels<boolean> | undefined;
  readonly disabledLanguages: SettingLevels<readonly string[]> | undefined;
}

export function preferencesFrom(levels: PreferenceLevels): Preferences {
  return {
    isEnabled: !saidAtAnyLevel(levels.enabled, false),
    isAutomatic: !saidAtAnyLevel(levels.automatic, false),
    disabledLanguages: new Set(
      givenLevels(levels.disabledLanguages).flatMap((each) => (Array.isArray(each) ? each : [])),
    ),
  };
}

/** True where the user's or a workspace's settings give exactly this value. */
export function saidAtAnyLevel<Value>(levels: SettingLevels<Value> | undefined, value: Value): boolean {
  return givenLevels(levels).includes(value);
}

function givenLevels<Value>(levels: SettingLevels<Value> | undefined): Value[] {
  if (levels === undefined) return [];
  const { globalValue, workspaceValue, workspaceFolderValue } = levels;
  return [globalValue, workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
}

/** What the server is told in `initialize`: it takes away, and sets the delay. */
export function initializationOptions(options: {
  readonly delayMs: number | null;
  readonly keepsLocal: boolean;
}): object {
  return {
    ...(options.delayMs === null ? {} : { trigger: { delayMs: options.delayMs } }),
    ...(options.keepsLocal ? { large: false } : {}),
  };
}
