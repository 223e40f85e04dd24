import { performance } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { toStoredEntries } from '../../../commands/mapping/to-stored-entry.ts';
import { readStateObject } from '../../../activities/mapping/read-state-object.ts';
import { parseStateInThread } from '../../../commands/mapping/parse/parse-state-in-thread.ts';
import { listClaims } from '../../../db/mapping/match/code-mapping-read-model.ts';
import { matchSource, rematchAccount } from '../../../db/mapping/match/match-entries.ts';
import { beginStateSync, recordStateUnchanged } from '../../../db/mapping/states/state-sync-store.ts';
import { replaceStateEntries } from '../../../db/mapping/states/state-entry-store.ts';
import type { NewStateEntry } from '../../../db/mapping/states/state-entry.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import { locateEntries } from '../../../domain/mapping/locate-entries.ts';
import { createDocumentWorkers } from '../../../runtime/document-workers.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';
import { compare } from '../search/measure.ts';
import { generateState } from './generated-state.ts';
import type { GeneratedState } from './generated-state.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';
import { measureDrift } from './measure-drift.ts';
import { measureEvidence } from './measure-evidence.ts';
import { loadQueues } from './load-queues.ts';
import type { LoadedQueues } from './load-queues.ts';

const instances = Number(process.env['BENCH_INSTANCES'] ?? 50_000);
const resources = Number(process.env['BENCH_RESOURCES'] ?? 200_000);
const lookups = 300;
const maximumSeconds = 20;
const maximumMegabytes = 512;
const maximumSmallMegabytes = 300;

export const mapping: Bench = {
  name: 'mapping',
  summary: `a state of ${instances} instances against an inventory of ${resources} resources`,
  async run({ databaseUrl, say }: BenchContext) {
    say(`loading ${resources} resources`);
    const loaded = await loadQueues(databaseUrl, resources);
    const state = { size: instances, account: loaded.account, region: loaded.region };
    const small = await parse({ ...state, size: Math.min(150, instances) });
    const parsed = await parse(state);
    const database = openDatabase({ url: databaseUrl, poolSize: 2 });
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    try {
      say('syncing');
      const sync = await measureSync(database, owner, loaded, parsed);
      const lookup = await measureLookups(database, owner, loaded);
      say('matching the account again');
      const rematch = await measureRematch(database, owner, loaded);
      say('computing evidence');
      const evidence = await measureEvidence(database, owner);
      return {
        'worker memory, a state of 150 entries': memoryFigure(small.megabytes, maximumSmallMegabytes),
        'worker memory': memoryFigure(parsed.megabytes, maximumMegabytes),
        ...sync,
        ...lookup,
        ...rematch,
        ...evidence,
      };
    } finally {
      await owner.end();
      await database.close();
    }
  },
};

interface Parsed {
  readonly located: readonly StateEntry[];
  readonly entries: readonly NewStateEntry[];
  readonly seconds: number;
  /** The maximum of the resident memory of the process during the parsing. */
  readonly megabytes: number;
}

async function parse(state: GeneratedState): Promise<Parsed> {
  const documents = createDocumentWorkers();
  let most = process.memoryUsage.rss();
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const started = performance.now();
  try {
    const parsed = await parseStateInThread(documents, 'bench', {
      chunks: chunksOf(state),
      maximumMegabytes: 256,
    });
    const located = locateEntries(parsed.entries, new Map());
    const entries = await toStoredEntries(located, new AbortController().signal);
    return { located, entries, seconds: (performance.now() - started) / 1000, megabytes: most / 1024 / 1024 };
  } finally {
    clearInterval(sampler);
    await documents.close();
  }
}

async function* chunksOf(state: GeneratedState): AsyncGenerator<Uint8Array> {
  for (const chunk of generateState(state)) yield await Promise.resolve(chunk);
}

async function measureSync(
  database: Database,
  owner: pg.Client,
  { organizationId }: LoadedQueues,
  { located, entries, seconds: parsing }: Parsed,
): Promise<Readonly<Record<string, Figure>>> {
  const sync = async (sourceId: string, given: readonly NewStateEntry[]) => {
    const started = performance.now();
    const counts = await database.withTenant(organizationId, async (tenant) => {
      const { inserted, updated, deleted, releasedResourceIds } = await replaceStateEntries(
        tenant,
        sourceId,
        given,
      );
      const stored = (performance.now() - started) / 1000;
      const matched = await matchSource(tenant, sourceId, releasedResourceIds);
      return { stored, written: inserted + updated + deleted, ...matched };
    });
    return { ...counts, seconds: (performance.now() - started) / 1000 };
  };
  // The first state of an organization is the evidence that decides the management state of every resource.
  const initial = await sync(await insertSource(owner, organizationId), []);
  const sourceId = await insertSource(owner, organizationId);
  const first = await sync(sourceId, entries);
  const again = await sync(sourceId, entries);
  const total = parsing + first.seconds;
  const written = again.written + again.entries + again.resources;
  const drift = await measureDrift(database, owner, organizationId, sourceId, located, total);
  const resynced = await measureUnchanged(database, organizationId, sourceId);
  const seconds = (value: number): Figure => ({ value, unit: 's', ok: true });
  return {
    'first management states': seconds(initial.seconds),
    'first management states written': { value: initial.resources, unit: 'rows', ok: initial.resources > 0 },
    parse: seconds(parsing),
    'store entries': seconds(first.stored),
    'match and compute states': seconds(first.seconds - first.stored),
    'management states written': { value: first.resources, unit: 'rows', ok: first.resources > 0 },
    'parse and match': {
      value: total,
      unit: 's',
      target: `<= ${maximumSeconds}`,
      ok: total <= maximumSeconds,
    },
    're-sync of an unchanged object': { value: resynced, unit: 's', target: '<= 1', ok: resynced <= 1 },
    're-sync of a rewritten object': seconds(parsing + again.seconds),
    ...drift,
    'rows written without change': { value: written, unit: 'rows', target: '0', ok: written === 0 },
  };
}

