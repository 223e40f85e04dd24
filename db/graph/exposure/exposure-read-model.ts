import { isExposureType } from '../../../domain/graph/exposure/read-exposure-fact.ts';
import type { ExposedPorts } from '../../../domain/graph/exposure/find-exposures.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type {
  ExposureControl,
  ExposureGapReason,
  ExposureKind,
  ExposureNote,
  ExposureState,
} from '../../../domain/values.ts';
import { findCandidates } from '../../inventory/search/candidate-set.ts';
import { isMatch, matchQuery } from '../../inventory/search/match-query.ts';
import { oneRowOf, rowsOf } from '../../query.ts';
import { allOf, anyOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { relationshipsOfPairs } from '../read/relationships-of-pairs.ts';
import { selectNodes } from '../read/graph-node.ts';
import type { NodeRow } from '../read/graph-node.ts';

/** Filters of exposures. Values within a list are combined with OR, fields with AND. */
export interface ExposureFilter {
  readonly resources: ResourceFilter;
  readonly kinds?: readonly ExposureKind[] | undefined;
  readonly resourceId?: string | undefined;
}

/** An exposure of a resource. */
export interface ExposureRow {
  readonly resourceId: string;
  readonly kind: ExposureKind;
  readonly state: ExposureState;
  readonly ports: readonly ExposedPorts[];
  readonly path: readonly string[];
  readonly stoppedBy: readonly { readonly control: ExposureControl; readonly resource_id?: string }[];
  readonly noted: readonly ExposureNote[];
  readonly firstFoundAt: Date;
}

/** Lists exposures by resource and kind, one more than the limit. */
export async function listExposures(
  tenant: Tenant,
  filter: ExposureFilter,
  limit: number,
  after: readonly [resourceId: string, kind: string] | undefined,
): Promise<readonly ExposureRow[]> {
  const conditions = await conditionsOf(tenant, filter);
  const position =
    after === undefined
      ? rawSql('true')
      : sql`(x.resource_id, x.kind) > (${after[0]}::uuid, ${after[1]}::text)`;
  return rowsOf<ExposureRow>(
    tenant,
    sql`select x.resource_id, x.kind, x.state, x.ports, x.path, x.stopped_by, x.noted, x.first_found_at
      from exposures x where ${conditions} and ${position}
      order by x.resource_id, x.kind limit ${limit + 1}`,
  );
}

export async function countExposures(tenant: Tenant, filter: ExposureFilter): Promise<number> {
  const conditions = await conditionsOf(tenant, filter);
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*)::integer as total from exposures x where ${conditions}`,
  );
  return total;
}

async function conditionsOf(tenant: Tenant, { resources, kinds, resourceId }: ExposureFilter): Promise<Sql> {
  const { organizationId } = tenant;
  const matches = matchQuery(organizationId, resources, await findCandidates(tenant, resources));
  return allOf([
    sql`x.organization_id = ${organizationId}`,
    ...anyOf('x.kind', kinds),
    ...(resourceId === undefined ? [] : [sql`x.resource_id = ${resourceId}`]),
    isMatch(matches, 'x.resource_id'),
  ]);
}

/** What the path of an exposure consists of. */
export interface PathNodes {
  readonly nodes: ReadonlyMap<string, NodeRow>;
  /** Relationships by the ids of their ends, in either order: `<one> <other>`. */
  readonly relationships: ReadonlyMap<string, string>;
}

/** Reads the nodes of paths and the relationships between neighbours on them. */
export async function readPathNodes(tenant: Tenant, rows: readonly ExposureRow[]): Promise<PathNodes> {
  const ids = [...new Set(rows.flatMap(({ resourceId, path }) => [resourceId, ...path]))];
  const nodes = await rowsOf<NodeRow>(
    tenant,
    selectNodes(tenant.organizationId, sql`select unnest(${ids}::uuid[])`),
  );
  const pairs = rows.flatMap(({ path }) =>
    path.slice(1).map((id, index) => [path[index] ?? id, id] as const),
  );
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    relationships: await relationshipsOfPairs(tenant, pairs),
  };
}

/** A part of the inventory that exposure is read from and that was not read. */
export interface UnreadPart {
  readonly awsAccountId: string;
  readonly region: string | undefined;
  readonly resourceType: string | undefined;
  readonly reason: ExposureGapReason;
}

/**
 * Lists what is not known: cells of the types that exposure is read from whose last scan did not complete, resources with parts that
 * could not be read, and accounts that were not extracted; at most `limit`.
 */
export async function listUnreadParts(
  tenant: Tenant,
  accountIds: readonly string[] | undefined,
  types: readonly string[],
  limit: number,
): Promise<readonly UnreadPart[]> {
  const { organizationId } = tenant;
  const ofAccounts = allOf(anyOf('a.id', accountIds, 'uuid'));
  return rowsOf<UnreadPart>(
    tenant,
    sql`with account as materialized (
        select a.id from aws_accounts a where a.organization_id = ${organizationId} and a.deleted_at is null and ${ofAccounts}
      )
      select * from (
        select a.id as aws_account_id, null as region, null as resource_type, 'not_extracted' as reason from account a
        where not exists (select from graph_accounts g where g.organization_id = ${organizationId}
          and g.aws_account_id = a.id and g.last_extracted_at is not null)
        union all
        select c.aws_account_id, c.region, c.resource_type, c.outcome from account a
        join coverage_cells c on c.organization_id = ${organizationId} and c.aws_account_id = a.id
        where c.outcome not in ('complete', 'unsupported') and c.resource_type = any(${types}::text[])
        union all
        select distinct r.aws_account_id, r.region, r.resource_type, 'unreadable' from account a
        join resources r on r.organization_id = ${organizationId} and r.aws_account_id = a.id
        where r.unreadable is not null and r.status <> 'deleted' and r.resource_type = any(${types}::text[])
      ) u
      order by aws_account_id, reason, resource_type nulls first, region nulls first limit ${limit}`,
  );
}

/** The types that exposure is read from. */
export function exposureTypes(types: readonly string[]): readonly string[] {
  return types.filter(isExposureType);
}
