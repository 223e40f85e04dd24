import { Context } from '@temporalio/activity';

const heartbeatMs = 3_000;

/** Heartbeats every 3 s until `work` settles, so that Temporal soon detects a crashed worker and retries the activity. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
