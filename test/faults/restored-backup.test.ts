import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { dataOf, sessionTokensOf } from '../../api-client/create-typed-client.ts';
import { runTool } from '../../dev/stack/run-tool.ts';
import { withPostgres } from '../../dev/stack/with-postgres.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { findPostgresTools } from './find-postgres-tools.ts';
import { testStack } from '../support/stack.ts';
import { createClient, startTestApi } from '../support/test-api.ts';
import type { TestClient } from '../support/test-api.ts';

const fixture = useScanFixture();

/** The commands of docs/backup-and-restore.md: the dump, and the restore. */
async function commandsOf(): Promise<readonly string[]> {
  const page = await readFile(path.resolve('docs/backup-and-restore.md'), 'utf8');
  return [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, text = '']) => text);
}

test('a dump is restored on a new server with its audit chain, and scans run', async (t) => {
  const tools = await findPostgresTools();
  if (tools === undefined) {
    t.log('SKIPPED: pg_dump 18 is neither installed nor available for this platform');
    t.pass();
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'restored-backup-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const account = await fixture.connectAccount();
  await account.call('sqs', 'CreateQueue', { QueueName: 'orders' });
  const body = { aws_account_id: account.id, resource_types: ['AWS::SQS::Queue'] };
  t.is((await fixture.scan(body)).status, 'succeeded');
  const verify = (client: TestClient) => dataOf(client.GET('/api/v1/organization/audit-log/verify'));
  const before = await eventually('the audit log to be sealed', async () => {
    const chain = await verify(fixture.client);
    return chain.head.sequence >= 2 ? chain : undefined;
  });

  const [dump = '', restore = ''] = await commandsOf();
  const run = async (script: string, databaseUrl: string) => {
    const { code, output } = await runTool('sh', ['-eu', '-c', script], {
      PATH: `${tools}:${process.env['PATH'] ?? ''}`,
      BACKUP_FILE: path.join(folder, 'inventory.dump'),
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: testStack().temporalAddress,
      LOG_LEVEL: 'warn',
    });
    t.is(code, 0, output);
    t.notRegex(output, /error/i);
  };
  await run(dump, fixture.api.database.url);
  await withPostgres(async (url) => {
    await run(restore, url);
    const api = await startTestApi({}, { database: { url, drop: () => Promise.resolve() } });
    try {
      const { email, password } = fixture;
      const signedIn = await sessionTokensOf(
        api.anonymous.POST('/api/v1/auth/login', { body: { email, password } }),
      );
      const client = createClient(api.url, signedIn.access_token);
      const after = await verify(client);
      t.true(after.verified);
      t.true(after.head.sequence >= before.head.sequence);
      await api.startWorker();
      await account.call('sqs', 'CreateQueue', { QueueName: 'invoices' });
      const { id } = await dataOf(client.POST('/api/v1/scans', { body }));
      const ended = await eventually(
        'the scan to end',
        async () => {
          const scan = await dataOf(client.GET('/api/v1/scans/{id}', { params: { path: { id } } }));
          return scan.status === 'queued' || scan.status === 'running' ? undefined : scan;
        },
        120,
      );
      t.is(ended.status, 'succeeded');
      const { items } = await dataOf(
        client.GET('/api/v1/resources', { params: { query: { sort: 'name' } } }),
      );
      t.deepEqual(
        items.map(({ name }) => name),
        ['invoices', 'orders'],
      );
    } finally {
      await api.close();
    }
  });
});