async function insertSource(owner: pg.Client, organizationId: string): Promise<string> {
  const id = randomUUID();
  await owner.query(
    `insert into state_sources (organization_id, id, bucket, key, origin, status, last_success_at, modified_at)
     values ($1, $2::uuid, 'states', ($2::uuid)::text, 'manual', 'synced', now(), now() - interval '1 day')`,
    [organizationId, id],
  );
  return id;
}

/** Returns the seconds of a sync whose object, in a bucket of the emulator, still has the ETag of the last sync. */
async function measureUnchanged(
  database: Database,
  organizationId: string,
  sourceId: string,
): Promise<number> {
  const account = await emulatedAccount();
  const bucket = `state-${randomUUID()}`;
  await account.call('s3', 'CreateBucket', {
    Bucket: bucket,
    CreateBucketConfiguration: { LocationConstraint: account.region },
  });
  const key = 'terraform.tfstate';
  const { ETag: knownEtag } = (await account.call('s3', 'PutObject', {
    Bucket: bucket,
    Key: key,
    Body: '{}',
  })) as { ETag: string };
  const access = { caller: account.product, region: account.region, partition: 'aws' };
  const started = performance.now();
  const attempt = await database.withTenant(organizationId, (tenant) =>
    beginStateSync(tenant, sourceId, randomUUID()),
  );
  if (attempt === undefined) throw new Error('the source is disabled');
  const request = { bucket, key, maximumMegabytes: 256, knownEtag };
  const read = await readStateObject(access, request, () => Promise.resolve());
  if (read.status !== 'unchanged') throw new Error('the object changed');
  await database.withTenant(organizationId, (tenant) => recordStateUnchanged(tenant, attempt));
  return (performance.now() - started) / 1000;
}

/** Returns the seconds of a match of the account that reads everything, and of one after a scan that changed ten resources. */
async function measureRematch(
  database: Database,
  owner: pg.Client,
  { organizationId, account }: LoadedQueues,
): Promise<Readonly<Record<string, Figure>>> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from aws_accounts where organization_id = $1 and account_id = $2',
    [organizationId, account],
  );
  const accountId = rows[0]?.id ?? '';
  const match = async () => {
    const started = performance.now();
    await database.withTenant(organizationId, (tenant) => rematchAccount(tenant, accountId));
    return (performance.now() - started) / 1000;
  };
  await owner.query(
    `update resources set last_changed_at = now() - interval '1 day' where organization_id = $1`,
    [organizationId],
  );
  await owner.query('vacuum analyze resources');
  const full = await match();
  await owner.query(
    `update resources set last_changed_at = now() where organization_id = $1 and id in (
       select id from resources where organization_id = $1 order by id limit 10)`,
    [organizationId],
  );
  const value = await match();
  return {
    'match of an account, everything': { value: full, unit: 's', ok: true },
    'match of an account, ten changed resources': { value, unit: 's', baseline: full, ok: value < full },
  };
}

async function measureLookups(
  database: Database,
  owner: pg.Client,
  { organizationId }: LoadedQueues,
): Promise<Readonly<Record<string, Figure>>> {
  const { rows } = await owner.query<{ id: string }>(
    `select resource_id as id from state_entries where organization_id = $1 and resource_id is not null
     order by md5(address) limit $2`,
    [organizationId, lookups],
  );
  await owner.query('analyze state_entries');
  const [ours, bare] = await compare(
    rows.map(({ id }) => id),
    (id) => database.withTenant(organizationId, (tenant) => listClaims(tenant, id), { readOnly: true }),
    (id) => bareLookup(owner, organizationId, id),
  );
  const ratio = ours.p50 / bare.p50;
  return {
    'mapping lookup': { value: ours.p50, unit: 'ms', baseline: bare.p50, ok: true },
    'mapping lookup, of bare SQL': { value: ratio, unit: '', target: '<= 1.5', ok: ratio <= 1.5 },
  };
}

/** The same lookup by hand, with the round trips that a transaction of a tenant needs. */
async function bareLookup(owner: pg.Client, organizationId: string, id: string): Promise<void> {
  await owner.query('begin read only');
  await owner.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
  await owner.query({
    name: 'bare-lookup',
    text: `select e.state_source_id, e.address, e.code_address, e.method, e.confidence, p.id, p.repository_id
     from state_entries e join state_sources s on s.organization_id = e.organization_id and s.id = e.state_source_id
     left join iac_projects p on p.organization_id = s.organization_id and p.id = s.iac_project_id
     where e.organization_id = $1 and e.resource_id = $2`,
    values: [organizationId, id],
  });
  await owner.query('commit');
}

function memoryFigure(value: number, limit: number): Figure {
  return { value, unit: 'MB', target: `<= ${limit}`, ok: value <= limit };
}
