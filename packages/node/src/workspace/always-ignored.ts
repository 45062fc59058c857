/** What is never read, whatever the ignore files say: version control, installed and generated code, secrets. */

const DIRECTORIES = new Set(
  [
    ".git .hg .svn .jj",
    "node_modules bower_components jspm_packages .yarn .pnpm-store .next .nuxt .svelte-kit .turbo .parcel-cache",
    "__pycache__ .venv venv site-packages .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints",
    ".gradle .terraform .idea .cache .direnv .bundle DerivedData Pods",
    ".ssh .gnupg .aws .azure .kube .docker",
  ].flatMap((names) => names.split(" ")),
);

const SECRET_FILES: readonly RegExp[] = [
  /^\.env/,
  /\.env$/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|ppk|kdbx|asc|gpg)$/,
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
