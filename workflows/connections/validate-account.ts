import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { validateOrMarkUnreachable } from './validate-or-mark-unreachable.ts';

const { finishAccountValidation, requestFirstScans, recheckOnboarding } = proxyActivities<
  Pick<Activities, 'finishAccountValidation' | 'requestFirstScans' | 'recheckOnboarding'>
>({ startToCloseTimeout: '1 minute', retry: { maximumInterval: '15 seconds' } });

/** Validates one account, whose id is `subjectId`, and requests the first scans of its connection. */
export async function validateAccount(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    const { organizationId, subjectId: accountId } = input;
    await validateOrMarkUnreachable(organizationId, accountId);
    const connectionId = await finishAccountValidation({ organizationId, accountId });
    if (connectionId === null) return 'cancelled';
    await recheckOnboarding(organizationId, connectionId);
    await requestFirstScans({ ...input, subjectId: connectionId });
    return 'succeeded';
  });
}
