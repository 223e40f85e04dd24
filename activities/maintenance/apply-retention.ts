import { dayMs } from '../../domain/time.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { deleteBatch } from '../../db/maintenance/delete-batch.ts';
import type { RetentionCutoffs, RetentionRule } from '../../db/maintenance/retention-rules.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Dependencies } from '../dependencies.ts';

export type RetentionDependencies = Pick<Dependencies, 'database' | 'logger' | 'configuration'>;

/** Deletes one batch of an organization's rows. Returns whether there may be more. */
export type BatchStep = (tenant: Tenant) => Promise<boolean>;

/** Returns a step per rule, with the cutoffs of the configuration. */
export function stepsOf(
  rules: readonly RetentionRule[],
  configuration: RetentionDependencies['configuration'],
  now = Date.now(),
): readonly BatchStep[] {
  const before = (days: number) => new Date(now - days * dayMs);
  const cutoffs: RetentionCutoffs = {
    history: before(configuration.revisionRetentionDays),
    scans: before(configuration.scanRetentionDays),
    plans: before(configuration.planRetentionDays),
    cloudTrailEvents: before(configuration.cloudTrailEventRetentionDays),
    sessions: before(configuration.sessionRetentionDays),
  };
  return rules.map((rule) => (tenant) => deleteBatch(tenant, rule, cutoffs));
}

/**
 * Runs the steps of every organization until none has more rows. Each batch is a separate transaction, so an interrupted
 * call loses at most one batch, and the next call continues. Each round executes one batch per step and organization, so
 * an organization with many rows does not delay the others. A failed step is skipped for its organization only.
 * @throws AggregateError after the last organization, when at least one step failed.
 * @throws CatalogueError `provider_unavailable` when Postgres cannot be reached.
 */
export async function applyRetention(
  { database, logger }: RetentionDependencies,
  steps: readonly BatchStep[],
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let pending = (await listOrganizations(database)).map(({ id }) => ({ id, steps }));
  while (pending.length > 0) {
    const unfinished: typeof pending = [];
    for (const organization of pending) {
      const working: BatchStep[] = [];
      let more = false;
      for (const step of organization.steps) {
        signal?.throwIfAborted();
        try {
          more = (await database.withTenant(organization.id, step)) || more;
          working.push(step);
        } catch (error) {
          if (error instanceof CatalogueError && error.code === 'provider_unavailable') throw error;
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
