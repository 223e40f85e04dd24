import { lockOrganization } from '../../lock-organization.ts';
import { recordAudit } from '../../organizations/audit-store.ts';
import { execute, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { recordOwnershipEvent } from '../issues/event-store.ts';
import { clearInferenceScope, countInferenceScope, fillInferenceScope } from './inference-scope.ts';
import { infer } from './infer.ts';
import type { InferenceResult } from './infer.ts';
import { refreshApplicationIssues } from '../issues/issue-store.ts';
import { refreshResourceIssues } from '../issues/resource-issues.ts';
import { listRulesToEvaluate, suspendRule } from '../rules/rule-store.ts';
import { takeInferenceQueue } from './take-inference-queue.ts';

/** What a run did. */
export interface InferenceRun {
  /** Whether every resource was evaluated, or those that the queue named. */
  readonly scope: 'all' | 'queued';
  /** The number of evaluated resources; `undefined` for all. */
  readonly size: number | undefined;
  readonly memberships: InferenceResult['memberships'];
}

/**
 * Evaluates the rules for the resources that the queue names, in the caller's transaction: writes memberships,
 * environments, teams and resource issues that change, records events and the audit entries of new applications,
 * suspends rules that would create too many, and removes deleted rules. Idempotent. Returns `undefined` for an empty
 * queue.
 *
 * @param limitSeconds Postgres ends the transaction so long after it got the lock of inference
 */
export async function runInference(tenant: Tenant, limitSeconds?: number): Promise<InferenceRun | undefined> {
  await lockOrganization(tenant, 'inference');
  if (limitSeconds !== undefined)
    await execute(tenant, sql`select set_config('transaction_timeout', ${`${limitSeconds}s`}, true)`);
  const taken = await takeInferenceQueue(tenant);
  if (taken === undefined) return undefined;
  // Before the rules are listed: a rule that is deleted after this statement is removed by a later run.
  const deletedRules = await listDeletedRules(tenant);
  const rules = await listRulesToEvaluate(tenant);
  const scope = await fillInferenceScope(tenant, taken, rules);
  const size = scope === 'all' ? undefined : await countInferenceScope(tenant);
  const result = await infer(tenant, rules, scope);
  await refreshResourceIssues(tenant, scope);
  const changedRules = new Set(taken.idsOf('rule'));
  await removeRules(
    tenant,
    deletedRules.filter((id) => scope === 'all' || changedRules.has(id)),
  );
  await recordResult(tenant, result);
  await refreshApplicationIssues(tenant, [
    ...result.createdApplications.map(({ id }) => id),
    ...(await listOrphanedApplications(tenant, scope)),
  ]);
  await clearInferenceScope(tenant);
  return { scope, size, memberships: result.memberships };
}

async function listDeletedRules(tenant: Tenant): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from inference_rules where organization_id = ${tenant.organizationId} and deleted_at is not null`,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the rows of deleted rules whose resources were evaluated without them. Reviews keep no reference to them. */
async function removeRules(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update memberships set rule_id = null
      where organization_id = ${organizationId} and rule_id = any(${ids}::uuid[])`,
  );
  await execute(
    tenant,
    sql`delete from inference_rules where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
  );
}

async function recordResult(
  tenant: Tenant,
  { createdApplications, inferredByApplication, exhaustedRuleIds }: InferenceResult,
): Promise<void> {
  for (const { id, name, ruleId } of createdApplications)
    await recordAudit(tenant, {
      actorType: 'system',
      actorId: undefined,
      action: 'application.created',
      targetType: 'application',
      targetId: id,
      targetName: name,
      details: { rule_id: ruleId },
    });
  for (const { application_id: id, name, added, repository_evidence: evidence } of inferredByApplication)
    if (added > 0)
      await recordOwnershipEvent(tenant, {
        kind: 'inferred',
        target: { type: 'application', id, name },
        source: evidence === null ? 'rule' : 'repository',
        evidence: evidence ?? [],
      });
  for (const id of exhaustedRuleIds)
    await suspendRule(tenant, id, 'The rule would create more than 500 applications.');
}

/**
 * Lists the applications whose issue `orphaned_membership` can have changed: those with a deleted resource that a person
 * declared or confirmed, and those with an open issue.
 */
async function listOrphanedApplications(tenant: Tenant, scope: 'all' | 'queued'): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const inScope =
    scope === 'all'
      ? rawSql('true')
      : sql`m.resource_id in (select s.resource_id from inference_scope s
          where s.organization_id = ${organizationId})`;
  const rows = await rowsOf<{ applicationId: string }>(
    tenant,
    sql`select distinct m.application_id from memberships m
      join resources r on r.organization_id = ${organizationId} and r.id = m.resource_id
      where m.organization_id = ${organizationId} and m.status in ('confirmed', 'declared') and ${inScope}
        and (r.status = 'deleted' or exists (select from ownership_issues i
          where i.organization_id = ${organizationId} and i.kind = 'orphaned_membership'
            and i.target_id = m.application_id and i.resolved_at is null))`,
  );
  return rows.map(({ applicationId: id }) => id);
}
