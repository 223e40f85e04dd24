import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { requestFullExtractions } from '../../../activities/graph/request-full-extractions.ts';
import { requestFullInferences } from '../../../activities/ownership/request-inferences.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { createTypedClient, dataOf } from '../../../api-client/create-typed-client.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { connectTemporal } from '../../../runtime/temporal.ts';
import type { BenchContext, Figure } from '../bench.ts';
import { startApiProcess, startWorkerProcess } from '../scan/processes.ts';
import { signUp } from '../support/sign-up.ts';
import type { BenchUser } from '../support/sign-up.ts';

/** As many as could begin in one slot of the day of an installation of 48,000 organizations. */
const organizations = 1000;
const resourcesOfOrganization = 300;
const requests = 5;
const maximumWaitSeconds = 5;

/**
 * Measures the time from the request of a user to the end of its runs, of a small organization, while the daily full runs of
 * 1,000 others wait for one worker. The baseline is the same request without them.
 */
export async function measureInteractiveWait({
  databaseUrl,
  temporalAddress,
  environment,
  say,
}: BenchContext): Promise<Readonly<Record<string, Figure>>> {
  const prefix = `bench-${process.pid}-`;
  const processes = { ...environment, NODE_ENV: 'development', TASK_QUEUE_PREFIX: prefix };
  const api = await startApiProcess(processes);
  const worker = await startWorkerProcess(processes);
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const database = openDatabase({ url: databaseUrl, poolSize: 4 });
  const temporal = connectTemporal({
    connection: { address: temporalAddress },
    namespace: 'default',
    taskQueuePrefix: prefix,
    traced: false,
  });
  try {
    const user = await signUp(api.url);
    const account = await loadAccounts(owner, [user.organizationId]);
    const measure = () => measureRequest(owner, api.url, user, account);
    await measure();
    const alone = await measure();
    say(`${alone.toFixed(2)} s alone`);
    const others = Array.from({ length: organizations }, () => randomUUID());
    await owner.query(
      "insert into organizations (id, name, slug) select o, 'bench', o::text from unnest($1::uuid[]) o",
      [others],
    );
    await loadAccounts(owner, others);
    const dependencies = { database, temporal, logger: createLogger('bench', 'fatal') };
    const { signal } = new AbortController();
    const isDue = (id: string) => id !== user.organizationId;
    await requestFullInferences(dependencies, signal, isDue);
    await requestFullExtractions(dependencies, signal, isDue);
    const waits: number[] = [];
    const atFirst = await countActive(owner);
    let atLast = atFirst;
    for (let request = 0; request < requests; request += 1) {
      waits.push(await measure());
      atLast = await countActive(owner);
      say(`${waits.at(-1)?.toFixed(2)} s beside ${atLast} runs`);
    }
    const slowest = Math.max(...waits);
    const wait = Math.max(0, slowest - alone);
    return {
      full_runs: { value: atFirst, unit: 'active at the first request', ok: true },
      full_runs_left: {
        value: atLast,
        unit: 'active after the last one',
        target: '>= 100',
        ok: atLast >= 100,
      },
      interactive_run: { value: slowest, unit: 'seconds, the slowest', baseline: alone, ok: true },
      interactive_wait: {
        value: wait,
        unit: 'seconds more than alone',
        target: `<= ${maximumWaitSeconds}`,
        ok: wait <= maximumWaitSeconds,
      },
    };
  } finally {
    await temporal.close();
    await database.close();
    await owner.end();
    await worker.stop();
    await api.stop();
  }
}

/** Inserts an account with functions for each organization. Returns the id of the last one. */
async function loadAccounts(owner: pg.Client, organizationIds: readonly string[]): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with connections as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
       select o, 'bench', 'standalone', o::text, 'inventory', 'active' from unnest($1::uuid[]) o
       returning organization_id, id
     ), accounts as (
       insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status)
       select organization_id, id, lpad((hashtext(id::text)::bigint & 1073741823)::text, 12, '1'), 'arn', 'connected'
       from connections returning organization_id, id, account_id
     ), stored as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, arn, name, config_hash, rule_set)
       select organization_id, a.id, 'eu-west-1', 'AWS::Lambda::Function', 'f' || n,
         format('arn:aws:lambda:eu-west-1:%s:function:f%s', account_id, n), 'f' || n, 'h', 1
       from accounts a cross join generate_series(1, ${resourcesOfOrganization}) n returning organization_id, id, name
     ), documents as (
       insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
       select organization_id, id, 1, jsonb_build_object('FunctionName', name, 'Role', 'arn:aws:iam::123456789012:role/r'), '{}', '{}'
       from stored
     )
     select id from accounts`,
    [organizationIds],
  );
  return rows.at(-1)?.id ?? '';
}

/** Requests an extraction and an inference. Returns the seconds until both runs have ended. */
async function measureRequest(
  owner: pg.Client,
  url: string,
  { token, organizationId }: BenchUser,
  account: string,
): Promise<number> {
  const client = createTypedClient(url, token);
  const started = performance.now();
  const environment = { name: randomUUID(), class: 'test' } as const;
  await dataOf(client.POST('/api/v1/environments', { body: environment }));
  await dataOf(client.POST('/api/v1/graph/extraction-runs', { body: { aws_account_id: account } }));
  for (;;) {
    const { rows } = await owner.query(
      "select from runs where organization_id = $1 and status in ('queued', 'running') limit 1",
      [organizationId],
    );
    if (rows.length === 0) return (performance.now() - started) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function countActive(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "select count(*)::integer as count from runs where status in ('queued', 'running')",
  );
  return rows[0]?.count ?? 0;
}
