import { countPaths, listTypesToCount, storeProperties } from '../../db/queries/property-statistics.ts';
import { describeProperties, mergeCountedPaths } from '../../domain/queries/describe-properties.ts';
import type { CountedPath } from '../../domain/queries/describe-properties.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { noteProgress } from '../../runtime/progress.ts';
import type { Dependencies } from '../dependencies.ts';

const documentsAtOnce = 500;

/** Counts the properties of the types whose last count is a day old, a few hundred documents in a transaction. */
export async function countProperties(
  { database }: Pick<Dependencies, 'database'>,
  { organizationId }: Pick<RunInput, 'organizationId'>,
  signal: AbortSignal,
): Promise<void> {
  const types = await database.withTenant(organizationId, listTypesToCount);
  for (const type of types) {
    let counted: ReadonlyMap<string, CountedPath> = new Map();
    let after: string | undefined;
    for (;;) {
      signal.throwIfAborted();
      const page = await database.withTenant(
        organizationId,
        (tenant) => countPaths(tenant, type, after, documentsAtOnce),
        { readOnly: true, signal },
      );
      counted = mergeCountedPaths(counted, page.paths);
      noteProgress();
      if (page.documents < documentsAtOnce) break;
      after = page.last;
    }
    const properties = describeProperties(counted);
    await database.withTenant(organizationId, (tenant) => storeProperties(tenant, type, properties));
  }
}
