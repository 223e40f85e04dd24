import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { compareDrift } from '../../../activities/drift/compare-drift.ts';
import type { DriftDependencies } from '../../../activities/drift/compare-drift.ts';
import { toEntryAttributes } from '../../../commands/mapping/to-entry-attributes.ts';
import { replaceEntryAttributes } from '../../../db/drift/entry-attribute-store.ts';
import type { Database } from '../../../db/tenant.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';
import { createLogger } from '../../../runtime/logger.ts';
import type { Figure } from '../bench.ts';
import { queuePolicy } from './generated-state.ts';

const maximumSeconds = 30;
const maximumRatio = 1.15;
const maximumMegabytes = 200;

/**
 * Returns the seconds of the comparison of a synced state with an inventory that equals it but for each hundredth queue: as a sync
 * does it first, and again with the attributes of the resources stored.
 *
 * @param syncSeconds of a sync of the state without drift: parsed, stored and matched
 */
export async function measureDrift(
  database: Database,
  owner: pg.Client,
  organizationId: string,
  sourceId: string,
  entries: readonly StateEntry[],
  syncSeconds: number,
): Promise<Readonly<Record<string, Figure>>> {
  await insertDocuments(owner, organizationId, sourceId);
  const key = Buffer.from('key of one organization');
  const dependencies: DriftDependencies = {
    database,
    logger: createLogger('bench', 'fatal'),
    secretHashKeys: () => Promise.resolve(key),
    // No source was read before its resources were observed, so none is synced.
    temporal: undefined as unknown as DriftDependencies['temporal'],
  };
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return (performance.now() - started) / 1000;
  };
  const store = () =>
    timed(async () => {
      const rows = await toEntryAttributes(entries, key, undefined, new AbortController().signal);
      await database.withTenant(organizationId, (tenant) => replaceEntryAttributes(tenant, sourceId, rows));
    });
  const compare = () => timed(() => compareDrift(dependencies, organizationId, { stateSourceId: sourceId }));
  const before = process.memoryUsage.rss();
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const [stored, first] = [await store(), await compare()];
  clearInterval(sampler);
  const [storedAgain, again] = [await store(), await compare()];
  const { rows } = await owner.query<{ outcome: string; count: number }>(
    'select outcome, count(*)::integer as count from resource_drift where organization_id = $1 group by outcome',
    [organizationId],
  );
  const count = (outcome: string) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  const total = syncSeconds + stored + first;
  const ratio = (syncSeconds + storedAgain + again) / syncSeconds;
  const seconds = (value: number): Figure => ({ value, unit: 's', ok: true });
  return {
    'store comparable attributes': seconds(stored),
    'first comparison': seconds(first),
    'worker memory that attributes and comparison add': {
      value: (most - before) / 1024 / 1024,
      unit: 'MB',
      target: `<= ${maximumMegabytes}`,
      ok: (most - before) / 1024 / 1024 <= maximumMegabytes,
    },
    'store comparable attributes again': seconds(storedAgain),
    'comparison again': seconds(again),
    'resources in sync': { value: count('in_sync'), unit: 'resources', ok: count('in_sync') > 0 },
    'drifted resources': { value: count('drifted'), unit: 'resources', ok: count('drifted') > 0 },
    'parse, match and compare': {
      value: total,
      unit: 's',
      target: `<= ${maximumSeconds}`,
      ok: total <= maximumSeconds,
    },
    'sync with drift': {
      value: ratio,
      unit: 'x of one without',
      target: `<= ${maximumRatio}`,
      ok: ratio <= maximumRatio,
    },
  };
}

/** Inserts the documents of the resources that the source claims, observed after the write of the state. */
async function insertDocuments(owner: pg.Client, organizationId: string, sourceId: string): Promise<void> {
  await owner.query(
    `insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
     select r.organization_id, r.id, 1, jsonb_build_object('Attributes', jsonb_build_object(
         'QueueArn', r.arn, 'MaximumMessageSize', '262144', 'MessageRetentionPeriod', '345600', 'SqsManagedSseEnabled', 'true',
         'Policy', $3::jsonb, 'DelaySeconds', '0', 'ReceiveMessageWaitTimeSeconds', '0',
         'VisibilityTimeout', case when r.name like '%00' then '31' else '30' end)),
       '{}', jsonb_build_object('Name', r.name, 'Team', 'payments')
     from resources r
     where r.organization_id = $1 and r.id in (
       select e.resource_id from state_entries e where e.organization_id = $1 and e.state_source_id = $2)`,
    [organizationId, sourceId, queuePolicy],
  );
  await owner.query(
    `update coverage_cells set last_complete_begun_at = now() - interval '1 minute', last_complete_at = now() - interval '1 minute'
     where organization_id = $1`,
    [organizationId],
  );
  await owner.query(
    'update state_sources set last_success_at = now(), counted = true where organization_id = $1 and id = $2',
    [organizationId, sourceId],
  );
  await owner.query('analyze');
}
