import type { JsonObject } from '../../../domain/json/json.ts';
import type {
  Confidence,
  EdgeEvidenceKind,
  RelationshipDirection,
  RelationshipStatus,
  RelationshipType,
} from '../../../domain/values.ts';
import { memberIds } from '../../inventory/search/conditions.ts';
import { oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { rowOfRecord } from '../../rows.ts';
import { allOf, anyOf, joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { edgeEnds } from '../edges/edge-ends.ts';
import { selectNodes } from './graph-node.ts';
import type { NodeRow } from './graph-node.ts';
import { lastObserved } from './relationship-row.ts';
import type { RelationshipRow } from './relationship-row.ts';

/** Values within a list are combined with OR, fields with AND. */
export interface RelationshipFilter {
  readonly types?: readonly RelationshipType[] | undefined;
  readonly directions?: readonly RelationshipDirection[] | undefined;
  readonly confidences?: readonly Confidence[] | undefined;
  readonly statuses: readonly RelationshipStatus[];
}

/** A listed relationship. `peer` is null if the resource at the other end was removed with its account. */
export type ListedRelationship = Omit<RelationshipRow, 'peer'> & { readonly peer: NodeRow | undefined };

/** Lists the relationships of a resource by id. Reads one row more than the limit. */
export async function listResourceRelationships(
  tenant: Tenant,
  resourceId: string,
  filter: RelationshipFilter,
  limit: number,
  after: string | undefined,
): Promise<readonly ListedRelationship[]> {
  const own = [sql`e.organization_id = ${tenant.organizationId}`, ...conditionsOf(filter, after)];
  const edges = sidesOf(filter).map(
    ({ direction, near, far }) => sql`
      select e.id, ${rawSql(`'${direction}'`)} as direction, ${near} as member_id, ${far} as peer_id
      from relationships e where ${allOf(own)} and ${near} = ${resourceId}`,
  );
  const rows = await readPage(tenant, sql``, edges, limit);
  return rows.map((row) => ({ ...row, viaMember: undefined }));
}

/** Counts the relationships of a resource. A relationship with itself counts in each direction of the filter. */
export async function countResourceRelationships(
  tenant: Tenant,
  resourceId: string,
  filter: RelationshipFilter,
): Promise<number> {
  const own = [sql`e.organization_id = ${tenant.organizationId}`, ...conditionsOf(filter, undefined)];
  const edges = sidesOf(filter).map(
    ({ near }) => sql`select e.id from relationships e where ${allOf(own)} and ${near} = ${resourceId}`,
  );
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from (${joinSql(edges, ' union all ')}) matching`,
  );
  return total;
}

/**
 * Lists the relationships between members of an application and other nodes by id. Relationships between two members are left
 * out. Reads one row more than the limit.
 */
export async function listApplicationRelationships(
  tenant: Tenant,
  applicationId: string,
  filter: RelationshipFilter,
  limit: number,
  after: string | undefined,
): Promise<readonly ListedRelationship[]> {
  const { organizationId } = tenant;
  const own = [sql`e.organization_id = ${organizationId}`, ...conditionsOf(filter, after)];
  // `offset 0` keeps Postgres from reading all relationships of the organization for a few members, and `is not true` from a
  // nested loop over the members, whose number it does not know.
  const edges = sidesOf(filter).map(
    ({ direction, near, far }) => sql`
      select e.id, ${rawSql(`'${direction}'`)} as direction, m.resource_id as member_id, e.far_id as peer_id
      from member m
      cross join lateral (select e.id, ${far} as far_id from relationships e
        where ${allOf(own)} and ${near} = m.resource_id offset 0) e
      where (e.far_id in (select resource_id from member)) is not true`,
  );
  return readPage(
    tenant,
    sql`member as materialized (${memberIds(organizationId, [applicationId])}),`,
    edges,
    limit,
  );
}

/** Returns the ends of the relationship `e` in the directions that the filter matches. */
function sidesOf({ directions }: RelationshipFilter) {
  return (['outgoing', 'incoming'] as const)
    .filter((direction) => directions === undefined || directions.includes(direction))
    .map((direction) => ({ direction, ...edgeEnds[direction] }));
}

function conditionsOf(filter: RelationshipFilter, after: string | undefined): readonly Sql[] {
  const [status] = filter.statuses;
  return [
    // As a constant, so that partial indexes can be used.
    ...(filter.statuses.length === 1 && status !== undefined
      ? [rawSql(`e.status = '${status}'`)]
      : anyOf('e.status', filter.statuses)),
    ...anyOf('e.relationship_type', filter.types),
    ...anyOf('e.confidence', filter.confidences),
    ...(after === undefined ? [] : [sql`e.id > ${after}::uuid`]),
  ];
}

/** @param edges queries with the columns `id`, `direction`, `member_id` and `peer_id` */
async function readPage(
  tenant: Tenant,
  tables: Sql,
  edges: readonly Sql[],
  limit: number,
): Promise<readonly ListedRelationship[]> {
  const { organizationId } = tenant;
  const ids = sql`select member_id from page union all select peer_id from page`;
  const rows = await rowsOf<WithRecords<ListedRelationship, 'peer' | 'viaMember'>>(
    tenant,
    sql`with ${tables} page as materialized (
        select * from (${joinSql(edges, ' union all ')}) e order by id limit ${limit + 1}
      ), node as materialized (${selectNodes(organizationId, ids)})
      select e.id, e.relationship_type, page.direction, e.confidence, e.status, e.properties, e.evidence_count,
             ${lastObserved(organizationId)} as last_observed_at,
             (select to_jsonb(node) from node where node.id = page.peer_id limit 1) as peer,
             (select to_jsonb(node) from node where node.id = page.member_id limit 1) as via_member
      from page join relationships e on e.organization_id = ${organizationId} and e.id = page.id
      order by e.id`,
  );
  return rows.map((row) => ({ ...row, peer: nodeOf(row.peer), viaMember: nodeOf(row.viaMember) }));
}

type WithRecords<Row, Node extends keyof Row> = Omit<Row, Node> & Record<Node, JsonObject | undefined>;

function nodeOf(record: JsonObject | undefined): NodeRow | undefined {
  return record === undefined ? undefined : rowOfRecord<NodeRow>(record);
}

/** An entry of the column `evidence` of relationships. */
export interface StoredEvidence {
  readonly kind: EdgeEvidenceKind;
  readonly path: string;
  readonly value: string;
  /** ISO 8601. */
  readonly observed_at: string;
  readonly scan_id: string | null;
}

/** A relationship with its evidence. An end is null if its resource was removed with its account. */
export interface RelationshipDetail {
  readonly id: string;
  readonly relationshipType: RelationshipType;
  readonly confidence: Confidence;
  readonly status: RelationshipStatus;
  readonly properties: JsonObject;
  readonly evidence: readonly StoredEvidence[];
  readonly evidenceCount: number;
  readonly firstObservedAt: Date;
  readonly lastObservedAt: Date;
  readonly staleAt: Date | undefined;
  readonly source: NodeRow | undefined;
  readonly target: NodeRow | undefined;
}

/** Finds a relationship, active or stale. */
export async function findRelationship(tenant: Tenant, id: string): Promise<RelationshipDetail | undefined> {
  const { organizationId } = tenant;
  const selectNode = (end: Sql) =>
    sql`(select to_jsonb(node) from (${selectNodes(organizationId, sql`select ${end}`)}) node limit 1)`;
  const row = await rowOf<WithRecords<RelationshipDetail, 'source' | 'target'>>(
    tenant,
    sql`select e.id, e.relationship_type, e.confidence, e.status, e.properties, e.evidence, e.evidence_count,
          e.first_observed_at, ${lastObserved(organizationId)} as last_observed_at, e.stale_at,
          ${selectNode(sql`e.source_id`)} as source, ${selectNode(sql`e.target_id`)} as target
        from relationships e where e.organization_id = ${organizationId} and e.id = ${id}`,
  );
  return row === undefined ? undefined : { ...row, source: nodeOf(row.source), target: nodeOf(row.target) };
}
