import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { failureMessage, withRunStatus } from '../runs/with-run-status.ts';
import { scmActivityOptions } from './scm-activity-options.ts';

const { applyDelivery } = proxyActivities<Pick<Activities, 'applyDelivery'>>(scmActivityOptions);
const { failDelivery } = proxyActivities<Pick<Activities, 'failDelivery'>>({
  startToCloseTimeout: '1 minute',
});

/** Processes a webhook delivery. A failed one is processed again when the provider repeats it. */
export async function handleDelivery(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    try {
      await applyDelivery(input);
      return 'succeeded';
    } catch (error) {
      if (!isCancellation(error)) await failDelivery(input, failureMessage(error));
      throw error;
    }
  });
}
