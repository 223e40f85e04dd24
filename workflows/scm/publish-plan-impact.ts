import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { scmActivityOptions } from './scm-activity-options.ts';

const { publishPlanImpact: publish } =
  proxyActivities<Pick<Activities, 'publishPlanImpact'>>(scmActivityOptions);

/** Publishes the impact of a plan on its pull request. */
export async function publishPlanImpact(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await publish(input);
    return 'succeeded';
  });
}
