import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { workflowIdOf } from '../../../domain/runs/run-kinds.ts';
import type { RunKind } from '../../../domain/runs/run-kinds.ts';
import type { Owner } from '../../support/discovery/owner.ts';
import { eventually } from '../../support/eventually.ts';
import { estateRegions, estateTypes, listNativeIds } from '../support/estate.ts';
import type { ChaosTenant } from './load.ts';

const unsealed = 'no entry of the audit log unsealed';

/** Invariants that one SQL statement checks. Each returns the rows that violate it. */
const statements = {
  'no resource twice': `
    select organization_id, arn, count(*) from resources where arn is not null
    group by organization_id, aws_account_id, region, arn having count(*) > 1`,
  'one revision and one change per change of a resource': `
    select r.native_id, v.revisions, v.last, d.revision, c.created, c.repeated
    from resources r
    join resource_documents d on d.organization_id = r.organization_id and d.resource_id = r.id
    cross join lateral (
      select count(*)::int as revisions, max(revision) as last from resource_revisions
      where organization_id = r.organization_id and resource_id = r.id) v
    cross join lateral (
      select count(*) filter (where kind = 'created')::int as created,
             count(*) filter (where kind = previous and kind <> 'updated')::int as repeated
      from (select kind, lag(kind) over (order by id) as previous from changes
            where organization_id = r.organization_id and resource_id = r.id) x) c
    where v.revisions <> v.last or v.last <> d.revision or c.created <> 1 or c.repeated > 0`,
  'no active scan without an active run': `
    select s.id, s.status from scans s where s.status in ('queued', 'running') and not exists (
      select from runs r where r.organization_id = s.organization_id and r.id = s.id
        and r.status in ('queued', 'running'))`,
  'no lock without a run': `
    select a.scan_id, a.aws_account_id from scan_accounts a where a.active and not exists (
      select from runs r where r.organization_id = a.organization_id and r.id = a.scan_id
        and r.status in ('queued', 'running'))`,
  'no unfinished task without a lock of its account': `
    select t.id, t.scan_id from scan_tasks t where t.status in ('queued', 'running') and not exists (
      select from scan_accounts a where a.organization_id = t.organization_id and a.scan_id = t.scan_id
        and a.aws_account_id = t.aws_account_id and a.active)`,
  'no resource of another tenant': `
    select r.organization_id, r.arn from resources r
    left join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id
    where a.id is null or (r.arn ~ ':\\d{12}:' and r.arn not like '%:' || a.account_id || ':%')`,
  [unsealed]: 'select organization_id, id from audit_entries where hash is null',
  'audit chains whole': `
    select o.id, v.* from organizations o, lateral verify_audit_chain(o.id) v
    where v.first_broken_sequence is not null`,
} as const;

/**
 * Waits until all runs have ended and all audit entries are sealed, for `quietSeconds` at most. Returns the violated
 * invariants: the title and up to five examples of each.
 */
export async function findViolations(
  owner: Owner,
  temporalAddress: string,
  tenants: readonly ChaosTenant[],
  quietSeconds = 240,
): Promise<readonly string[]> {
  const violations: string[] = [];
  const add = (title: string, examples: readonly unknown[]) => {
    if (examples.length > 0)
      violations.push(`${title}: ${examples.length}, e.g. ${JSON.stringify(examples.slice(0, 5))}`);
  };
  add('no active run after the load', await activeRunsAfter(owner, quietSeconds));
  for (const [title, statement] of Object.entries(statements)) add(title, await owner.query(statement));
  add('no row of an unknown tenant', await rowsOfUnknownTenants(owner));
  add('no resource deleted that AWS holds', await wronglyDeleted(owner, tenants));
  add('no active run without a workflow', await runsWithoutWorkflow(owner, temporalAddress));
  return violations;
}

/**
 * The runs that are active at the end of the wait; none as soon as all have ended. Runs that start later are no violation: a
 * workflow starts the run that was requested while its own run was active, after this run has ended.
 */
async function activeRunsAfter(owner: Owner, seconds: number): Promise<readonly unknown[]> {
  let active: readonly unknown[] = [];
  const isQuiet = async () => {
    active = await owner.query(
      "select organization_id, id, kind, status from runs where status in ('queued', 'running')",
    );
    return active.length === 0 && (await owner.query(statements[unsealed])).length === 0;
  };
  await eventually('all runs to end', isQuiet, seconds).catch(() => undefined);
  return active;
}

/** Tables with rows of an organization that does not exist. */
async function rowsOfUnknownTenants(owner: Owner): Promise<readonly string[]> {
  const tables = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'organization_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await owner.query(
      `select from ${name} where organization_id is not null
         and organization_id not in (select id from organizations) limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function wronglyDeleted(owner: Owner, tenants: readonly ChaosTenant[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const account of tenants.flatMap(({ accounts }) => accounts)) {
    const deleted = await owner.query<{ region: string; resource_type: string; native_id: string }>(
      `select region, resource_type, native_id from resources where aws_account_id = $1 and status = 'deleted'`,
      [account.id],
    );
    for (const region of estateRegions) {
      for (const type of estateTypes) {
        const inAws = new Set(await listNativeIds(account, type, region));
        for (const row of deleted)
          if (row.region === region && row.resource_type === type && inAws.has(row.native_id))
            wrong.push(row.native_id);
      }
    }
  }
  return wrong;
}

async function runsWithoutWorkflow(owner: Owner, address: string): Promise<readonly string[]> {
  const runs = await owner.query<{ id: string; kind: RunKind }>(
    `select id, kind from runs where status in ('queued', 'running')`,
  );
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection });
  const without: string[] = [];
  try {
    for (const { id, kind } of runs) {
      const handle = workflow.getHandle(workflowIdOf(kind, id));
      const status = await handle.describe().then(
        (described) => described.status.name,
        (error: unknown) => {
          if (error instanceof WorkflowNotFoundError) return 'absent';
          throw error;
        },
      );
      if (status !== 'RUNNING') without.push(`${kind}:${id} ${status}`);
    }
  } finally {
    await connection.close();
  }
  return without;
}
