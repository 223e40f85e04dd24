import { ApplicationFailure, Context } from '@temporalio/activity';

const heartbeatMs = 3_000;
/** Another attempt would probably end the next worker, too, and with it the work of all other organizations in it. */
const maximumLostWorkers = 2;

/** Details of the heartbeats. Temporal gives those of an attempt to the next one. */
interface HeartbeatDetails {
  /** Attempts whose worker process ended, or stood still, during the work. */
  readonly lostWorkers: number;
  /** Whether the attempt ended with an error. An attempt without it lost its worker. */
  readonly ended?: true;
}

/**
 * Heartbeats every 3 s until `work` settles, so that Temporal soon detects a crashed worker and retries the activity.
 *
 * @param options.reads - content of a customer or a provider, which can be made to exhaust a process: after two attempts
 *   that lost their worker, the activity fails
 * @throws ApplicationFailure `worker_lost`, not retryable
 */
export async function withHeartbeat<T>(
  work: () => Promise<T>,
  options: { readonly reads?: 'foreign content' } = {},
): Promise<T> {
  const context = Context.current();
  const last = context.info.heartbeatDetails as HeartbeatDetails | undefined;
  const lostWorkers = (last?.lostWorkers ?? 0) + (last !== undefined && last.ended !== true ? 1 : 0);
  if (options.reads !== undefined && lostWorkers >= maximumLostWorkers)
    throw ApplicationFailure.create({
      message: 'The worker process ended twice during this work, so it is not tried again.',
      type: 'worker_lost',
      nonRetryable: true,
    });
  const heartbeat = (details: HeartbeatDetails) => context.heartbeat(details);
  // Temporal gets the first heartbeat at once, and the last one with the failure.
  heartbeat({ lostWorkers });
  const timer = setInterval(() => heartbeat({ lostWorkers }), heartbeatMs);
  try {
    return await work();
  } catch (error) {
    heartbeat({ lostWorkers, ended: true });
    throw error;
  } finally {
    clearInterval(timer);
  }
}
