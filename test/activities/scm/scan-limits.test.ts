import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { pack } from 'tar-stream';
import { scanRepositoryHead } from '../../../activities/scm/scan-repository.ts';
import { readArchiveThenRest } from '../../../clients/scm/read-archive-then-rest.ts';
import type { ScmClient } from '../../../clients/scm/scm-client.ts';
import { ScmError } from '../../../clients/scm/scm-error.ts';
import { beginRepositoryScan } from '../../../db/scm/repository-scan-store.ts';
import type { TreeEntry } from '../../../domain/scm/detection/paths/tree-entry.ts';
import type { ProviderBlob } from '../../../domain/scm/provider-records.ts';
import { collectBlobs } from '../../support/scm/expect-fault.ts';
import { useScmScans } from '../../support/scm/scan-fixture.ts';
import type { SelectedRepository } from '../../support/scm/scan-fixture.ts';

const scans = useScmScans();
const commitSha = 'c'.repeat(40);
const stack = 'terraform {\n  backend "s3" {}\n}\n';

const blob = (path: string, index: number): TreeEntry => ({
  path,
  mode: '100644',
  type: 'blob',
  size: 100,
  sha: String(index).padStart(40, '0'),
});

/** Scans with a client that returns the given tree and blobs. */
async function scanWith(
  repository: SelectedRepository,
  {
    tree,
    truncated = false,
    readBlobs,
  }: {
    readonly tree: readonly TreeEntry[];
    readonly truncated?: boolean;
    readonly readBlobs: (
      wanted: ReadonlyMap<string, string>,
    ) => AsyncGenerator<ProviderBlob, void, undefined>;
  },
) {
  const dependencies = scans.worker?.dependencies;
  if (dependencies === undefined) throw new Error('there is no worker');
  const begun = await dependencies.database.withTenant(repository.organizationId, (tenant) =>
    beginRepositoryScan(tenant, repository.id),
  );
  if (begun === undefined) throw new Error('the repository is not selected');
  const client: Pick<ScmClient, 'getHead' | 'readTree' | 'readBlobs'> = {
    getHead: () => Promise.resolve(commitSha),
    readTree: () => Promise.resolve({ commitSha, entries: tree, truncated }),
    readBlobs: (_repository, _commit, wanted) => readBlobs(wanted),
  };
  await scanRepositoryHead(
    dependencies,
    { organizationId: repository.organizationId, runId: randomUUID() },
    client as ScmClient,
    begun,
    new AbortController().signal,
  );
  return repository.get();
}

async function* contentOf(
  wanted: ReadonlyMap<string, string>,
): AsyncGenerator<ProviderBlob, void, undefined> {
  for (const [path, sha] of wanted) yield { path, sha, content: Buffer.from(stack) };
}

test('reads a truncated tree by its folders', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`f${index % 3}/g${index % 2}/h${index}/main.tf`, stack]),
  );
  const repository = await scans.selectRepository('github', files);
  repository.limitTree(5);
  t.like(await repository.scan(), { status: 'active', last_scan: { files: 12, truncated: false } });
  t.is((await repository.projects()).length, 12);
});

test('a tree of more than 100,000 entries is truncated; projects beyond the limit are not missing', async (t) => {
  const repository = await scans.selectRepository('github', {});
  const first = await scanWith(repository, { tree: [blob('z/main.tf', 1)], readBlobs: contentOf });
  t.like(first.last_scan, { files: 1, truncated: false });
  const tree = [
    ...Array.from({ length: 100_000 }, (_, index) => blob(`a/f${index}.txt`, index)),
    blob('z/main.tf', 1),
    blob('z/new/main.tf', 2),
  ];
  const scanned = await scanWith(repository, { tree, truncated: true, readBlobs: contentOf });
  t.like(scanned, {
    status: 'active',
    last_scan: { files: 100_002, skipped_files: 2, truncated: true, commit_sha: commitSha },
  });
  t.deepEqual(
    (await repository.projects()).map(({ path, status }) => [path, status]),
    [['z', 'active']],
  );
});

test('files beyond the limit of an archive are skipped and counted, and not read again', async (t) => {
  const repository = await scans.selectRepository('github', {});
  const tree = [blob('a/main.tf', 1), blob('b/main.tf', 2)];
  const reads: string[][] = [];
  const scan = () =>
    scanWith(repository, {
      tree,
      async *readBlobs(wanted) {
        reads.push([...wanted.keys()]);
        for await (const each of contentOf(wanted))
          yield each.path === 'b/main.tf'
            ? { path: each.path, sha: each.sha, problem: 'archive_limit' }
            : each;
      },
    });
  t.like((await scan()).last_scan, { files: 2, skipped_files: 1, truncated: true });
  t.like((await scan()).last_scan, { files: 2, skipped_files: 1, truncated: true });
  t.deepEqual(reads, [['a/main.tf', 'b/main.tf']]);
  const b = (await repository.projects()).find(({ path }) => path === 'b');
  const { body } = await repository.client.request('GET', `/iac-projects/${b?.id}`);
  t.like(body, {
    unreadable_files: [{ path: 'b/main.tf', reason: 'The archive of the repository is larger than 512 MB.' }],
  });
});

test('a scan that the provider interrupts continues with the files that were not read', async (t) => {
  const repository = await scans.selectRepository('github', {});
  const tree = Array.from({ length: 250 }, (_, index) => blob(`p${index}/main.tf`, index));
  const reads: number[] = [];
  const scan = (most: number) =>
    scanWith(repository, {
      tree,
      async *readBlobs(wanted) {
        reads.push(wanted.size);
        let count = 0;
        for await (const each of contentOf(wanted)) {
          if (count === most) throw new ScmError('rate_limited', 'GitHub limits the rate of requests.');
          count += 1;
          yield each;
        }
      },
    });
  await t.throwsAsync(scan(200), { instanceOf: ScmError });
  t.deepEqual(await repository.projects(), []);
  t.is((await repository.get()).status, 'pending');
  await scan(Number.POSITIVE_INFINITY);
  t.deepEqual(reads, [250, 50]);
  t.is((await repository.get()).last_scan?.files, 250);
});

test('reading an archive stops at its limit, and names the files that were not reached', async (t) => {
  const archive = pack();
  for (const name of ['x/a.tf', 'x/b.tf', 'x/c.tf']) archive.entry({ name }, Buffer.alloc(20_000, name));
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  const wanted = new Map(['a.tf', 'b.tf', 'c.tf'].map((path) => [path, path]));
  const readRest = (): never => t.fail();
  const { read, problems } = await collectBlobs(
    readArchiveThenRest(Readable.from([gzipSync(Buffer.concat(chunks))]), wanted, readRest, 30_000),
  );
  t.is(read.length + Object.keys(problems).length, 3);
  t.is(problems['c.tf'], 'archive_limit');
});
