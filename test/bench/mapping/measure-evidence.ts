import { performance } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { storeEvidence } from '../../../db/mapping/match/evidence.ts';
import type { Database } from '../../../db/tenant.ts';
import type { Figure } from '../bench.ts';

const accounts = 1_000;
const sources = 5_000;
const maximumSeconds = 2;

/**
 * Returns the seconds of the first and of a repeated computation of the evidence of 1,000 accounts, with 5,000 sources that have
 * a project each and entries in three accounts. Every tenth source is unread, and every hundredth project has no source.
 */
export async function measureEvidence(
  database: Database,
  owner: pg.Client,
): Promise<Readonly<Record<string, Figure>>> {
  const organizationId = await insertOrganization(owner);
  // As autovacuum does: an earlier ANALYZE of the bench saw tables with a few rows.
  await owner.query('analyze');
  const compute = async () => {
    const started = performance.now();
    const changed = await database.withTenant(organizationId, storeEvidence);
    return { seconds: (performance.now() - started) / 1000, changed: changed.awsAccountIds.length };
  };
  const first = await compute();
  const again = await compute();
  await owner.query(
    `update state_sources set last_success_at = now() where organization_id = $1 and last_success_at is null`,
    [organizationId],
  );
  await owner.query(`delete from iac_projects where organization_id = $1 and path like 'unread/%'`, [
    organizationId,
  ]);
  const read = await compute();
  await owner.query('delete from organizations where id = $1', [organizationId]);
  const limited = (value: number): Figure => ({
    value,
    unit: 's',
    target: `<= ${maximumSeconds}`,
    ok: value <= maximumSeconds,
  });
  const completed = read.changed === accounts;
  return {
    'evidence of 1,000 accounts and 5,000 sources': limited(first.seconds),
    'evidence, nothing changed': limited(again.seconds),
    'evidence, every account becomes complete': {
      ...limited(read.seconds),
      ok: completed && read.seconds <= maximumSeconds,
    },
  };
}

async function insertOrganization(owner: pg.Client): Promise<string> {
  const organizationId = randomUUID();
  const [connection, scm, repository] = [randomUUID(), randomUUID(), randomUUID()];
  const statements: readonly (readonly [string, readonly unknown[]])[] = [
    [`insert into organizations (id, name, slug) values ($1, 'Bench', ($1::uuid)::text)`, []],
    [
      `insert into aws_connections (organization_id, id, name, kind, external_id, role_name)
       values ($1, $2, 'bench', 'standalone', ($2::uuid)::text, 'inventory')`,
      [connection],
    ],
    [
      `insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status)
       select $1, $2, lpad(n::text, 12, '0'), 'arn', 'connected' from generate_series(1, $3::integer) n`,
      [connection, accounts],
    ],
    [
      `insert into scm_connections (organization_id, id, provider, external_org_id, external_org_slug, external_org_kind,
         base_url, installation_id)
       values ($1, $2, 'github', ($2::uuid)::text, 'acme', 'organization', 'https://github.example.com', (random() * 1e12)::bigint)`,
      [scm],
    ],
    [
      `insert into repositories (organization_id, id, scm_connection_id, provider, external_id, full_name, url, visibility,
         archived, status, last_scanned_at)
       values ($1, $2, $3, 'github', 'code', 'acme/code', 'https://github.example.com/acme/code', 'private', false, 'active',
         now() + interval '1 minute')`,
      [repository, scm],
    ],
    [
      `insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection,
         provider_account_numbers)
       select $1, $2, case when n > $3 then 'unread/' else 'live/' end || n, 'terraform', 'terraform', 'root', 'automatic',
         case when n % 3 = 0 then array[lpad((1 + n % 1000)::text, 12, '0')] end
       from generate_series(1, $3::integer + $3 / 100) n`,
      [repository, sources],
    ],
    [
      `insert into state_sources (organization_id, bucket, key, iac_project_id, origin, status, last_success_at)
       select organization_id, 'states', path, id, 'manual', 'error',
         case when split_part(path, '/', 2)::integer % 10 > 0 then now() end
       from iac_projects where organization_id = $1 and path like 'live/%'`,
      [],
    ],
    [
      `insert into state_source_accounts (organization_id, state_source_id, account_number)
       select distinct organization_id, id, lpad((1 + (split_part(key, '/', 2)::integer * 7 + n * 131) % 1000)::text, 12, '0')
       from state_sources, generate_series(1, 3) n
       where organization_id = $1 and split_part(key, '/', 2)::integer % 20 > 0`,
      [],
    ],
  ];
  for (const [statement, values] of statements) await owner.query(statement, [organizationId, ...values]);
  return organizationId;
}
