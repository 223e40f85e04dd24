import { dayMs } from '../../domain/time.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { selectRedeliveries } from '../../domain/scm/select-redeliveries.ts';
import type { Dependencies } from '../dependencies.ts';

/** GitHub keeps deliveries for three days. Source: GitHub, "Redelivering webhooks". */
const keptMs = 3 * dayMs;
/** GitHub allows 5,000 requests an hour for an App; syncs of installations do not count. */
const maximumRedeliveries = 500;

/**
 * Requests that GitHub repeats the failed webhook deliveries of the App, each at most three times. The list is one of the
 * App, not of an installation. Deliveries that fail again are recovered by the syncs.
 * @throws ScmError when GitHub limits the rate of requests or does not respond.
 */
export async function redeliverGithubWebhooks(
  { scm, logger }: Pick<Dependencies, 'scm' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  const app = scm.githubApp;
  if (app === undefined) return;
  const attempts = await app.listDeliveryAttempts(new Date(Date.now() - keptMs));
  const failed = selectRedeliveries(attempts).slice(0, maximumRedeliveries);
  for (const { id, guid } of failed) {
    signal.throwIfAborted();
    try {
      await app.redeliver(id);
    } catch (error) {
      const stops = error instanceof ScmError && ['rate_limited', 'unavailable'].includes(error.fault);
      if (stops || !(error instanceof ScmError)) throw error;
      logger.warn({ err: error, delivery_id: guid }, 'GitHub did not repeat a webhook delivery');
    }
  }
  if (failed.length > 0) logger.info({ deliveries: failed.length }, 'requested webhook deliveries again');
}
