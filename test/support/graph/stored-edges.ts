import type { Owner } from '../discovery/owner.ts';

interface EdgeRow {
  readonly source: string;
  readonly target: string;
  readonly relationship_type: string;
  readonly confidence: string;
  readonly properties: object;
  readonly evidence: readonly { readonly kind: string; readonly path: string; readonly value: string }[];
}

/** Returns the active edges in the form of the naive resolver, in order. */
export async function readEdges(owner: Owner, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await owner.query<EdgeRow>(
    `select coalesce('external:' || s.identifier, e.source_id::text) as source,
       coalesce('external:' || t.identifier, e.target_id::text) as target, e.relationship_type, e.confidence, e.properties,
       e.evidence
     from relationships e
     left join external_nodes s on s.organization_id = $1 and s.id = e.source_id
     left join external_nodes t on t.organization_id = $1 and t.id = e.target_id
     where e.organization_id = $1 and e.status = 'active'`,
    [organizationId],
  );
  return new Map(
    rows
      .map(
        ({ source, target, relationship_type: type, confidence, properties, evidence }) =>
          [
            `${source} ${type} ${target}`,
            JSON.stringify([
              confidence,
              evidence.map(({ kind, path, value }) => `${kind} ${path} ${value}`).toSorted(),
              Object.entries(properties).toSorted(),
            ]),
          ] as const,
      )
      .toSorted(),
  );
}

/** Returns all rows of the graph of an organization as text, without those that describe runs. */
export async function dumpGraph(
  owner: Owner,
  organizationId: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = [
    'relationships',
    'relationship_periods',
    'relationship_compositions',
    'external_nodes',
    'graph_holders',
    'resource_identifiers',
    'graph_references',
    'graph_changed_keys',
    'graph_changed_middles',
  ];
  const dump: Record<string, readonly string[]> = {};
  for (const table of tables) {
    const rows = await owner.query<{ row: string }>(
      `select row_to_json(o)::text as row from ${table} o where o.organization_id = $1 order by 1`,
      [organizationId],
    );
    dump[table] = rows.map(({ row }) => row);
  }
  return dump;
}
