import { dayMs } from '../../domain/time.ts';
import { isDatabaseOutage, isWorkTimeout } from '../../db/database-errors.ts';
import { deleteBatch } from '../../db/maintenance/delete-batch.ts';
import type { RetentionCutoffs, RetentionRule } from '../../db/maintenance/retention-rules.ts';
import { limitBatch } from '../../db/maintenance/limit-batch.ts';
import type { BatchLimits } from '../../db/maintenance/limit-batch.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Dependencies } from '../dependencies.ts';

export type RetentionDependencies = Pick<Dependencies, 'database' | 'logger' | 'configuration'>;

/**
 * Deletes one batch of an organization's rows. Returns whether there may be more.
 *
 * @param share - the part of the rows of a batch that is deleted, at most 1
 */
export type BatchStep = (tenant: Tenant, share: number) => Promise<boolean>;

/** Returns a step per rule, with the cutoffs of the configuration before `now`, a time of Postgres in milliseconds. */
export function stepsOf(
  rules: readonly RetentionRule[],
  configuration: RetentionDependencies['configuration'],
  now: number,
): readonly BatchStep[] {
  const before = (days: number) => new Date(now - days * dayMs);
  const cutoffs: RetentionCutoffs = {
    history: before(configuration.revisionRetentionDays),
    scans: before(configuration.scanRetentionDays),
    plans: before(configuration.planRetentionDays),
    cloudTrailEvents: before(configuration.cloudTrailEventRetentionDays),
    sessions: before(configuration.sessionRetentionDays),
  };
  return rules.map((rule) => (tenant, share) => deleteBatch(tenant, rule, cutoffs, share));
}

/**
 * Runs the steps of every organization until none has more rows. Each batch is a separate transaction, so an interrupted
 * call loses at most one batch, and the next call continues. Each round executes one batch per step and organization, so
 * an organization with many rows does not delay the others. A batch that exceeds its time is repeated in the next round with
 * half of the rows. A failed step, such as one that waits for a lock, is skipped for its organization only.
 *
 * @throws AggregateError after the last organization, when at least one step failed.
 * @throws CatalogueError `provider_unavailable` when Postgres cannot be reached.
 */
export async function applyRetention(
  { database, logger }: RetentionDependencies,
  steps: readonly BatchStep[],
  signal?: AbortSignal,
  limits: BatchLimits = defaultLimits,
): Promise<void> {
  const failures: unknown[] = [];
  const organizations = await listOrganizations(database);
  let pending = organizations.map(({ id }) => ({ id, steps: steps.map((step) => ({ step, share: 1 })) }));
  const runBatch = (organizationId: string, { step, share }: PendingStep) =>
    database.withTenant(organizationId, async (tenant) => {
      await limitBatch(tenant, limits);
      return step(tenant, share);
    });
  while (pending.length > 0) {
    const unfinished: typeof pending = [];
    for (const organization of pending) {
      const working: PendingStep[] = [];
      let more = false;
      for (const pendingStep of organization.steps) {
        signal?.throwIfAborted();
        try {
          more = (await runBatch(organization.id, pendingStep)) || more;
          working.push(pendingStep);
        } catch (error) {
          if (isDatabaseOutage(error)) throw error;
          const share = pendingStep.share / 2;
          if (isWorkTimeout(error) && share >= smallestShare) {
            working.push({ ...pendingStep, share });
            more = true;
            continue;
          }
          failures.push(error);
          logger.warn({ err: error, organization_id: organization.id }, 'failed to delete expired rows');
        }
      }
      if (more) unfinished.push({ id: organization.id, steps: working });
    }
    pending = unfinished;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deletions failed`);
}

interface PendingStep {
  readonly step: BatchStep;
  /** The part of the rows of a batch. */
  readonly share: number;
}

/** Longer than a batch takes, and short enough for a pass over many slow organizations. */
const defaultLimits: BatchLimits = { statementSeconds: 30, lockSeconds: 5 };

/** About one row of a batch of 1,000. */
const smallestShare = 1 / 1024;
