import { cancellationSignal } from '@temporalio/activity';
import type { Dependencies } from '../dependencies.ts';
import { maintenanceWork } from '../maintenance/maintenance-work.ts';
import { redeliverGithubWebhooks } from './redeliver-github-webhooks.ts';
import { startDueSyncs } from './start-due-syncs.ts';
import { startWaitingDeliveries } from './start-waiting-deliveries.ts';

/** Activities of the schedules of source control, which process all organizations. All are idempotent. */
export function createScmMaintenanceActivities(dependencies: Dependencies) {
  return {
    startScmSyncs: (): Promise<void> =>
      maintenanceWork(() => startDueSyncs(dependencies, cancellationSignal())),
    startWaitingDeliveries: (): Promise<void> =>
      maintenanceWork(() => startWaitingDeliveries(dependencies, cancellationSignal())),
    redeliverGithubWebhooks: (): Promise<void> =>
      maintenanceWork(() => redeliverGithubWebhooks(dependencies, cancellationSignal())),
  };
}
