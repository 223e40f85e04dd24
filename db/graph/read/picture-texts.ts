import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { NodeRow } from './graph-node.ts';
import { groupLevels } from './group-level.ts';

/** Texts of a picture by node: the account, with its name, and an application that the resource belongs to. */
export interface PictureTexts {
  readonly accountOf: (node: NodeRow) => string | undefined;
  readonly applicationOf: (node: NodeRow) => string | undefined;
}

/** Reads the accounts and applications of nodes. Of several applications, the first by name counts. */
export async function readPictureTexts(tenant: Tenant, nodes: readonly NodeRow[]): Promise<PictureTexts> {
  const { organizationId } = tenant;
  const accountIds = [...new Set(nodes.flatMap(({ awsAccountId }) => awsAccountId ?? []))];
  const accounts = await rowsOf<{ id: string; label: string }>(
    tenant,
    sql`select id::text, concat_ws(' ', account_id, nullif(name, '')) as label from aws_accounts
      where organization_id = ${organizationId} and id = any(${accountIds}::uuid[])`,
  );
  const ids = nodes.flatMap(({ entityType, id }) => (entityType === 'resource' ? [id] : []));
  const applications = await rowsOf<{ id: string; name: string }>(
    tenant,
    sql`select g.resource_id::text as id, min(a.name) as name
      from (${groupLevels.application.groupsOf(organizationId, sql`select unnest(${ids}::uuid[])`)}) g
      join applications a on a.organization_id = ${organizationId} and a.id = g.group_id
      group by g.resource_id`,
  );
  const labels = new Map(accounts.map(({ id, label }) => [id, label]));
  const names = new Map(applications.map(({ id, name }) => [id, name]));
  return {
    accountOf: ({ awsAccountId, accountId }) => labels.get(awsAccountId ?? '') ?? accountId,
    applicationOf: ({ id }) => names.get(id),
  };
}
