import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import { unreadableToStore } from '../../domain/discovery/observation/unreadable-part.ts';
import type { StoredUnreadablePart } from '../../domain/discovery/observation/unreadable-part.ts';
import type { ResourceStatus } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { observedCreatedAt, observedOrigin, volatileValues } from './observed-columns.ts';
import type { Attempt } from '../discovery/attempt.ts';

export interface KnownResource {
  /** Position in the page, from 1. */
  readonly position: number;
  readonly id: string;
  readonly status: ResourceStatus;
  readonly configHash: string;
  readonly ruleSet: number;
  readonly arn: string | undefined;
  readonly name: string | undefined;
  readonly unreadable: readonly StoredUnreadablePart[] | undefined;
  /** Number of the account that shares the resource; `undefined` for the account's own. */
  readonly ownerAccountNumber: string | undefined;
  /** Whether the origin rules give another origin, or AWS another time of creation. */
  readonly restated: boolean;
  /** The number of known resources that the attempt had not seen; the same in every row of the page. */
  readonly newlySeen: number;
  /** Whether a column of the row differs from the observation. */
  readonly differs: boolean;
  /** Whether the stored volatile values differ from the observation, and no newer rule set wrote them. */
  readonly volatileDiffers: boolean;
}

/** Returns the stored resources of a page, and inserts their ids into the seen-set of the attempt. */
export async function findKnownResources(
  tenant: Tenant,
  attempt: Attempt,
  page: readonly ObservedResource[],
  ruleSet: number,
): Promise<readonly KnownResource[]> {
  const observed = page.map((resource, index) => ({
    ...resource,
    position: index + 1,
    createdAtSource: resource.createdAt,
    ownerAccountNumber: resource.home?.awsAccountNumber,
    unreadable: unreadableToStore(resource.unreadable ?? [], []),
  }));
  const columns = {
    position: 'integer',
    resourceType: 'text',
    nativeId: 'text',
    configHash: 'text',
    arn: 'text',
    name: 'text',
    origin: 'text',
    createdAtSource: 'timestamptz',
    ownerAccountNumber: 'text',
    unreadable: 'jsonb',
    volatile: 'jsonb',
  } as const;
  return rowsOf<KnownResource>(
    tenant,
    sql`with observed as (
       select * from ${rowset('o', columns, observed)}
     ), known as (
       select o.position, r.id, r.status, r.config_hash, r.rule_set, r.arn, r.name, r.unreadable, r.owner_account_number,
              ((${observedOrigin}), ${observedCreatedAt}) is distinct from (r.origin, r.created_at_source) as restated,
              (r.status, r.config_hash, r.rule_set, r.arn, r.name, r.origin, r.created_at_source, r.owner_account_number,
               r.unreadable)
                is distinct from ('active', o.config_hash, greatest(${ruleSet}, r.rule_set), o.arn, o.name,
                                  ${observedOrigin}, ${observedCreatedAt}, o.owner_account_number, o.unreadable)
              as differs,
              r.rule_set <= ${ruleSet} and d.volatile is distinct from ${volatileValues} as volatile_differs
       from observed o join resources r on r.organization_id = ${tenant.organizationId}
         and r.aws_account_id = ${attempt.accountId} and r.region = ${attempt.region}
         and r.resource_type = o.resource_type and r.native_id = o.native_id
       left join resource_documents d on d.organization_id = r.organization_id and d.resource_id = r.id
     ), seen as (
       insert into seen_resources (organization_id, task_id, attempt, resource_id)
       select ${tenant.organizationId}::uuid, ${attempt.taskId}::uuid, ${attempt.attempt}::integer, id from known
       on conflict do nothing returning resource_id
     )
     select k.*, (select count(*) from seen) as newly_seen from known k`,
  );
}
