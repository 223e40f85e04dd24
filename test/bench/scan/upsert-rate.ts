import { createHash } from 'node:crypto';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { newId } from '../../../db/new-id.ts';
import { storePage } from '../../../db/inventory/store-page.ts';
import type { Attempt } from '../../../db/discovery/attempt.ts';
import { addPageCounts, lockLease } from '../../../db/discovery/task-store.ts';
import { execute } from '../../../db/query.ts';
import { rawSql, sql } from '../../../db/sql.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import type { BenchContext, Figure } from '../bench.ts';
import { inLanes } from './estate.ts';
import type { Product } from './product.ts';

const present = 1_000_000;
const added = 40_000;
/** As many as a task stores in one transaction. */
const pageSize = 250;
const lanes = 4;
const target = 5_000;
const ruleSet = 1;

/**
 * The way of a page into tables that hold a million resources, with all that search keeps: pages of new resources, then
 * the same pages again. The baseline is what Postgres alone takes for the same rows in the same tables, from generated
 * sets, without documents on the wire.
 */
export async function measureUpserts(
  { databaseUrl, say }: BenchContext,
  product: Product,
): Promise<Record<string, Figure>> {
  const started = performance.now();
  await fillTables(product);
  say(`${present} resources in the tables, made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const database = openDatabase({ url: databaseUrl, poolSize: lanes });
  try {
    const { organizationId } = product;
    const attempts: Attempt[] = [];
    for (let lane = 0; lane < lanes; lane += 1) attempts.push(await addTask(product, lane));
    const pages = attempts.map((_, lane) => pagesOf(lane, added / lanes));
    const account = await addAccount(product);
    const bare = added / (await timed(() => insertBare(database, organizationId, account)));
    const fresh = added / (await timed(() => storeAll(database, organizationId, attempts, pages)));
    const again = added / (await timed(() => storeAll(database, organizationId, attempts, pages)));
    return {
      upsert_new: {
        value: fresh,
        unit: 'resources/s',
        baseline: bare,
        target: `>= ${target}`,
        ok: fresh >= target,
      },
      upsert_unchanged: {
        value: again,
        unit: 'resources/s',
        baseline: bare,
        target: `>= ${target}`,
        ok: again >= target,
      },
    };
  } finally {
    await database.close();
  }
}

async function storeAll(
  database: Database,
  organizationId: string,
  attempts: readonly Attempt[],
  pages: readonly (readonly (readonly ObservedResource[])[])[],
): Promise<void> {
  const rules = {
    ruleSet,
    configHash: () => '',
    keysReadSince: () => [],
    hideSecret: () => '',
    renormalise: () => ({ configHash: '', configuration: {}, tags: {} }),
  };
  await Promise.all(
    attempts.map(async (attempt, lane) => {
      for (const page of pages[lane] ?? []) {
        await database.withTenant(organizationId, async (tenant) => {
          await lockLease(tenant, attempt);
          await addPageCounts(tenant, attempt, await storePage(tenant, attempt, page, rules));
        });
      }
    }),
  );
}

/** The same number of rows of the same width by generated sets. */
async function insertBare(database: Database, organizationId: string, account: string): Promise<void> {
  const jobs = Array.from({ length: added / pageSize }, () => async () => {
    await database.withTenant(organizationId, async (tenant) => {
      await execute(
        tenant,
        sql`with rows as materialized (
           select ${organizationId}::uuid as organization_id, uuidv7() as id, ${account}::uuid as account, md5(random()::text) as word
           from generate_series(1, ${pageSize})
         ), resources as (
           insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
                                  config_hash, rule_set)
           select organization_id, id, account, 'eu-west-1', 'AWS::Bench::Bare', word, 'arn:aws:bench:::' || word, word,
                  repeat(word, 2), 1 from rows
         ), documents as (
           insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
           select organization_id, id, 1, ${rawSql(configuration)}, '{}', ${rawSql(tags)} from rows
         ), revisions as (
           insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set,
                                           configuration, tags)
           select organization_id, id, 1, word, 1, ${rawSql(configuration)}, ${rawSql(tags)} from rows
         )
         insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, revision)
         select organization_id, id, account, 'eu-west-1', 'AWS::Bench::Bare', 'created', 'scan', 1 from rows`,
      );
    });
  });
  await inLanes(jobs, lanes);
}

const configuration = `jsonb_build_object('Name', word, 'Attributes', jsonb_build_object('Policy', repeat(word, 12)))`;
const tags = `jsonb_build_object('Environment', 'bench', 'Owner', left(word, 2))`;

function pagesOf(lane: number, count: number): readonly (readonly ObservedResource[])[] {
  const resources = Array.from({ length: count }, (_, index): ObservedResource => {
    const word = createHash('md5').update(`${lane} ${index}`).digest('hex');
    return {
      resourceType: 'AWS::SQS::Queue',
      nativeId: `https://sqs.eu-west-1.amazonaws.com/123456789012/${word}`,
      arn: `arn:aws:sqs:eu-west-1:123456789012:${word}`,
      name: word,
      tags: { Environment: 'bench', Owner: word.slice(0, 2) },
      configuration: { Name: word, Attributes: { Policy: word.repeat(12) } },
      volatile: {},
      configHash: word.repeat(2),
    };
  });
  return Array.from({ length: Math.ceil(count / pageSize) }, (_, page) =>
    resources.slice(page * pageSize, (page + 1) * pageSize),
  );
}

