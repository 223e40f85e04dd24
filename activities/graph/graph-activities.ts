import { Context } from '@temporalio/activity';
import type { ExtractionOutcome } from '../../db/graph/extract/extraction-store.ts';
import { refreshGraphStatistics } from '../../db/inventory/refresh-statistics.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAttempts } from '../shared/limit-attempts.ts';
import { createStatisticsRefresher } from '../discovery/tasks/statistics-refresher.ts';
import { createOrganizationShares } from '../shared/organization-share.ts';
import { maintenanceWork } from '../maintenance/maintenance-work.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { extractHolders } from './extract-holders.ts';
import { requestFullExtractions } from './request-full-extractions.ts';
import { finishExtraction, resolveDueHolders } from './resolve-due-holders.ts';

/** The transactions of an organization exclude each other: a second activity would wait with a connection. */
const activitiesPerOrganization = 1;

/** Activities that extract the relationships of resources. All are idempotent. */
export function createGraphActivities(given: Dependencies) {
  const statistics = createStatisticsRefresher(given.database, given.logger, refreshGraphStatistics);
  const dependencies = { ...given, statistics };
  const shares = createOrganizationShares(activitiesPerOrganization);
  const inTurn = <T>({ organizationId }: RunInput, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withHeartbeat(
      () => limitAttempts(() => shares.run(organizationId, () => work(Context.current().cancellationSignal))),
      { reads: 'foreign content' },
    );
  return {
    /** Extracts references of the account `subjectId` for up to 30 seconds. Returns whether there are more resources. */
    extractHolders: (input: RunInput): Promise<boolean> =>
      inTurn(input, (signal) => extractHolders(dependencies, input, signal)),

    /** Resolves references of the organization for up to 30 seconds. Returns whether there are more. */
    resolveDueHolders: (input: RunInput): Promise<boolean> =>
      inTurn(input, (signal) => resolveDueHolders(dependencies, input, signal)),

    /** Stores that the account was extracted. Returns the outcome of the run. */
    finishExtraction: (input: RunInput): Promise<ExtractionOutcome> => finishExtraction(dependencies, input),

    /** Requests a full extraction of every account. */
    requestFullExtractions: (): Promise<void> =>
      maintenanceWork(() => requestFullExtractions(dependencies, Context.current().cancellationSignal)),
  };
}
