/** A command line's argument as a person can copy it into a POSIX shell; as it is where nothing in it needs quotes. */
export function quotedForShell(text: string): string {
  return /^[\p{L}\p{N}_./:@%+,=-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
