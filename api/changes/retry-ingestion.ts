import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { findFeedOf, listFeeds, reconcileFeeds } from '../../db/changes/feed-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted, id } from '../http/schemas.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';

export const retryIngestion = operation({
  id: 'retryIngestion',
  method: 'POST',
  path: '/changes/ingestion-retries',
  tag: 'Changes',
  summary: 'Retry CloudTrail ingestion for an account and region',
  access: 'changes:retry',
  audit: 'change_ingestion.retried',
  body: z.strictObject({ aws_account_id: id, region: z.string().max(40) }),
  success: [202, Accepted],
  async handle({ body, principal, services, tenant, audit }) {
    await reconcileFeeds(tenant);
    const feed = await findFeedOf(tenant, body.aws_account_id, body.region);
    if (feed === undefined || feed.nextPollAt === undefined) {
      const ofAccount = await listFeeds(tenant, { accountId: [body.aws_account_id] }, undefined, 100);
      throw ofAccount.some(({ nextPollAt: at }) => at !== undefined)
        ? errors.validationFailed('region', 'is not a region of the account')
        : errors.validationFailed('aws_account_id', 'is not a connected account');
    }
    audit({ type: 'account', id: feed.awsAccountId, details: { region: feed.region } });
    const { run_id } = await launchRun(tenant, services, {
      kind: 'ingest_changes',
      subjectId: feed.id,
      description: `region ${feed.region}`,
      requestedBy: principal.id,
    });
    return { run_id };
  },
});
