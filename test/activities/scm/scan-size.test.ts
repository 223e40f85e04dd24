import { randomUUID } from 'node:crypto';
import test from 'ava';
import { scanRepositoryHead } from '../../../activities/scm/scan-repository.ts';
import type { ScmClient } from '../../../clients/scm/scm-client.ts';
import { listDocumentKeys } from '../../../db/scm/iac-document-store.ts';
import { beginRepositoryScan } from '../../../db/scm/repository-scan-store.ts';
import { useScmScans } from '../../support/scm/scan-fixture.ts';

const scans = useScmScans();
const commitSha = 'c'.repeat(40);

/** Begins a scan of a new repository with a client that returns the given files. */
async function startRepository() {
  const repository = await scans.selectRepository('github', {});
  const dependencies = scans.worker?.dependencies;
  if (dependencies === undefined) throw new Error('there is no worker');
  const { organizationId, id } = repository;
  return {
    repository,
    listPaths: async () => {
      const rows = await dependencies.database.withTenant(organizationId, (tenant) =>
        listDocumentKeys(tenant, id),
      );
      return rows.map(({ path }) => path);
    },
    scan: async (files: ReadonlyMap<string, string>) => {
      const begun = await dependencies.database.withTenant(organizationId, (tenant) =>
        beginRepositoryScan(tenant, id),
      );
      if (begun === undefined) throw new Error('the repository is not selected');
      const entries = [...files.keys()].map((path, index) => ({
        path,
        mode: '100644',
        type: 'blob' as const,
        sha: `${path.charCodeAt(0).toString(16)}${String(index).padStart(38, '0')}`,
      }));
      const client: Pick<ScmClient, 'getHead' | 'readTree' | 'readBlobs'> = {
        getHead: () => Promise.resolve(commitSha),
        readTree: () => Promise.resolve({ commitSha, entries, truncated: false }),
        async *readBlobs(_repository, _commit, wanted) {
          for (const [path, sha] of wanted) {
            await Promise.resolve();
            yield { path, sha, content: Buffer.from(files.get(path) ?? '') };
          }
        },
      };
      const { signal } = new AbortController();
      await scanRepositoryHead(
        dependencies,
        { organizationId, runId: randomUUID() },
        client as ScmClient,
        begun,
        signal,
      );
    },
  };
}

test('a repository with too large documents is rejected, and its documents do not add up', async (t) => {
  const { scan, listPaths } = await startRepository();
  const text = `x: &a "${'q'.repeat(5000)}"\nresources:\n${'- *a\n'.repeat(100)}`;
  const files = (folder: string) =>
    new Map(Array.from({ length: 200 }, (_, index) => [`${folder}/${index}/kustomization.yaml`, text]));
  await t.throwsAsync(scan(files('a')), { name: 'ScmError', message: /larger than 64 MB/ });
  const first = await listPaths();
  t.true(first.length > 100 && first.length < 150, `${first.length} documents`);
  // What another attempt adds is more than what detection can process.
  await t.throwsAsync(scan(files('a')), { name: 'ScmError', message: /larger than 64 MB/ });
  await t.throwsAsync(scan(files('b')), { name: 'ScmError', message: /larger than 64 MB/ });
  const second = await listPaths();
  t.true(second.length < 150);
  t.true(second.every((path) => path.startsWith('b/')));
});

test('projects that refer to too many files are rejected in the thread that detects them', async (t) => {
  const { repository, scan } = await startRepository();
  const long = 'v'.repeat(780);
  const files = new Map([
    ...Array.from({ length: 150 }, (_, index) => [`r${index}/main.tf`, 'provider "aws" {}'] as const),
    ...Array.from({ length: 333 }, (_, index) => [`v/${long}${index}.tfvars`, ''] as const),
  ]);
  await t.throwsAsync(scan(files), { name: 'ScmError', message: /projects are larger than 64 MB/ });
  t.deepEqual(await repository.projects(), []);
});
