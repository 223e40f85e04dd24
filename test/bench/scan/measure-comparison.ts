import { randomUUID } from 'node:crypto';
import { compareDrift } from '../../../activities/drift/compare-drift.ts';
import type { DriftDependencies } from '../../../activities/drift/compare-drift.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { createLogger } from '../../../runtime/logger.ts';
import type { Figure } from '../bench.ts';
import { atMost, figure } from '../support/limits.ts';
import { timed } from '../support/timed.ts';
import type { Product } from './product.ts';

/**
 * Returns the share that the comparison with states adds to a scan: a state claims every scanned resource, and its entries have
 * all attributes that are compared. The comparison stores the attributes of the resources, which is the work of the inventory's
 * side, and compares their tags; a second one compares every attribute. Both count.
 *
 * @param scanSeconds of the scan, which ends before the comparison
 */
export async function measureComparison(
  databaseUrl: string,
  { owner, organizationId }: Product,
  scanSeconds: number,
): Promise<Record<string, Figure>> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2 });
  const key = Buffer.from('key of one organization');
  const dependencies: DriftDependencies = {
    database,
    logger: createLogger('bench', 'fatal'),
    secretHashKeys: () => Promise.resolve(key),
    // The state was read after its resources were observed, so it is not synced again.
    temporal: undefined as unknown as DriftDependencies['temporal'],
  };
  const source = randomUUID();
  const of = (text: string, ...values: readonly unknown[]) => owner.query(text, [organizationId, ...values]);
  await of(
    `insert into state_sources (organization_id, id, bucket, key, origin, status, last_success_at, modified_at, counted)
     values ($1, $2::uuid, 'states', ($2::uuid)::text, 'manual', 'synced', now() + interval '1 minute', now() - interval '1 day', true)`,
    source,
  );
  await of(
    `insert into state_entries (organization_id, state_source_id, address, code_address, terraform_type, provider, role, identity,
       candidates, class, resource_id, method)
     select $1, $2, 'aws.' || r.id, 'aws.' || r.id, 'aws', 'registry.terraform.io/hashicorp/aws', 'resource', '{}', '[]', 'matched',
       r.id, 'arn'
     from resources r join aws_accounts a on a.id = r.aws_account_id and a.included
     where r.organization_id = $1 and r.status = 'active'`,
    source,
  );
  const { rowCount: resources } = await of(
    `insert into state_entry_attributes (organization_id, state_source_id, address, terraform_type, forms, has_tags, holders)
     select organization_id, state_source_id, address, terraform_type, '{}', true, '[]' from state_entries
     where organization_id = $1 and state_source_id = $2`,
    source,
  );
  const { rows: accounts } = await of('select id from aws_accounts where organization_id = $1 and included');
  await owner.query('analyze');
  const compare = () =>
    timed(async () => {
      for (const { id } of accounts as readonly { readonly id: string }[])
        await compareDrift(dependencies, organizationId, { awsAccountId: id });
    });
  const first = await compare();
  await of(
    `update state_entry_attributes a set forms = (
       select coalesce(jsonb_object_agg(f.key, f.value -> -1), '{}') from jsonb_each(n.forms) f where f.key <> 'tags')
     from state_entries e join resource_attributes n on n.organization_id = e.organization_id and n.resource_id = e.resource_id
     where a.organization_id = $1 and a.state_source_id = $2 and e.organization_id = $1 and e.state_source_id = $2
       and e.address = a.address`,
    source,
  );
  const second = await compare();
  const { rows } = await of(
    `select count(*) filter (where outcome = 'in_sync')::integer as in_sync, count(*)::integer as compared
     from resource_drift where organization_id = $1`,
  );
  const [counts = { in_sync: 0, compared: 0 }] = rows as { in_sync: number; compared: number }[];
  await of('delete from state_sources where organization_id = $1 and id = $2', source);
  await database.close();
  const total = first.seconds + second.seconds;
  return {
    comparable_attributes_stored: figure(first.seconds, 's'),
    compared_resources: { value: counts.compared, unit: 'resources', ok: counts.compared === resources },
    resources_in_sync: { value: counts.in_sync, unit: 'resources', ok: counts.in_sync === counts.compared },
    scan_with_comparison: atMost((scanSeconds + total) / scanSeconds, 'of a scan without', 1.05, 1),
  };
}
