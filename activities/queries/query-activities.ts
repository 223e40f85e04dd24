import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { countProperties } from './count-properties.ts';
import { countSavedQueries } from './count-saved-queries.ts';
import { requestQueryCounts } from './request-query-counts.ts';

/** Activities of saved queries and of the properties of types. All are idempotent. */
export function createQueryActivities(dependencies: Dependencies) {
  return {
    /** Counts the saved queries of the organization. A query that fails or takes too long has an error. */
    countSavedQueries: (input: RunInput): Promise<void> =>
      withHeartbeat(() => countSavedQueries(dependencies, input, Context.current().cancellationSignal)),

    /** Counts the properties of the types of the organization whose last count is a day old. */
    countProperties: (input: RunInput): Promise<void> =>
      withHeartbeat(() => countProperties(dependencies, input, Context.current().cancellationSignal)),

    /** Starts the counts that are due. */
    requestQueryCounts: (): Promise<void> =>
      withHeartbeat(() => requestQueryCounts(dependencies, Context.current().cancellationSignal)),
  };
}
