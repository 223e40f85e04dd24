import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { asRun, messageOf } from '../runs/as-run.ts';
import { isOurs } from './validate-accounts.ts';

const { validateOneAccount } = proxyActivities<Pick<Activities, 'validateOneAccount'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '15 seconds', maximumAttempts: 5 },
});

const { noteUnreachable, concludeAccount, requestFirstScans, wakeOnboarding } = proxyActivities<
  Pick<Activities, 'noteUnreachable' | 'concludeAccount' | 'requestFirstScans' | 'wakeOnboarding'>
>({ startToCloseTimeout: '1 minute', retry: { maximumInterval: '15 seconds' } });

/** Validates one account; `subjectId` is its record. */
export async function validateAccount(input: RunInput): Promise<void> {
  await asRun(input, async () => {
    const account = { organizationId: input.organizationId, accountId: input.subjectId };
    try {
      await validateOneAccount(account);
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isOurs(error.cause)) throw error;
      await noteUnreachable(account, messageOf(error));
    }
    const connectionId = await concludeAccount(account);
    if (connectionId === null) return 'cancelled';
    await wakeOnboarding(input.organizationId, connectionId);
    await requestFirstScans({ ...input, subjectId: connectionId });
    return 'succeeded';
  });
}
