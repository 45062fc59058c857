/**
 * What the engine process inherits: the names that the system's loader, temporary files and GPU drivers go by. Keys and
 * tokens of the user's shell are none of a model's business, and `NODE_OPTIONS` (an inspector, a loader) would break it.
 */
const INHERITED = [
  /^PATH$/i,
  /^(HOME|USERPROFILE|LANG|LC_ALL|TZ)$/,
  /^(TMPDIR|TEMP|TMP|XDG_CACHE_HOME)$/i,
  /^(SystemRoot|SystemDrive|windir|ComSpec|ProgramData|ProgramFiles|LOCALAPPDATA|APPDATA|PATHEXT)$/i,
  /^(LD_LIBRARY_PATH|DYLD_LIBRARY_PATH)$/,
  // Under VS Code's Electron a child process is a Node.js only with this.
  /^ELECTRON_RUN_AS_NODE$/,
  /^(CUDA|NVIDIA|HIP|ROCR|HSA|VK|GGML|OMP)_/,
];

export function engineEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(own).filter(([name]) => INHERITED.some((pattern) => pattern.test(name))));
}
