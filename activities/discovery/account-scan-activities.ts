import { WorkflowNotFoundError } from '@temporalio/client';
import { accountScanIdOf } from '../../domain/discovery/tasks/scan-input.ts';
import { workflowIdOf } from '../../domain/runs/run-kinds.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';

/** Activity that reads from Temporal which account scans of a scan have closed. */
export function createAccountScanActivities({ temporal }: Pick<Dependencies, 'temporal'>) {
  return {
    /** Returns the ids of the accounts whose workflow `scanAccount` has closed. */
    async listClosedAccountScans(
      { runId }: RunInput,
      accountIds: readonly string[],
    ): Promise<readonly string[]> {
      const closed: string[] = [];
      for (const accountId of accountIds) {
        const id = accountScanIdOf(workflowIdOf('scan', runId), accountId);
        if (!(await isOpen(temporal, id))) closed.push(accountId);
      }
      return closed;
    },
  };
}

async function isOpen({ client }: Dependencies['temporal'], workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
