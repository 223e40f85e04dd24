import { requestEventScan } from '../commands/discovery/request-event-scan.ts';
import { listDueEventScans } from '../db/discovery/due-cell-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';
import { settleConcurrently } from '../domain/lists/settle-concurrently.ts';

const scansPerCall = 50;
const scansAtOnce = 4;

type EventScanDependencies = Pick<Dependencies, 'database' | 'logger' | 'temporal'> & {
  readonly configuration: Pick<Dependencies['configuration'], 'eventScanQuietSeconds' | 'eventScanMinutes'>;
};

/**
 * Starts scans of cells that CloudTrail events have made due. A Schedule would be too slow: the cells of an account's regions
 * are read one region after the other, and those of a scan that made way for another one as soon as that has ended. Safe on
 * several workers at once. A failure for one account does not stop the others.
 * @throws AggregateError after the last account, when at least one failed.
 */
export async function startEventScans({
  database,
  logger,
  temporal,
  configuration,
}: EventScanDependencies): Promise<void> {
  await settleConcurrently(
    await listDueEventScans(database, configuration, scansPerCall),
    scansAtOnce,
    async ({ organizationId, awsAccountId }) => {
      await database.withTenant(organizationId, (tenant) =>
        requestEventScan(tenant, { temporal, logger }, configuration, awsAccountId),
      );
    },
    ({ organizationId, awsAccountId }, error) =>
      logger.warn(
        { err: error, organization_id: organizationId, account_id: awsAccountId },
        'failed to start a scan of due cells',
      ),
  );
}
