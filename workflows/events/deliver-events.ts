import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { deliveryWorkflow } from '../../domain/runs/run-kinds.ts';
import type { DeliveryInput } from '../../domain/runs/run-kinds.ts';

const { sendDueBatches } = proxyActivities<Pick<Activities, 'sendDueBatches'>>({
  // Ten attempts of ten seconds, and the transactions between them.
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
});

const wake = defineSignal(deliveryWorkflow.signal);

/** How long a workflow without work stays, so that a subscription with few events does not start one for each. */
const idleTime = '10 minutes';
const maximumHistoryLength = 2000;

/**
 * Delivers the events of a subscription, when it starts and at each signal, until it is deleted or had no signal for a while.
 * The loop that numbers events sends the signal when the subscription is due: what is to be done, and when, is in its row.
 */
export async function deliverEvents(input: DeliveryInput): Promise<void> {
  let isAwake = false;
  setHandler(wake, () => {
    isAwake = true;
  });
  do {
    isAwake = false;
    if (!(await sendDueBatches(input))) return;
    if (workflowInfo().historyLength > maximumHistoryLength) await continueAsNew<typeof deliverEvents>(input);
  } while (await condition(() => isAwake, idleTime));
}
