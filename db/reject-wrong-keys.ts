import { ConfigurationError } from '../runtime/configuration.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Encryption } from './encryption.ts';
import { listOrganizations } from './organizations/organization-store.ts';
import { rowOf } from './query.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { sealedColumns } from './sealed-columns.ts';
import { rawSql, sql } from './sql.ts';
import type { Database } from './tenant.ts';

/** Values that are opened, and the organizations in which they are searched: a new installation has none. */
const probes = 5;
const probedOrganizations = 50;

/**
 * Opens stored secrets with the keys of this process, so that a process with the keys of another installation ends at its
 * start and not in each scan. Waits while Postgres cannot be reached.
 * @throws ConfigurationError when there are stored secrets and the keys open none of them.
 */
export async function rejectWrongKeys(
  database: Database,
  encryption: Encryption,
  logger: Logger,
): Promise<void> {
  const results = await retryWhileUnavailable(logger, 'failed to check the encryption keys; will retry', () =>
    openStoredSecrets(database, encryption),
  );
  if (results.length > 0 && !results.includes(true))
    throw new ConfigurationError(
      'ENCRYPTION_KEYS: no key opens the secrets that are stored in the database. Set the keys with which they were encrypted.',
    );
}

/** Returns for some of the newest stored secrets whether the keys open them. */
async function openStoredSecrets(database: Database, encryption: Encryption): Promise<readonly boolean[]> {
  const results: boolean[] = [];
  // Ids are UUIDs of version 7, in the order of their creation.
  const newest = (await listOrganizations(database))
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
  for (const organizationId of newest.slice(0, probedOrganizations)) {
    for (const { table, column } of sealedColumns) {
      if (results.length >= probes) return results;
      const row = await database.withTenant(
        organizationId,
        (tenant) =>
          rowOf<{ id: string; sealed: string }>(
            tenant,
            sql`select id, ${rawSql(column)} as sealed from ${rawSql(table)}
              where organization_id = ${organizationId} and ${rawSql(column)} is not null order by id desc limit 1`,
          ),
        { readOnly: true },
      );
      if (row === undefined) continue;
      const location = { organizationId, table, column, rowId: row.id };
      results.push(
        await encryption.open(row.sealed, location).then(
          () => true,
          () => false,
        ),
      );
    }
  }
  return results;
}
