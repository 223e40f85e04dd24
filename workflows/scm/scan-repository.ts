import {
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { failureMessage, withRunStatus } from '../runs/with-run-status.ts';
import { scmActivityOptions } from './scm-activity-options.ts';

const { scanRepositoryHead } = proxyActivities<Pick<Activities, 'scanRepositoryHead'>>(scmActivityOptions);
const { failRepositoryScan } = proxyActivities<Pick<Activities, 'failRepositoryScan'>>({
  startToCloseTimeout: '1 minute',
});

/** Scans a repository until no scan was requested while the last one ran. */
export async function scanRepository(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    try {
      while (await scanRepositoryHead(input))
        if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof scanRepository>(input);
      return 'succeeded';
    } catch (error) {
      if (!isCancellation(error) && !(error instanceof ContinueAsNew))
        await failRepositoryScan(input, failureMessage(error));
      throw error;
    }
  });
}
