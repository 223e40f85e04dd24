import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { extractHolders } from '../../../activities/graph/extract-holders.ts';
import type { ExtractionDependencies } from '../../../activities/graph/extract-holders.ts';
import { resolveDueHolders } from '../../../activities/graph/resolve-due-holders.ts';
import { declaredGraphRules } from '../../../activities/graph/rules-of-extraction.ts';
import { endExtraction, insertExtraction } from '../../../db/graph/extract/extraction-store.ts';
import type { ExtractionMode } from '../../../domain/values.ts';
import type { Figure } from '../bench.ts';
import { namesOf } from './generated-resource.ts';
import { configHash } from './load-estate.ts';
import type { LoadedEstate } from './load-estate.ts';

export interface MeasuredExtraction {
  readonly dependencies: Pick<
    ExtractionDependencies,
    'database' | 'documents' | 'secretHashKeys' | 'statistics'
  >;
  readonly owner: pg.Client;
  readonly estate: LoadedEstate;
  readonly say: (line: string) => void;
}

type Figures = Readonly<Record<string, Figure>>;

const changedResources = 1000;
const rounds = 5;
const maximumFullSeconds = 60;
const maximumMegabytes = 512;
const maximumIncrementalSeconds = 3;
const copiedTables = [
  'graph_holders',
  'resource_identifiers',
  'graph_references',
  'relationships',
  'relationship_periods',
];

/** Extracts every account, and reads the highest memory of this process, which includes the threads for documents. */
export async function measureFull(measured: MeasuredExtraction): Promise<Figures> {
  const { estate, owner, say } = measured;
  const memory = watchMemory();
  const took = await timed(async () => {
    for (const account of estate.accounts) await extract(measured, account, 'full');
  });
  const megabytes = memory.stop();
  const { rows } = await owner.query<{ edges: number }>(
    'select count(*)::integer as edges from relationships',
  );
  say(
    `full extraction ${took.toFixed(1)} s, ${rows[0]?.edges ?? 0} edges, peak RSS ${megabytes.toFixed(0)} MB`,
  );
  for (const table of copiedTables) await owner.query(`vacuum (analyze) ${table}`);
  const bare = await timed(() => copyTables(owner));
  return {
    [`full extraction of ${estate.resourceCount}`]: limited(took, maximumFullSeconds, bare),
    'peak RSS of the process': {
      value: megabytes,
      unit: 'MB',
      target: `<= ${maximumMegabytes}`,
      ok: megabytes <= maximumMegabytes,
    },
    'edges of the full extraction': {
      value: rows[0]?.edges ?? 0,
      unit: 'rows',
      ok: (rows[0]?.edges ?? 0) > 0,
    },
  };
}

/** Gives functions of the first account another role, five times, and extracts the account. */
export async function measureIncremental(measured: MeasuredExtraction): Promise<Figures> {
  const { estate, say } = measured;
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const changed = await changeRoles(measured, round);
    const seconds = await timed(() => extract(measured, estate.accounts[0] ?? '', 'incremental'));
    took.push(seconds);
    say(`incremental extraction of ${changed} changes ${seconds.toFixed(2)} s`);
  }
  return {
    [`incremental extraction, ${changedResources} changed`]: limited(
      Math.max(...took),
      maximumIncrementalSeconds,
    ),
  };
}

/** Runs the activities of an extraction one after another, as its workflow does. */
async function extract(
  { dependencies, estate, owner, say }: MeasuredExtraction,
  accountId: string,
  mode: ExtractionMode,
): Promise<void> {
  const { organizationId } = estate;
  const runId = randomUUID();
  const { database } = dependencies;
  await owner.query(
    `insert into runs (organization_id, id, kind, subject_id, status) values ($1, $2, 'extract_graph', $3, 'running')`,
    [organizationId, runId, accountId],
  );
  await database.withTenant(organizationId, (tenant) =>
    insertExtraction(tenant, { runId, accountId, trigger: 'manual', mode }),
  );
  const input = { organizationId, runId, subjectId: accountId };
  const { signal } = new AbortController();
  const extracting = await timed(async () => {
    while (await extractHolders(dependencies, input, signal));
  });
  const resolving = await timed(async () => {
    while (await resolveDueHolders(dependencies, input, signal));
  });
  say(`${mode} run: extraction ${extracting.toFixed(1)} s, resolution ${resolving.toFixed(1)} s`);
  await database.withTenant(organizationId, (tenant) =>
    endExtraction(tenant, runId, declaredGraphRules.version),
  );
  await owner.query("update runs set status = 'succeeded', finished_at = now() where id = $1", [runId]);
}

async function changeRoles({ owner, estate }: MeasuredExtraction, round: number): Promise<number> {
  const role = namesOf(4 * (round + 1)).role;
  const { rowCount } = await owner.query(
    `with chosen as (
       select r.id from resources r where r.organization_id = $1 and r.aws_account_id = $2
         and r.resource_type = 'AWS::Lambda::Function' order by r.id limit $3
     ), documents as (
       update resource_documents d set configuration = jsonb_set(d.configuration, '{Role}', to_jsonb($4::text))
       from chosen where d.organization_id = $1 and d.resource_id = chosen.id
     )
     update resources r set config_hash = $5 from chosen where r.organization_id = $1 and r.id = chosen.id`,
    [estate.organizationId, estate.accounts[0], changedResources, role, configHash({ role, round })],
  );
  return rowCount ?? 0;
}

/** The baseline of a full extraction: the rows of the result, inserted into tables with the same indexes. */
async function copyTables(owner: pg.Client): Promise<void> {
  for (const table of copiedTables) {
    await owner.query(`create table bare_${table} (like ${table} including all)`);
    await owner.query(`insert into bare_${table} overriding system value select * from ${table}`);
  }
  for (const table of copiedTables) await owner.query(`drop table bare_${table}`);
}

function watchMemory(): { stop(): number } {
  let highest = process.memoryUsage.rss();
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return highest / 2 ** 20;
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function limited(value: number, limit: number, baseline?: number): Figure {
  const figure = { value, unit: 's', target: `<= ${limit}`, ok: value <= limit };
  return baseline === undefined ? figure : { ...figure, baseline };
}
