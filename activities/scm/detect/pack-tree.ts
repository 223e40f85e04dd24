import type { TreeEntry } from '../../../domain/scm/detection/tree-entry.ts';

/**
 * The entries of a tree as one text. Copying it to a thread takes a few milliseconds; copying 100,000 objects takes
 * more than 100 ms of the event loop.
 */
export type PackedTree = string;

const separator = '\0';

export function packTree(entries: readonly TreeEntry[]): PackedTree {
  return entries
    .map(({ path, mode, type, sha, size }) => {
      const line = `${mode} ${type} ${sha} ${size ?? ''} ${path}`;
      // Git has no NUL in paths, but a provider's response can.
      return line.includes(separator) ? line.replaceAll(separator, '\ufffd') : line;
    })
    .join(separator);
}

/** Returns the entries of {@link packTree}. */
export function unpackTree(packed: PackedTree): readonly TreeEntry[] {
  return packed === '' ? [] : packed.split(separator).map(unpackEntry);
}

function unpackEntry(line: string): TreeEntry {
  const afterMode = line.indexOf(' ');
  const afterType = line.indexOf(' ', afterMode + 1);
  const afterSha = line.indexOf(' ', afterType + 1);
  const afterSize = line.indexOf(' ', afterSha + 1);
  const size = line.slice(afterSha + 1, afterSize);
  return {
    mode: line.slice(0, afterMode),
    type: line.slice(afterMode + 1, afterType),
    sha: line.slice(afterType + 1, afterSha),
    path: line.slice(afterSize + 1),
    ...(size === '' ? {} : { size: Number(size) }),
  };
}
