import type pg from 'pg';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { statusesOf } from '../../../domain/inventory/resource-filter.ts';

type Where = { text: string; values: unknown[] };

/** Baseline: hand-written SQL for a first page, as the owner, without row-level security. */
export async function pageByHand(
  client: pg.Client,
  organizationId: string,
  filter: ResourceFilter,
  way: 'walk' | 'collect',
  limit = 51,
): Promise<unknown> {
  const { text, values } = where(organizationId, filter);
  const order = 'order by last_changed_at desc, id desc';
  const ids =
    way === 'walk'
      ? `select id, last_changed_at from resources where ${text} ${order} limit ${limit}`
      : `select * from (select id, last_changed_at from resources where ${text} offset 0) found ${order} limit ${limit}`;
  return client.query(
    `with page as materialized (${ids})
     select r.*, d.tags, d.configuration, c.last_complete_at
     from page join resources r on r.organization_id = $1 and r.id = page.id
     left join resource_documents d on d.organization_id = $1 and d.resource_id = r.id
     left join coverage_cells c on c.organization_id = $1 and c.aws_account_id = r.aws_account_id
       and c.region = r.region and c.resource_type = r.resource_type
     order by page.last_changed_at desc, page.id desc`,
    values,
  );
}

/** Total and facets, by counting rows. */
export async function countByHand(
  client: pg.Client,
  organizationId: string,
  filter: ResourceFilter,
): Promise<void> {
  for (const column of ['resource_type', 'aws_account_id', 'region', 'status']) {
    const { text, values } = where(organizationId, filter, column);
    await client.query(`select ${column}, count(*) from resources where ${text} group by 1`, values);
  }
  const { text, values } = where(organizationId, filter);
  await client.query(`select count(*) from resources where ${text}`, values);
}

function where(organizationId: string, filter: ResourceFilter, open?: string): Where {
  const values: unknown[] = [organizationId];
  const conditions = ['organization_id = $1'];
  const add = (column: string, given: readonly string[] | undefined) => {
    if (given === undefined || column === open) return;
    values.push(given.length === 1 ? given[0] : given);
    conditions.push(
      given.length === 1 ? `${column} = $${values.length}` : `${column} = any($${values.length})`,
    );
  };
  add('resource_type', filter.resourceTypes);
  add('aws_account_id', filter.accountIds);
  add('region', filter.regions);
  add('management_state', filter.managementStates);
  if (open !== 'status') conditions.push(`status in ('${statusesOf(filter).join("', '")}')`);
  return { text: conditions.join(' and '), values };
}
