import { Context } from '@temporalio/activity';

const heartbeatMs = 3_000;

/** Heartbeats until `work` settles, so that Temporal retries the activity elsewhere soon after its worker died. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
