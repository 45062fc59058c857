/** A sandbox by `unshare` and `mount` (util-linux), where there is no bubblewrap. */
import { existsSync } from "node:fs";
import { ENVIRONMENT, isRoot, restricted } from "./restrictions.js";
import { SANDBOX_FOLDER, type SandboxRun } from "./sandbox.js";

/**
 * Runs in the new namespaces: makes a root of its own, of what may be read, and an empty folder in memory, and leaves the old
 * one. /proc is there only as long as `umount` needs it. Arguments: the folder's size, what may be read, `--`, the command.
 */
const ENTER = `
set -eu
size=$1; shift
mount --make-rprivate /
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev sandbox /mnt
cd /mnt
mkdir old proc dev work
mount -t proc -o nosuid,nodev,noexec proc proc
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p ".$1"; else mkdir -p ".$(dirname "$1")"; : > ".$1"; fi
  mount --bind "$1" ".$1"
  mount -o remount,bind,ro,nosuid,nodev ".$1"
  shift
done
shift
for name in bin lib lib64; do ln -s "usr/$name" "$name"; done
ln -s work tmp
for name in null zero full random urandom; do : > "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mount -t tmpfs -o "size=$size,mode=1777,nosuid,nodev" work work
pivot_root . old
umount -l /old
rmdir /old
umount /proc
mount -n -o remount,bind,ro /
cd ${SANDBOX_FOLDER}
exec "$@"
`;

export function unshareCommand({ command, limits, readable = [] }: SandboxRun): readonly string[] {
  return [
    ...[
      "env",
      "-i",
      ...Object.entries({ ...ENVIRONMENT, PATH: "/usr/sbin:/usr/bin:/sbin:/bin" }).map((pair) => pair.join("=")),
    ],
    ...[
      "unshare",
      ...(isRoot() ? [] : ["--user", "--map-root-user"]),
      "--mount",
      "--pid",
      "--fork",
      "--kill-child=KILL",
    ],
    ...["--net", "--ipc", "--uts", "--", "/bin/sh", "-c", ENTER, "sandbox", `${limits.folderBytes}`],
    ...["/usr", ...readable.filter(existsSync), "--", ...restricted(command, limits)],
  ];
}
