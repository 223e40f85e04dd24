import { randomUUID } from 'node:crypto';
import type { Confidence, RelationshipType } from '../../../domain/values.ts';

/** Queries as superuser, without row-level security. */
interface Owner {
  query<T extends object>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
}

export interface InsertedResource {
  readonly id?: string;
  readonly accountId: string;
  readonly type?: string;
  readonly region?: string;
  /** Default: the id. */
  readonly nativeId?: string;
  readonly name?: string | null;
  readonly status?: 'active' | 'deleted' | 'unobserved';
  /** When the resource was discovered. */
  readonly at?: Date;
}

export interface InsertedExternalNode {
  readonly id?: string;
  readonly identifier: string;
  readonly type?: string | null;
  /** 12 digits. */
  readonly account?: string | null;
  readonly region?: string | null;
}

export interface InsertedEdge {
  readonly id?: string;
  readonly source: string;
  readonly target: string;
  readonly type?: RelationshipType;
  readonly confidence?: Confidence;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Entries `{kind, path, value, holder_id, observed_at, scan_id}`. */
  readonly evidence?: readonly object[];
  readonly holderAccountId?: string | null;
  readonly firstObservedAt?: Date;
  readonly lastObservedAt?: Date;
  /** Set for a stale relationship. */
  readonly staleAt?: Date | null;
  /** Default: one period, from the first observation to `staleAt`. */
  readonly periods?: readonly (readonly [from: Date, to: Date | null])[];
}

/** The ids of rows, in their order. */
type IdsOf<Rows extends readonly unknown[]> = { readonly [K in keyof Rows]: string };

/** Inserts rows of the graph into the tables of an organization. The functions return the ids of the rows in order. */
export function storedGraph(owner: Owner, organizationId: string) {
  return {
    /** An application, with declared memberships of the resources. */
    async application(name: string, members: readonly string[] = [], status = 'declared'): Promise<string> {
      const id = randomUUID();
      await owner.query(
        `insert into applications (organization_id, id, name, slug) values ($1, $2::uuid, $3, $2::uuid::text)`,
        [organizationId, id, name],
      );
      await owner.query(
        `insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
         select $1, $2, unnest($3::uuid[]), $4, 'declared', 'high'`,
        [organizationId, id, members, status],
      );
      return id;
    },

    /** Inserts resources with an empty configuration. */
    async resources<const Rows extends readonly InsertedResource[]>(resources: Rows): Promise<IdsOf<Rows>> {
      const rows = resources.map(({ id = randomUUID(), accountId, ...resource }) => ({
        id,
        aws_account_id: accountId,
        resource_type: resource.type ?? 'AWS::S3::Bucket',
        region: resource.region ?? 'eu-west-1',
        native_id: resource.nativeId ?? id,
        name: resource.name ?? null,
        status: resource.status ?? 'active',
        at: resource.at ?? new Date(),
      }));
      await owner.query(
        `with inserted as (
           insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, name, status,
             deleted_at, config_hash, rule_set, first_discovered_at, last_changed_at)
           select $1, id, aws_account_id, region, resource_type, native_id, name, status,
                  case when status = 'deleted' then at end, 'h', 1, at, at
           from jsonb_to_recordset($2::jsonb) as o(id uuid, aws_account_id uuid, region text, resource_type text,
             native_id text, name text, status text, at timestamptz)
           returning id)
         insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
         select $1, id, 1, '{}', '{}', '{}' from inserted`,
        [organizationId, JSON.stringify(rows)],
      );
      return rows.map(({ id }) => id) as unknown as IdsOf<Rows>;
    },

    async externalNodes<const Rows extends readonly InsertedExternalNode[]>(
      nodes: Rows,
    ): Promise<IdsOf<Rows>> {
      const rows = nodes.map(({ id = randomUUID(), ...node }) => ({ id, ...node }));
      await owner.query(
        `insert into external_nodes (organization_id, id, identifier, resource_type, account_id, region)
         select $1, id, identifier, type, account, region
         from jsonb_to_recordset($2::jsonb) as o(id uuid, identifier text, type text, account text, region text)`,
        [organizationId, JSON.stringify(rows)],
      );
      return rows.map(({ id }) => id) as unknown as IdsOf<Rows>;
    },

    /** Inserts relationships, by default active `uses` edges with high confidence, and their periods. */
    async edges<const Rows extends readonly InsertedEdge[]>(edges: Rows): Promise<IdsOf<Rows>> {
      const rows = edges.map(({ id = randomUUID(), staleAt = null, evidence = [], ...edge }) => {
        const first = edge.firstObservedAt ?? new Date(Date.now() - 60_000);
        return {
          id,
          source: edge.source,
          target: edge.target,
          type: edge.type ?? 'uses',
          confidence: edge.confidence ?? 'high',
          status: staleAt === null ? 'active' : 'stale',
          properties: edge.properties ?? {},
          evidence,
          evidence_count: evidence.length,
          holder: edge.holderAccountId ?? null,
          first,
          last: edge.lastObservedAt ?? first,
          stale: staleAt,
          periods: edge.periods ?? [[first, staleAt] as const],
        };
      });
      await owner.query(
        `insert into relationships (organization_id, id, source_id, target_id, relationship_type, confidence, status,
           properties, evidence, evidence_count, holder_account_id, first_observed_at, last_observed_at, stale_at)
         select $1, id, source, target, type, confidence, status, properties, evidence, evidence_count, holder, first,
                last, stale
         from jsonb_to_recordset($2::jsonb) as o(id uuid, source uuid, target uuid, type text, confidence text,
           status text, properties jsonb, evidence jsonb, evidence_count integer, holder uuid, first timestamptz,
           last timestamptz, stale timestamptz)`,
        [organizationId, JSON.stringify(rows)],
      );
      await owner.query(
        `insert into relationship_periods (organization_id, relationship_id, valid_from, valid_to)
         select $1, id, (period ->> 0)::timestamptz, coalesce((period ->> 1)::timestamptz, 'infinity')
         from jsonb_to_recordset($2::jsonb) as o(id uuid, periods jsonb)
         cross join lateral jsonb_array_elements(periods) period`,
        [organizationId, JSON.stringify(rows)],
      );
      return rows.map(({ id }) => id) as unknown as IdsOf<Rows>;
    },
  };
}
