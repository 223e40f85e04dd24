import type { OwnershipIssueKind } from '../../../domain/values.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** Returns a query for the ids of the targets that have an open issue of the kind. */
export function idsWithOpenIssue(organizationId: string, kind: OwnershipIssueKind): Sql {
  return sql`select i.target_id as resource_id from ownership_issues i where ${isOpen(organizationId, kind)}`;
}

/** Returns the condition that the target with the id in `idColumn` has an open issue of the kind. */
export function hasOpenIssue(organizationId: string, kind: OwnershipIssueKind, idColumn: string): Sql {
  return sql`exists (select from ownership_issues i
    where ${isOpen(organizationId, kind)} and i.target_id = ${rawSql(idColumn)})`;
}

function isOpen(organizationId: string, kind: OwnershipIssueKind): Sql {
  return sql`i.organization_id = ${organizationId} and i.kind = ${kind} and i.resolved_at is null`;
}
