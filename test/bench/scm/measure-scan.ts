import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Repository } from '../../../api-client/api-types.ts';
import { monorepo } from '../../support/scm/generated-fixtures.ts';
import type { BenchContext, Figure } from '../bench.ts';
import type { MeasuredProcess } from '../scan/processes.ts';
import type { ScmProduct } from './scm-product.ts';

const files = 10_000;
/** Files of the projects in the fixture. */
const projectFiles = 900;
const projects = 500;
/** Each project has one configuration file. */
const neededBlobs = 500;
const maximumSeconds = 20;
const maximumPushCalls = 5;
const textBytes = 2_000;

/** Measures the first scan of a repository, a scan without a change, and the scan after a push of one file. */
export async function measureScan(
  { say }: BenchContext,
  product: ScmProduct,
  worker: MeasuredProcess,
): Promise<Record<string, Figure>> {
  const { github, client, connectionId, account } = product;
  const { tree, read } = monorepo(files - projectFiles, contentOf);
  const contents = Object.fromEntries(tree.map(({ path, sha }) => [path, Buffer.from(read(sha))]));
  const repository = await github.createRepository({ owner: account, name: 'monorepo', files: contents });
  const head = await repository.git.resolve('refs/heads/main');
  say(`a repository of ${tree.length} files at ${head}`);

  await waitForIdle(product);
  github.resetCalls();
  const cpu = worker.cpuSeconds();
  const started = performance.now();
  await dataOf(
    client.PUT('/api/v1/scm/connections/{id}/repositories', {
      params: { path: { id: connectionId } },
      body: { external_ids: [String(repository.id)] },
    }),
  );
  await scannedAt(product, head);
  const seconds = (performance.now() - started) / 1000;
  const firstCalls = scanCalls(product);
  say(
    `first scan: ${JSON.stringify(firstCalls)}, ${(worker.cpuSeconds() - cpu).toFixed(1)} s of processor time`,
  );
  const { total } = await dataOf(client.GET('/api/v1/iac-projects', { params: { query: { limit: 1 } } }));

  await waitForIdle(product);
  github.resetCalls();
  const pushed = performance.now();
  const next = await github.push(repository, {
    files: { 'services/s0/prod/main.tf': 'terraform {\n  backend "gcs" {}\n}\n' },
  });
  await scannedAt(product, next);
  const pushSeconds = (performance.now() - pushed) / 1000;
  await waitForIdle(product);
  const pushCalls = scanCalls(product);
  say(`push of one file: ${JSON.stringify(pushCalls)}`);
  const most = 1 + neededBlobs / 100;
  // The call for the head is needed before the tree.
  const treeAndBlobCalls = sum(firstCalls) - (firstCalls['GET /repos/{owner}/{repo}/commits/{ref}'] ?? 0);
  return {
    scan_seconds: atMost(seconds, 's', maximumSeconds),
    scan_tree_and_blob_calls: atMost(treeAndBlobCalls, 'calls', most),
    scan_projects: { value: total, unit: 'projects', target: `${projects}`, ok: total === projects },
    push_calls: atMost(sum(pushCalls), 'calls', maximumPushCalls),
    push_seconds: { value: pushSeconds, unit: 's', ok: true },
    worker_memory: { value: worker.peakMemory(), unit: 'MB', ok: true },
  };
}

/** Text that does not compress well, as code does not. */
function contentOf(index: number): string {
  let text = '';
  for (let part = 0; text.length < textBytes; part += 1)
    text += `${createHash('sha256').update(`${index}-${part}`).digest('base64')}\n`;
  return text;
}

async function scannedAt({ client }: ScmProduct, sha: string | undefined): Promise<Repository> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline;) {
    const { items } = await dataOf(client.GET('/api/v1/repositories', {}));
    const scanned = items.find((item) => item.last_scanned_commit_sha === sha);
    if (scanned !== undefined) return scanned;
    await pause(50);
  }
  throw new Error(`the commit ${sha} was not scanned`);
}

/** Waits until no run is active, so that the calls of a phase are its own. */
async function waitForIdle({ owner }: ScmProduct): Promise<void> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline;) {
    const { rows } = await owner.query<{ active: number }>(
      "select count(*)::int as active from runs where status in ('queued', 'running')",
    );
    if (rows[0]?.active === 0) return;
    await pause(100);
  }
  throw new Error('runs are still active');
}

/** Calls of the scan: without the tokens and the list of repositories, which the selection reads. */
function scanCalls({ github }: ScmProduct): Readonly<Record<string, number>> {
  const others = /access_tokens|installation\/repositories|\/pulls/;
  return Object.fromEntries(Object.entries(github.calls()).filter(([route]) => !others.test(route)));
}

function sum(calls: Readonly<Record<string, number>>): number {
  return Object.values(calls).reduce((total, count) => total + count, 0);
}

function atMost(value: number, unit: string, most: number): Figure {
  return { value, unit, target: `<= ${most}`, ok: value <= most };
}
