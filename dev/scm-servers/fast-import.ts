/** The content of a file, a symbolic link or a submodule; `null` deletes the path. */
export type GitFile =
  | string
  | Buffer
  | null
  | { readonly content: string | Buffer; readonly mode: '100644' | '100755' | '120000' }
  /** The SHA of a commit of another repository. */
  | { readonly submodule: string };

/** Files by path. */
export type GitFiles = Readonly<Record<string, GitFile>>;

export interface Commit {
  readonly branch: string;
  readonly files: GitFiles;
  readonly message?: string;
  readonly author?: string;
  /** In seconds since 1970. */
  readonly time?: number;
  /** Default: the head of the branch. */
  readonly parent?: string;
}

/** Returns the input of `git fast-import` that makes one commit: one process also for 10,000 files. */
export function fastImportStream({ branch, files, message, author, time, parent }: Commit): Buffer {
  const parts: (string | Buffer)[] = [
    `commit refs/heads/${branch}\n`,
    `committer ${author ?? 'Ada'} <${(author ?? 'ada').toLowerCase()}@example.com> ${time ?? 1_790_000_000} +0000\n`,
    ...data(message ?? 'Change files'),
    ...(parent === undefined ? [] : [`from ${parent}\n`]),
  ];
  for (const [path, file] of Object.entries(files)) {
    if (file === null) parts.push(`D ${quoted(path)}\n`);
    else if (typeof file === 'object' && 'submodule' in file)
      parts.push(`M 160000 ${file.submodule} ${quoted(path)}\n`);
    else {
      const isPlain = typeof file === 'string' || Buffer.isBuffer(file);
      const { content, mode } = isPlain ? { content: file, mode: '100644' } : file;
      parts.push(`M ${mode} inline ${quoted(path)}\n`, ...data(content));
    }
  }
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function data(content: string | Buffer): readonly (string | Buffer)[] {
  const bytes = Buffer.from(content);
  return [`data ${bytes.length}\n`, bytes, '\n'];
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
