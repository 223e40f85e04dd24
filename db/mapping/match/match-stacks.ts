import {
  hasOtherPhysicalIds,
  physicalIdKeys,
  stackMatcher,
} from '../../../domain/mapping/match-stack-resources.ts';
import type { StackCandidate, StackMember } from '../../../domain/mapping/match-stack-resources.ts';
import { collectorOf } from '../../../domain/discovery/declaration/resource-types.ts';
import { stackTag } from '../../../domain/mapping/origin-rules.ts';
import { chunk } from '../../../domain/lists/chunk.ts';
import { globalRegion } from '../../../domain/values.ts';
import { execute, oneRowOf, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** What changed in an account since its last match. */
export interface ChangesSince {
  /** As text of a timestamptz. */
  readonly since: string;
  readonly resourceIds: readonly string[];
}

interface Stack {
  readonly id: string;
  readonly name: string | undefined;
  readonly region: string;
  /** Whether the resources that the stack makes may have changed, and not only those of the inventory. */
  readonly changed: boolean;
}

interface MemberRow extends StackMember {
  readonly stackId: string;
  readonly resourceId: string | undefined;
}

/** Stacks whose resources are in memory at once. Each has at most 500. */
const stacksAtOnce = 100;

/**
 * Stores which resources of the inventory the stacks of an account list: of all stacks, or of those that changed and those that list
 * a resource that may be new. A stack makes resources of its own account in its own region, and global ones. Returns the
 * resources whose stack may have changed. Idempotent.
 */
export async function matchStacks(
  tenant: Tenant,
  awsAccountId: string,
  changes: ChangesSince | undefined,
): Promise<readonly string[]> {
  const stacks = await listStacks(tenant, awsAccountId, changes);
  const affected = new Set<string>();
  for (const [region, ofRegion] of Map.groupBy(stacks, (stack) => stack.region))
    for (const some of chunk(ofRegion, stacksAtOnce))
      for (const id of await matchSome(tenant, awsAccountId, region, some)) affected.add(id);
  if (changes !== undefined)
    for (const id of await listTaggedResources(tenant, awsAccountId, changes)) affected.add(id);
  return [...affected];
}

/** Lists the accounts with stacks whose resources were read. */
export async function listAccountsWithStacks(tenant: Tenant): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select distinct r.aws_account_id as id from stack_readings s
      join resources r on r.organization_id = ${tenant.organizationId} and r.id = s.stack_id
      where s.organization_id = ${tenant.organizationId} order by 1`,
  );
  return rows.map(({ id }) => id);
}

async function listStacks(
  tenant: Tenant,
  awsAccountId: string,
  changes: ChangesSince | undefined,
): Promise<readonly Stack[]> {
  const { organizationId } = tenant;
  const columns = rawSql('r.id, r.name, r.region');
  const fromReadings = sql`from stack_readings s join resources r on r.organization_id = ${organizationId} and r.id = s.stack_id
      and r.aws_account_id = ${awsAccountId} where s.organization_id = ${organizationId}`;
  if (changes === undefined)
    return rowsOf<Stack>(tenant, sql`select ${columns}, true as changed ${fromReadings}`);
  const { since, resourceIds } = changes;
  return rowsOf<Stack>(
    tenant,
    sql`with found as materialized (
        select distinct r.resource_type from resources r
        where r.organization_id = ${organizationId} and r.id = any(${resourceIds}::uuid[])
      ), lacking as materialized (
        select distinct m.stack_id from stack_resources m join found using (resource_type)
        where m.organization_id = ${organizationId} and m.aws_account_id = ${awsAccountId} and m.resource_id is null
      ), changed as materialized (
        select s.stack_id from stack_readings s
        where s.organization_id = ${organizationId}
          and (s.changed_at >= ${since}::timestamptz or s.stack_id = any(${resourceIds}::uuid[]))
      )
      select ${columns}, s.stack_id in (select stack_id from changed) as changed ${fromReadings}
        and s.stack_id in (select stack_id from changed union select stack_id from lacking)`,
  );
}

async function matchSome(
  tenant: Tenant,
  awsAccountId: string,
  region: string,
  stacks: readonly Stack[],
): Promise<readonly string[]> {
  const { organizationId } = tenant;
  // A resource that a stack lists is not one that it retained under another logical id.
  const members = await rowsOf<MemberRow>(
    tenant,
    sql`select stack_id, logical_id, physical_id, resource_type, resource_id from stack_resources
      where organization_id = ${organizationId} and stack_id = any(${stacks.map(({ id }) => id)}::uuid[])
      order by stack_id, retained, logical_id, physical_id`,
  );
  const match = stackMatcher(await listCandidates(tenant, awsAccountId, region, members));
  const byStack = Map.groupBy(members, ({ stackId }) => stackId);
  const affected: string[] = [];
  const rows = stacks.flatMap(({ id, name = '', changed }) => {
    const ofStack = byStack.get(id) ?? [];
    const matches = match({ name, members: ofStack });
    const matched = ofStack.map((member) => ({ ...member, found: matches.get(member) }));
    const moved = matched.filter(({ resourceId, found }) => resourceId !== found);
    const concerned = changed ? matched : moved;
    affected.push(...concerned.flatMap((one) => [one.resourceId ?? [], one.found ?? []].flat()));
    return moved;
  });
  if (rows.length === 0) return affected;
  const columns = { stackId: 'uuid', logicalId: 'text', physicalId: 'text', found: 'uuid' } as const;
  await execute(
    tenant,
    sql`update stack_resources m set resource_id = o.found from ${rowset('o', columns, rows)}
      where m.organization_id = ${organizationId} and m.stack_id = o.stack_id and m.logical_id = o.logical_id
        and m.physical_id = o.physical_id`,
  );
  return affected;
}

/** Lists the resources of the account in the region and in `global` that members may name. Omits those that other accounts share. */
async function listCandidates(
  tenant: Tenant,
  awsAccountId: string,
  region: string,
  members: readonly StackMember[],
): Promise<readonly StackCandidate[]> {
  const types = [...new Set(members.map(({ resourceType }) => resourceType))];
  const arns = members.filter(({ physicalId }) => physicalId.startsWith('arn:'));
  const named = rowset('o', { resourceType: 'text', physicalId: 'text' }, members);
  return rowsOf<StackCandidate>(
    tenant,
    sql`with candidate as (
        select r.id from (select distinct resource_type, physical_id from ${named}) o
        join resources r on ${ofPlace(tenant, awsAccountId, region)} and r.resource_type = o.resource_type
          and r.native_id = o.physical_id
        union
        select r.id from resources r where ${ofPlace(tenant, awsAccountId, region)}
          and r.resource_type = any(${types.filter(hasOtherPhysicalIds)}::text[])
        union
        select r.id from resources r where ${ofPlace(tenant, awsAccountId, region)}
          and r.resource_type = any(${arns.map(({ resourceType }) => resourceType)}::text[])
          and r.arn = any(${arns.map(({ physicalId }) => physicalId)}::text[])
      )
      select r.id, r.resource_type, r.native_id, r.arn, r.name, case when r.resource_type = any(${keyedTypes}::text[]) then (
          select ${alternative} from resource_documents d
          where d.organization_id = ${tenant.organizationId} and d.resource_id = r.id) end as alternative
      from resources r where r.organization_id = ${tenant.organizationId} and r.id in (select id from candidate)`,
  );
}

const keyedTypes = Object.keys(physicalIdKeys);
const alternative = sql`case r.resource_type ${joinSql(
  Object.entries(physicalIdKeys).map(([type, key]) => sql`when ${type} then d.configuration ->> ${key}`),
  ' ',
)} end`;

function ofPlace({ organizationId }: Tenant, awsAccountId: string, region: string): Sql {
  return sql`r.organization_id = ${organizationId} and r.aws_account_id = ${awsAccountId}
    and r.region = any(${[region, globalRegion]}::text[]) and r.status <> 'deleted' and r.owner_account_number is null`;
}

/** Lists the resources with the tag of a stack that was deleted or that appeared again. */
async function listTaggedResources(
  tenant: Tenant,
  awsAccountId: string,
  { resourceIds }: ChangesSince,
): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`with stack as materialized (
        select r.arn from resources r where r.organization_id = ${organizationId} and r.id = any(${resourceIds}::uuid[])
          and r.resource_type = ${stackType}
      )
      select r.id from resources r
      join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
      where r.organization_id = ${organizationId} and r.aws_account_id = ${awsAccountId} and r.origin = 'stack'
        and exists (select from stack) and d.tags ->> ${stackTag} in (select arn from stack)`,
  );
  return rows.map(({ id }) => id);
}

/** Counts the accounts with a stack whose resources the role was not allowed to list. */
export async function countAccountsWithoutStackResources(tenant: Tenant): Promise<number> {
  const part = { part: collectorOf(stackType)?.members?.part, reason: 'denied' };
  const { accounts } = await oneRowOf<{ accounts: number }>(
    tenant,
    sql`select count(distinct r.aws_account_id)::integer as accounts from resources r
      where r.organization_id = ${tenant.organizationId} and r.resource_type = ${stackType} and r.status = 'active'
        and r.unreadable @> ${JSON.stringify([part])}::jsonb`,
  );
  return accounts;
}

/**
 * Whether a stack of `resources r` makes it: the stack exists and lists it. `organizationId` is that of `r`.
 */
export function isStackResource(organizationId: string): Sql {
  return sql`exists (
    select from stack_resources m
    join resources s on s.organization_id = ${organizationId} and s.id = m.stack_id and s.status <> 'deleted'
    where m.organization_id = ${organizationId} and m.resource_id = r.id and not m.retained)`;
}

/**
 * Whether the stack that the tag of `resources r` names no longer manages it: the stack was deleted, or has retained the resource.
 * A stack that no scan has found is deleted if a complete list of its region began after the resource was created.
 */
export function isReleasedByStack(organizationId: string): Sql {
  return sql`exists (
    select from resource_documents d
    cross join lateral (select d.tags ->> ${stackTag} as arn) tag
    join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
    left join resources s on s.organization_id = ${organizationId} and s.aws_account_id = r.aws_account_id
      and s.region = split_part(tag.arn, ':', 4) and s.resource_type = ${stackType} and s.native_id = tag.arn
    where d.organization_id = ${organizationId} and d.resource_id = r.id
      and split_part(tag.arn, ':', 5) = a.account_id
      and case when s.id is null then exists (
          select from coverage_cells c
          where c.organization_id = ${organizationId} and c.aws_account_id = r.aws_account_id
            and c.region = split_part(tag.arn, ':', 4) and c.resource_type = ${stackType} and c.outcome = 'complete'
            and c.last_complete_begun_at > coalesce(r.created_at_source, r.first_discovered_at))
        when s.status = 'deleted' then true
        else exists (
          select from stack_resources m
          where m.organization_id = ${organizationId} and m.stack_id = s.id and m.resource_id = r.id and m.retained) end)`;
}

const stackType = 'AWS::CloudFormation::Stack';
