import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface LoadedQueues {
  readonly organizationId: string;
  /** The account number. */
  readonly account: string;
  readonly region: string;
}

const account = '123456789012';
const region = 'eu-west-1';
const rowsPerStatement = 10_000;

/** Inserts an organization, unless one is given, with one account and its queues, through the triggers of search, and a complete scan of them. */
export async function loadQueues(url: string, size: number, given?: string): Promise<LoadedQueues> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const organizationId = given ?? randomUUID();
    if (given === undefined)
      await client.query(`insert into organizations (id, name, slug) values ($1, 'bench', 'bench')`, [
        organizationId,
      ]);
    const { rows } = await client.query<{ id: string }>(
      `with connection as (
         insert into aws_connections (organization_id, name, kind, external_id, role_name)
         values ($1, 'bench', 'standalone', gen_random_uuid()::text, 'inventory') returning id)
       insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status)
       select $1, id, $2, 'arn', 'connected' from connection returning id`,
      [organizationId, account],
    );
    const accountId = rows[0]?.id;
    for (let first = 0; first < size; first += rowsPerStatement)
      await client.query(
        `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, arn, name, config_hash,
           rule_set)
         select $1, $2, $3, 'AWS::SQS::Queue', 'https://sqs.' || $3::text || '.amazonaws.com/' || $4::text || '/queue-' || n,
                'arn:aws:sqs:' || $3::text || ':' || $4::text || ':queue-' || n, 'queue-' || n, 'h', 1
         from generate_series($5::integer, $6::integer) n`,
        [organizationId, accountId, region, account, first, Math.min(first + rowsPerStatement, size) - 1],
      );
    await client.query(
      `with run as (
         insert into runs (organization_id, kind, subject_id, status) values ($1, 'scan', $2, 'succeeded') returning id
       ), scan as (
         insert into scans (organization_id, id, trigger, status, started_at)
         select $1, id, 'manual', 'succeeded', now() - interval '1 hour' from run returning id
       )
       insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, scan_id,
         last_attempt_at, last_complete_at)
       select $1, $2, $3, 'AWS::SQS::Queue', 'complete', id, now(), now() from scan`,
      [organizationId, accountId, region],
    );
    for (const table of ['resources', 'resource_search', 'resource_history'])
      await client.query(`vacuum (analyze) ${table}`);
    return { organizationId, account, region };
  } finally {
    await client.end();
  }
}