/** The record of an account that is never called; its id. */
function addAccount(product: Product): Promise<string> {
  const awsAccountNumber = randomAwsAccountNumber();
  const role = {
    roleArn: `arn:aws:iam::${awsAccountNumber}:role/inventory`,
    externalId: `upsert-rate-${awsAccountNumber}`,
  };
  return product.connect({ awsAccountNumber, role }, ['eu-west-1']);
}

/** A task in its first attempt, of an account of its own. */
async function addTask(product: Product, lane: number): Promise<Attempt> {
  const { owner, organizationId } = product;
  const accountId = await addAccount(product);
  const [scanId, taskId] = [newId(), newId()];
  const region = 'eu-west-1';
  await owner.query(
    `with run as (
       insert into runs (organization_id, id, kind, subject_id, status) values ($1, $2, 'scan', $2, 'running')
     ), scan as (
       insert into scans (organization_id, id, trigger, status) values ($1, $2, 'manual', 'running')
     )
     insert into scan_tasks (organization_id, id, scan_id, aws_account_id, region, service, resource_types, status,
                             attempts)
     values ($1, $3, $2, $4, $5, $6, '{AWS::SQS::Queue}', 'running', 1)`,
    [organizationId, scanId, taskId, accountId, region, `bench-${lane}`],
  );
  return { scanId, taskId, attempt: 1, accountId, region, begunAt: new Date() };
}

/** Fills the tables as their triggers would, in bulk; other indexes than keys are made afterwards. */
async function fillTables({ owner, organizationId }: Product): Promise<void> {
  await owner.query(
    "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
  );
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where not i.indisunique and i.indrelid = any($1::regclass[])`,
    [filled],
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await owner.query(`
    create temp table made as
      select i, uuidv7() as id, ('00000000-0000-7000-8000-' || lpad((i % 40)::text, 12, '0'))::uuid as account,
             'region-' || i % 17 as region, 'AWS::Bench::Type' || i % 100 as type, md5(i::text) as word
      from generate_series(1, ${present}) i;
    insert into search_cells (organization_id, resource_type, aws_account_id, region)
      select distinct '${organizationId}'::uuid, type, account, region from made;
    analyze made; analyze search_cells;
    insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
                           config_hash, rule_set)
      select '${organizationId}', id, account, region, type, word, 'arn:aws:bench:::' || word, word, repeat(word, 2), 1
      from made;
    insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
      select '${organizationId}', id, 1, ${configuration}, '{}', ${tags} from made;
    insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, configuration, tags)
      select '${organizationId}', id, 1, word, 1, '{}', '{}' from made;
    insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, revision)
      select '${organizationId}', id, account, region, type, 'created', 'scan', 1 from made;
    insert into resource_search (organization_id, resource_id, cell_id, status, management_state, indexed, text)
      select '${organizationId}', m.id, c.id, 1, 1, true, word || chr(1) || word || chr(1) || 'arn:aws:bench:::' || word
      from made m join search_cells c on c.organization_id = '${organizationId}' and c.resource_type = m.type
        and c.aws_account_id = m.account and c.region = m.region;
    insert into resource_history (organization_id, resource_id, valid_from, cell_id, status, last_changed_at, name)
      select organization_id, resource_id, now(), cell_id, 1, now(), left(text, 32) from resource_search
      where organization_id = '${organizationId}' on conflict do nothing;
    insert into resource_tags (organization_id, resource_id, key, value, valid_from)
      select '${organizationId}', id, key, value, now() from made,
        lateral (values ('Environment', 'bench'), ('Owner', left(word, 2))) tag (key, value);
    drop table made`);
  for (const { definition } of indexes) await owner.query(definition);
  for (const table of filled) await owner.query(`vacuum (analyze) ${table}`);
  await owner.query('set session_replication_role = origin');
}

const filled = [
  'resources',
  'resource_documents',
  'resource_revisions',
  'changes',
  'resource_search',
  'resource_history',
  'resource_tags',
  'search_cells',
];

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
