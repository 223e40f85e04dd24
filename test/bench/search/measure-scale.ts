import pg from 'pg';
import { listResourceRelationships } from '../../../db/graph/read/relationship-read-model.ts';
import { searchResources } from '../../../db/inventory/search/search-resources.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { parsePropertyCondition } from '../../../domain/inventory/property-condition.ts';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { Figure } from '../bench.ts';
import { random, types } from './generated-inventory.ts';
import type { GeneratedOrganization } from './generated-inventory.ts';
import { time } from './measure.ts';

const repeats = 20;
const maximumBytes = 6 * 1024;

/** Filters by properties, neighbours in the graph, and bytes on disk, of all resources of the database, for each of them. */
export async function measureScale(
  url: string,
  organization: GeneratedOrganization,
  loaded: number,
  say: (line: string) => void,
): Promise<Readonly<Record<string, Figure>>> {
  const database = openDatabase({ url, poolSize: 1 });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const figures: Record<string, Figure> = {};
  const note = async (name: string, target: number, took: ReturnType<typeof time>) => {
    const { p50, p95 } = await took;
    say(`${name.padEnd(44)} ${p50.toFixed(1)} / ${p95.toFixed(1)} ms${p95 <= target ? '' : '   MISSED'}`);
    figures[`${name} p95`] = { value: p95, unit: 'ms', target: `<= ${target}`, ok: p95 <= target };
  };
  const found = (filter: ResourceFilter) =>
    database.withTenant(
      organization.id,
      (tenant) =>
        searchResources(tenant, filter, { sort: parseSort('-last_changed_at'), limit: 50, after: undefined }),
      { snapshot: true },
    );
  const filterOf = (type: string, text: string): ResourceFilter => ({
    resourceTypes: [type],
    properties: [parsePropertyCondition(text, new Date())],
  });
  const next = random(17, 3);
  const some = () => organization.at(Math.floor(next() * organization.size));
  try {
    await note(
      'property: selective equality',
      100,
      time(
        Array.from({ length: repeats }, some).map((resource) =>
          filterOf(types[resource.type] ?? '', `Id=${resource.nativeId}`),
        ),
        found,
        2,
      ),
    );
    for (const [size, target] of [
      [20_000, 1000],
      [100_000, 3000],
    ] as const) {
      const { type, count } = await typeOfSize(owner, organization.id, size);
      await note(
        `property: Size>=9, of ${count}`,
        target,
        time(
          Array.from({ length: 5 }, () => filterOf(type, 'Size>=9')),
          found,
          1,
        ),
      );
    }
    await note(
      'graph: neighbours',
      10,
      time(
        Array.from({ length: 3 * repeats }, some),
        ({ id }) =>
          database.withTenant(
            organization.id,
            (tenant) => listResourceRelationships(tenant, id, { statuses: ['active'] }, 50, undefined),
            { readOnly: true },
          ),
        repeats,
      ),
    );
    const bytes = await bytesOnDisk(owner, loaded, say);
    figures['disk: bytes of a resource'] = {
      value: bytes,
      unit: 'bytes',
      target: `<= ${maximumBytes}`,
      ok: bytes <= maximumBytes,
    };
    return figures;
  } finally {
    await owner.end();
    await database.close();
  }
}

/** The type whose number of active resources is nearest to a number. */
async function typeOfSize(owner: pg.Client, organizationId: string, size: number) {
  const { rows } = await owner.query<{ type: string; count: number }>(
    `select resource_type as type, sum(active)::integer as count from resource_counts where organization_id = $1
     group by 1 order by abs(sum(active) - $2) limit 1`,
    [organizationId, size],
  );
  const [nearest] = rows;
  if (nearest === undefined) throw new Error('no resources were loaded');
  return nearest;
}

async function bytesOnDisk(owner: pg.Client, loaded: number, say: (line: string) => void): Promise<number> {
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 8`,
  );
  for (const { name, bytes } of rows) say(`${name.padEnd(30)} ${(Number(bytes) / 2 ** 20).toFixed(0)} MB`);
  return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) / loaded;
}
