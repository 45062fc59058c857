/** What is never read, whatever the ignore files say: version control, installed and generated code, secrets. */

/** Of keys and what they open. */
const SECRET_DIRECTORIES = ".ssh .gnupg .aws .azure .kube .docker";

const DIRECTORIES = new Set(
  [
    ".git .hg .svn .jj",
    "node_modules bower_components jspm_packages .yarn .pnpm-store .next .nuxt .svelte-kit .turbo .parcel-cache",
    "__pycache__ .venv venv site-packages .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints",
    ".gradle .terraform .idea .cache .direnv .bundle DerivedData Pods",
    SECRET_DIRECTORIES,
  ].flatMap((names) => names.split(" ")),
);

const SECRET_FILES: readonly RegExp[] = [
  /^\.env/,
  /\.env$/,
  /\.(?:pem|crt|cer|der|key|p7b|p8|p12|pfx|jks|keystore|ppk|kdbx|asc|gpg)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /^\.(?:npmrc|pypirc|netrc|htpasswd|pgpass|git-credentials)$/,
];

export interface EntryKind {
  readonly isDirectory: boolean;
}

/** `name` is one component of a path. */
export function isAlwaysIgnored(name: string, { isDirectory }: EntryKind): boolean {
  if (isDirectory && DIRECTORIES.has(name)) return true;
  const lower = name.toLowerCase();
  return SECRET_FILES.some((pattern) => pattern.test(lower));
}

/** Whether a path leads through a folder of keys, which is one also where it is the workspace itself. */
export function isInSecretDirectory(path: string): boolean {
  const names = SECRET_DIRECTORIES.split(" ");
  return path.split(/[\\/]/).some((step, at, steps) => at < steps.length - 1 && names.includes(step));
}
