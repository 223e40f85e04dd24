import type { AccessFact, AccessStatement } from '../../../domain/graph/access/access-statement.ts';
import { actionServicesOf } from '../../../domain/graph/access/read-access-fact.ts';
import { execute } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import type { ColumnType } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { StoredHolder } from '../extract/stored-holder.ts';

/** Replaces the policies of holders of an account. */
export async function storeAccessPolicies(
  tenant: Tenant,
  accountId: string,
  holders: readonly StoredHolder[],
): Promise<void> {
  const { organizationId } = tenant;
  const without = holders
    .filter(({ extracted }) => extracted.access === undefined)
    .map(({ holder }) => holder.id);
  await execute(
    tenant,
    sql`delete from access_policies where organization_id = ${organizationId} and resource_id = any(${without}::uuid[])`,
  );
  const rows = holders.flatMap((stored) => {
    const { access } = stored.extracted;
    return access === undefined ? [] : [toRow(stored, access)];
  });
  if (rows.length === 0) return;
  await execute(
    tenant,
    sql`insert into access_policies as p (organization_id, resource_id, aws_account_id, kind, name, arn, policy_arns,
        boundary_arn, group_names, services, parties, statements)
      select ${organizationId}, g.resource_id, ${accountId}, g.kind, g.name, g.arn, g.policy_arns, g.boundary_arn,
        g.group_names, g.services, g.parties, g.statements
      from ${rowset('g', columns, rows)}
      on conflict (organization_id, resource_id) do update set kind = excluded.kind, name = excluded.name,
        arn = excluded.arn, policy_arns = excluded.policy_arns, boundary_arn = excluded.boundary_arn,
        group_names = excluded.group_names, services = excluded.services, parties = excluded.parties,
        statements = excluded.statements
      where (p.kind, p.name, p.arn, p.policy_arns, p.boundary_arn, p.group_names, p.services, p.parties,
        p.statements)
        is distinct from (excluded.kind, excluded.name, excluded.arn, excluded.policy_arns, excluded.boundary_arn,
          excluded.group_names, excluded.services, excluded.parties, excluded.statements)`,
  );
}

const columns = {
  resourceId: 'uuid',
  kind: 'text',
  name: 'text',
  arn: 'text',
  policyArns: 'text[]',
  boundaryArn: 'text',
  groupNames: 'text[]',
  services: 'text[]',
  parties: 'text[]',
  statements: 'jsonb',
} satisfies Readonly<Record<string, ColumnType>>;

function toRow({ holder }: StoredHolder, { principal, statements }: AccessFact) {
  const identity = statements.filter(({ role }) => role === 'identity' || role === 'managed');
  return {
    resourceId: holder.id,
    kind: principal?.kind,
    name: principal?.name,
    arn: holder.arn,
    policyArns: principal?.policies ?? [],
    boundaryArn: principal?.boundary,
    groupNames: principal?.groups ?? [],
    parties: [...new Set(statements.flatMap(partiesOf))].toSorted(),
    services: [...new Set(identity.flatMap(actionServicesOf))].toSorted(),
    statements,
  };
}

/** Statements with `NotPrincipal` name everyone else. */
function partiesOf({ principals = [], notPrincipals }: AccessStatement): readonly string[] {
  return notPrincipals === undefined ? principals : [...principals, '*'];
}
