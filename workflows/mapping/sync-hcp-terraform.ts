import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { stateActivityOptions } from './state-activity-options.ts';

const { syncHcpTerraformConnection } =
  proxyActivities<Pick<Activities, 'syncHcpTerraformConnection'>>(stateActivityOptions);

/** Syncs the workspaces of a connection with HCP Terraform. */
export async function syncHcpTerraform(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    const { error } = await syncHcpTerraformConnection(input);
    return error === undefined ? 'succeeded' : { error };
  });
}
