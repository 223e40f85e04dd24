import { cancellationSignal } from '@temporalio/activity';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { redeliverGithubWebhooks } from './redeliver-github-webhooks.ts';
import { startDueSyncs } from './start-due-syncs.ts';
import { startWaitingDeliveries } from './start-waiting-deliveries.ts';

/** Activities of the schedules of source control, which process all organizations. All are idempotent. */
export function createScmMaintenanceActivities(dependencies: Dependencies) {
  return {
    startScmSyncs: (): Promise<void> =>
      withHeartbeat(() => startDueSyncs(dependencies, cancellationSignal())),
    startWaitingDeliveries: (): Promise<void> =>
      withHeartbeat(() => startWaitingDeliveries(dependencies, cancellationSignal())),
    redeliverGithubWebhooks: (): Promise<void> =>
      withHeartbeat(() => redeliverGithubWebhooks(dependencies, cancellationSignal())),
  };
}
