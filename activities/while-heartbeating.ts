import { Context } from '@temporalio/activity';

const beatMs = 3_000;

/** Tells Temporal that the activity lives while `work` is done, so that another worker soon takes over from a dead one. */
export async function whileHeartbeating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
