import type { DiffEntry } from '../../../domain/json/diff.ts';
import { explainChange } from '../../../domain/plans/explain/explain-change.ts';
import type { Explanation, ObservedChange } from '../../../domain/plans/explain/explain-change.ts';
import type { ChangeAttribution, ChangeKind } from '../../../domain/values.ts';
import { execute, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { withBulkPlannerSettings } from '../plans/bulk-planner-settings.ts';
import { listExplanationCandidates, sinceOfChange } from './explanation-candidates.ts';
import { listChangesInScope } from './explanation-scope.ts';
import type { ExplanationScope } from './explanation-scope.ts';

const pageSize = 2000;

/**
 * Explains changes by executions, plans and merged pull requests, and stores the differences: the changes of an account that
 * were detected since a time, or those that a plan or an execution may concern. Repeating it changes nothing; an explanation
 * that is no longer valid is removed. Returns the number of updated changes.
 */
export async function explainChanges(tenant: Tenant, scope: ExplanationScope): Promise<number> {
  return explainListedChanges(tenant, await listChangesInScope(tenant, scope));
}

/** As {@link explainChanges}, for the result of `listChangesInScope`. */
export async function explainListedChanges(tenant: Tenant, ids: readonly string[]): Promise<number> {
  let updated = 0;
  for (let start = 0; start < ids.length; start += pageSize)
    updated += await explainPage(tenant, ids.slice(start, start + pageSize));
  return updated;
}

interface ChangeRow {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly resourceType: string;
  readonly region: string;
  readonly since: Date;
  readonly detectedAt: Date;
  readonly occurredAt: Date;
  readonly attribution: ChangeAttribution;
  readonly diff: readonly DiffEntry[];
  readonly nativeId: string;
  readonly arn: string | undefined;
  readonly name: string | undefined;
  readonly awsAccountNumber: string;
}

async function explainPage(tenant: Tenant, ids: readonly string[]): Promise<number> {
  const { organizationId } = tenant;
  // The lock comes before the candidates are read: of two transactions that explain a change, the later one sees the
  // report of the other.
  const statement = sql`select c.id, c.kind, c.resource_type, c.region, ${sinceOfChange} as since, c.detected_at, c.occurred_at,
            c.attribution, c.diff, r.native_id, r.arn, r.name, a.account_id as aws_account_number
     from changes c
     join resources r on r.organization_id = c.organization_id and r.id = c.resource_id
     join aws_accounts a on a.organization_id = c.organization_id and a.id = c.aws_account_id
     where c.organization_id = ${organizationId} and c.id = any(${ids}::uuid[])
     order by c.id for no key update of c`;
  const changes = await withBulkPlannerSettings(tenant, ids, () => rowsOf<ChangeRow>(tenant, statement));
  if (changes.length === 0) return 0;
  const candidates = await listExplanationCandidates(tenant, changes);
  const explained = changes.map((row) => ({
    id: row.id,
    explanation: explainChange(observedChangeOf(row), candidates.get(row.id) ?? []),
  }));
  return withBulkPlannerSettings(tenant, ids, () => updateExplanations(tenant, explained));
}

function observedChangeOf(row: ChangeRow): ObservedChange {
  return {
    kind: row.kind,
    since: row.since,
    detectedAt: row.detectedAt,
    occurredAt: row.occurredAt,
    attribution: row.attribution,
    diff: row.diff,
    resource: {
      resourceType: row.resourceType,
      nativeId: row.nativeId,
      arn: row.arn,
      name: row.name,
      region: row.region,
      awsAccountNumber: row.awsAccountNumber,
    },
  };
}

async function updateExplanations(
  tenant: Tenant,
  explained: readonly { readonly id: string; readonly explanation: Explanation | undefined }[],
): Promise<number> {
  const rows = explained.map(({ id, explanation }) => ({ ...explanation, changeId: id }));
  const columns = {
    changeId: 'uuid',
    kind: 'text',
    id: 'uuid',
    confidence: 'text',
    address: 'text',
  } as const;
  return execute(
    tenant,
    sql`update changes c set explained_by_kind = g.kind, explained_by_id = g.id, explained_by_confidence = g.confidence,
            explained_by_address = g.address
     from ${rowset('g', columns, rows)}
     where c.organization_id = ${tenant.organizationId} and c.id = g.change_id
       and (c.explained_by_kind, c.explained_by_id, c.explained_by_confidence, c.explained_by_address)
         is distinct from (g.kind, g.id, g.confidence, g.address)`,
  );
}
