import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fastImportStream } from './fast-import.ts';
import type { Commit, GitFiles } from './fast-import.ts';
import { GitError, runGit, spawnGit } from './run-git.ts';

export interface GitTreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  /** In bytes; of blobs only. */
  readonly size?: number;
}

export interface GitChange {
  readonly status: 'added' | 'modified' | 'removed' | 'renamed';
  readonly path: string;
  /** Of renamed files only. */
  readonly previousPath?: string;
}

export type GitRepository = ReturnType<typeof openGitRepository>;

const identity = ['-c', 'user.name=Merge', '-c', 'user.email=merge@example.com'];

/** Creates an empty bare repository. */
export async function createGitRepository(folder: string, defaultBranch: string): Promise<GitRepository> {
  await mkdir(folder, { recursive: true });
  await runGit(folder, ['init', '--quiet', '--bare', `--initial-branch=${defaultBranch}`]);
  return openGitRepository(folder);
}

/** Methods throw GitError for revisions that do not exist, unless they say otherwise. */
function openGitRepository(folder: string) {
  const text = async (...args: readonly string[]) => (await runGit(folder, args)).toString('utf8').trim();
  /** Objects of revisions until the next change: starting git takes most of the servers' processor time. */
  const resolved = new Map<string, Promise<string | undefined>>();
  const readRevision = async (revision: string): Promise<string | undefined> => {
    try {
      return await text('rev-parse', '--verify', '--quiet', '--end-of-options', revision);
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  };
  const resolve = (revision: string): Promise<string | undefined> => {
    const known = resolved.get(revision) ?? readRevision(revision);
    resolved.set(revision, known);
    return known;
  };
  const change = async (args: readonly string[], input?: Buffer): Promise<string> => {
    try {
      return (await runGit(folder, args, input)).toString('utf8').trim();
    } finally {
      resolved.clear();
    }
  };
  return {
    folder,

    /** Commits changes to a branch, which it creates if necessary. Returns the SHA of the commit. */
    async commit(commit: Commit): Promise<string> {
      const parent = commit.parent ?? (await resolve(`refs/heads/${commit.branch}`));
      const stream = fastImportStream({ ...commit, ...(parent === undefined ? {} : { parent }) });
      await change(['fast-import', '--quiet', '--force'], stream);
      return text('rev-parse', `refs/heads/${commit.branch}`);
    },

    /** Returns the SHA of the object that a revision names, or `undefined`. */
    resolve,

    async branches(): Promise<ReadonlyMap<string, string>> {
      const lines = await text('for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads');
      return new Map(
        lines.split('\n').flatMap((line) => {
          const [name, sha] = line.split(' ');
          return name === undefined || sha === undefined ? [] : [[name, sha] as const];
        }),
      );
    },

    async updateRef(ref: string, sha: string): Promise<void> {
      await change(['update-ref', ref, sha]);
    },

    async deleteRef(ref: string): Promise<void> {
      await change(['update-ref', '-d', ref]);
    },

    /** Copies a commit of another repository, as GitHub does for the head of a pull request from a fork. */
    async fetch(source: { readonly folder: string }, sha: string, ref: string): Promise<void> {
      if (source.folder === folder) return void (await change(['update-ref', ref, sha]));
      const options = ['-c', 'uploadpack.allowAnySHA1InWant=true', 'fetch', '--quiet', '--no-tags'];
      await change([...options, source.folder, `+${sha}:${ref}`]);
    },

    /** Lists the entries of a tree or commit; `recursive` includes the trees themselves. */
    async listTree(revision: string, recursive: boolean): Promise<readonly GitTreeEntry[]> {
      const options = ['ls-tree', '-z', '-l', '--full-tree', ...(recursive ? ['-r', '-t'] : [])];
      const lines = (await runGit(folder, [...options, revision])).toString('utf8').split('\0');
      return lines.flatMap((line) => {
        const match = /^(\d+) (blob|tree|commit) ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line);
        if (match === null) return [];
        const [, mode = '', type = '', sha = '', size = '-', path = ''] = match;
        return [
          {
            path,
            mode,
            type: type as GitTreeEntry['type'],
            sha,
            ...(size === '-' ? {} : { size: Number(size) }),
          },
        ];
      });
    },

    /** Returns the blobs by SHA; objects that do not exist or are no blobs are left out. */
    async readBlobs(shas: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
      const output = await runGit(folder, ['cat-file', '--batch'], Buffer.from(`${shas.join('\n')}\n`));
      const blobs = new Map<string, Buffer>();
      for (let offset = 0; offset < output.length;) {
        const end = output.indexOf('\n', offset);
        const [sha = '', type = '', size = ''] = output.toString('utf8', offset, end).split(' ');
        offset = end + 1;
        if (type === 'missing' || size === '') continue;
        if (type === 'blob') blobs.set(sha, output.subarray(offset, offset + Number(size)));
        offset += Number(size) + 1;
      }
      return blobs;
    },

    /** Returns the files that differ, with renames. */
    diff: ofCommits(async (base, head): Promise<readonly GitChange[]> => {
      const output = await runGit(folder, ['diff', '--name-status', '-M', '-z', '-l0', base, head]);
      return readNameStatus(output.toString('utf8').split('\0'));
    }),

    /** Returns the merge base, or `undefined` for unrelated histories. */
    mergeBase: ofCommits(async (one, other): Promise<string | undefined> => {
      try {
        return await text('merge-base', one, other);
      } catch (error) {
        if (error instanceof GitError) return undefined;
        throw error;
      }
    }),

    /** Returns the SHAs of the commits that `head` has and `base` has not, newest first. */
    async commitsBetween(base: string, head: string): Promise<readonly string[]> {
      const lines = await text('rev-list', head, `^${base}`);
      return lines === '' ? [] : lines.split('\n');
    },

    /** Writes a tree: a given one with the given files. Returns its SHA. */
    async writeTree(baseTree: string, files: GitFiles): Promise<string> {
      const base = await change([...identity, 'commit-tree', baseTree, '-m', 'base']);
      const branch = `tmp-${randomUUID()}`;
      await change(['fast-import', '--quiet'], fastImportStream({ branch, files, parent: base }));
      const tree = await text('rev-parse', `refs/heads/${branch}^{tree}`);
      await change(['update-ref', '-d', `refs/heads/${branch}`]);
      return tree;
    },

    /** Writes a commit, which no branch contains. Returns its SHA. */
    writeCommit(tree: string, parents: readonly string[], message: string): Promise<string> {
      return change([
        ...identity,
        'commit-tree',
        tree,
        ...parents.flatMap((sha) => ['-p', sha]),
        '-m',
        message,
      ]);
    },

    /** Merges a commit into a branch with a merge commit of the head's tree. Returns the SHA of the merge. */
    async merge(branch: string, head: string, message: string): Promise<string> {
      const base = await text('rev-parse', `refs/heads/${branch}`);
      const tree = (await change(['merge-tree', '--write-tree', base, head])).split('\n')[0] ?? '';
      const merged = await change([...identity, 'commit-tree', tree, '-p', base, '-p', head, '-m', message]);
      await change(['update-ref', `refs/heads/${branch}`, merged]);
      return merged;
    },

    /** Streams a gzip-compressed tar archive of a commit. */
    archive(revision: string, prefix: string): Readable {
      const git = spawnGit(folder, ['archive', '--format=tar.gz', `--prefix=${prefix}/`, revision]);
      git.stdin.end();
      return git.stdout;
    },

    async delete(): Promise<void> {
      resolved.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const statuses: Readonly<Record<string, GitChange['status']>> = { A: 'added', D: 'removed', R: 'renamed' };

/** Reads the output of `git diff --name-status -z`: status, path, and a second path for renames. */
function readNameStatus(fields: readonly string[]): readonly GitChange[] {
  const changes: GitChange[] = [];
  for (let index = 0; index + 1 < fields.length;) {
    const status = statuses[fields[index]?.[0] ?? ''] ?? 'modified';
    const first = fields[index + 1] ?? '';
    if (status === 'renamed') changes.push({ status, path: fields[index + 2] ?? '', previousPath: first });
    else changes.push({ status, path: first });
    index += status === 'renamed' ? 3 : 2;
  }
  return changes;
}

/** Keeps the results for pairs of SHAs of commits, which do not change. `undefined` and errors are not kept. */
function ofCommits<T>(
  read: (one: string, other: string) => Promise<T>,
): (one: string, other: string) => Promise<T> {
  const kept = new Map<string, T>();
  return async (one, other) => {
    const key = `${one} ${other}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const result = await read(one, other);
    if (result !== undefined && /^[0-9a-f]{40} [0-9a-f]{40}$/.test(key)) kept.set(key, result);
    return result;
  };
}
