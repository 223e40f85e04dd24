import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { stateActivityOptions } from './state-activity-options.ts';

const { syncStateObject } = proxyActivities<Pick<Activities, 'syncStateObject'>>(stateActivityOptions);

/** Waits before S3 is called again that could not be reached. */
const retryDelays = ['5 seconds', '20 seconds', '1 minute'] as const;
/** Changes of a source while its sync runs. Later ones are left to the schedule. */
const maximumRepeats = 5;

/** Syncs a Terraform state source. Repeats when the source was changed in the meantime. */
export async function syncStateSource(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    let failures = 0;
    let repeats = 0;
    for (;;) {
      const { outcome, error } = await syncStateObject(input, failures < retryDelays.length);
      const delay = retryDelays[failures];
      if (outcome === 'unreachable' && delay !== undefined) {
        failures += 1;
        await sleep(delay);
      } else if (outcome === 'superseded' && repeats < maximumRepeats) {
        repeats += 1;
      } else {
        return error === undefined ? 'succeeded' : { error };
      }
    }
  });
}
