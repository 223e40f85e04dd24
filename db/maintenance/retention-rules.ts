import { defaultRetentionDays } from '../assistant/settings-store.ts';
import { coverageHistoryDays } from '../mapping/coverage/coverage-history-store.ts';
import { eventRetentionDays } from '../../domain/assistant/turn-limits.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/** Rows that ended before these times are deleted. */
export interface RetentionCutoffs {
  /** Of revisions, changes and former values of resources, ownership events and resolved issues. */
  readonly history: Date;
  /** Of scans and runs. */
  readonly scans: Date;
  /** Of plans, their changes, and executions. */
  readonly plans: Date;
  readonly cloudTrailEvents: Date;
  readonly sessions: Date;
}

/** Selects the rows of one table that are deleted. */
export interface RetentionRule {
  readonly table: string;
  /** Rows per transaction. */
  readonly batch: number;
  /** The condition on the table, which has the alias `o`. */
  readonly expired: (organizationId: string, cutoffs: RetentionCutoffs) => Sql;
}

const batch = 1000;
/** Small, because a run without a scan has no tasks, but a run cascades to its scan. */
const runsPerBatch = 100;

const unused = () => rawSql('o.active = 0 and o.deleted = 0 and o.unobserved = 0');

const taskDays = 7;

/** The oldest scans that ended more than a week ago and have tasks. Their counts stay. */
const oldestScansWithTasks = (organizationId: string) => sql`select s.id from scans s
  where s.organization_id = ${organizationId} and s.finished_at < now() - make_interval(days => ${taskDays})
    and exists (select from scan_tasks t where t.organization_id = ${organizationId} and t.scan_id = s.id)
  order by s.finished_at limit ${runsPerBatch}`;

/**
 * The oldest scans that ended before `before`: their tasks and accounts are deleted first, then their runs. Used as an
 * array, because the planner reads the whole table of tasks for a subquery with `in`.
 */
const oldestScans = (organizationId: string, before: Date) => sql`select s.id from scans s
  where s.organization_id = ${organizationId} and s.finished_at < ${before}
  order by s.finished_at limit ${runsPerBatch}`;

const plansPerBatch = 100;

/** The oldest plans before `before` that have changes. */
const oldestPlans = (organizationId: string, before: Date) => sql`select p.id from plans p
  where p.organization_id = ${organizationId} and p.created_at < ${before} and exists (select from plan_changes c
    where c.organization_id = ${organizationId} and c.plan_id = p.id)
  order by p.created_at limit ${plansPerBatch}`;

/**
 * The tasks in seen_resources that are not active. Jumps from one task id to the next in the primary key: a seen-set can
 * have a million rows, and scan_tasks many more.
 */
const endedTasks = (organizationId: string) => sql`with recursive seen as (
    (select s.task_id from seen_resources s where s.organization_id = ${organizationId} order by s.task_id limit 1)
    union all
    select (select s.task_id from seen_resources s
      where s.organization_id = ${organizationId} and s.task_id > seen.task_id order by s.task_id limit 1)
    from seen where seen.task_id is not null)
  select seen.task_id from seen where seen.task_id is not null and not exists (
    select from scan_tasks t where t.organization_id = ${organizationId} and t.id = seen.task_id
      and t.status in ('queued', 'running'))`;

/** Rows that expire within hours. */
export const expiredRows: readonly RetentionRule[] = [
  { table: 'idempotency_keys', batch, expired: () => sql`o.expires_at < now()` },
  { table: 'user_tokens', batch, expired: () => sql`o.expires_at < now()` },
  { table: 'login_challenges', batch, expired: () => sql`o.expires_at < now()` },
  { table: 'sso_transactions', batch, expired: () => sql`o.expires_at < now()` },
  { table: 'sso_logout_tokens', batch, expired: () => sql`o.expires_at < now()` },
  {
    table: 'sessions',
    batch,
    expired: (_organizationId, { sessions }) =>
      sql`least(o.expires_at, coalesce(o.revoked_at, o.expires_at)) < ${sessions}`,
  },
  {
    // GitHub redelivers for three days. The row of a processed delivery prevents that a repeat is processed again.
    table: 'scm_deliveries',
    batch,
    expired: () => sql`o.received_at < now() - interval '14 days'`,
  },
  {
    // As many as webhook deliveries, four per hour and state source, or one per minute while resources change. Other runs
    // are kept longer.
    table: 'runs',
    batch,
    expired:
      () => sql`o.kind in ('handle_delivery', 'sync_state_source', 'detect_state_sources', 'match_account',
        'infer_memberships', 'count_queries', 'answer_turn') and o.finished_at < now() - interval '14 days'`,
  },
  {
    // Each change in a customer's account can start a scan of due cells. Cascades to the scan, its tasks and accounts.
    table: 'runs',
    batch: runsPerBatch,
    expired: (organizationId) => sql`o.id = any(array(select s.id from scans s
      where s.organization_id = ${organizationId} and s.trigger = 'event' and s.finished_at < now() - interval '1 day'
        and s.created = 0 and s.updated = 0 and s.deleted = 0
      order by s.finished_at limit ${runsPerBatch}))`,
  },
  {
    // Of cells that no scan can read.
    table: 'due_cells',
    batch,
    expired: () => sql`o.last_event_at < now() - interval '90 days'`,
  },
  {
    table: 'ai_turn_events',
    batch: 5000,
    expired: () => sql`o.created_at < now() - make_interval(days => ${eventRetentionDays})`,
  },
  {
    table: 'api_tokens',
    batch,
    expired: () =>
      sql`least(o.expires_at, coalesce(o.revoked_at, o.expires_at)) < now() - interval '400 days'`,
  },
  // Ids are UUIDs of version 7, which begin with the time. So the primary key finds the rows.
  { table: 'events', batch: 5000, expired: () => sql`o.id < uuidv7(interval '-30 days')` },
  {
    table: 'event_deliveries',
    batch,
    expired: () => sql`o.id < uuidv7(interval '-7 days') and o.status <> 'pending'`,
  },
  { table: 'scm_install_states', batch, expired: () => sql`o.expires_at < now() - interval '1 day'` },
  {
    // An attempt deletes its own rows, unless the task was cancelled or the process crashed.
    table: 'seen_resources',
    batch: 10_000,
    expired: (organizationId) => sql`o.task_id = any(array(${endedTasks(organizationId)}))`,
  },
];

/** History that expires after weeks or months. Dependent rows come before the rows that they refer to. */
export const oldHistory: readonly RetentionRule[] = [
  {
    // Keeps the revision that was current at the cutoff, and the latest revision of a resource that is not deleted.
    table: 'resource_revisions',
    batch,
    expired: (organizationId, { history }) => sql`o.observed_at < ${history} and (
      exists (select from resource_revisions n where n.organization_id = ${organizationId}
        and n.resource_id = o.resource_id and n.revision > o.revision and n.observed_at < ${history})
      or exists (select from resources r where r.organization_id = ${organizationId} and r.id = o.resource_id
        and r.deleted_at < ${history}))`,
  },
  { table: 'changes', batch, expired: (_organizationId, { history }) => sql`o.occurred_at < ${history}` },
  {
    table: 'resource_history',
    batch,
    expired: (_organizationId, { history }) => sql`o.valid_to < ${history}`,
  },
  {
    table: 'resource_former_texts',
    batch,
    expired: (_organizationId, { history }) => sql`o.valid_to < ${history}`,
  },
  { table: 'resource_tags', batch, expired: (_organizationId, { history }) => sql`o.valid_to < ${history}` },
  { table: 'resource_counts', batch, expired: unused },
  { table: 'resource_pair_counts', batch, expired: unused },
  {
    // Keeps the last transition of a resource, by which the next one is known.
    table: 'drift_transitions',
    batch,
    expired: (organizationId, { history }) => sql`o.occurred_at < ${history} and exists (
      select from drift_transitions n where n.organization_id = ${organizationId} and n.resource_id = o.resource_id
        and n.id > o.id)`,
  },
  {
    // Keeps the time that was current at the cutoff.
    table: 'account_freshness',
    batch,
    expired: (organizationId, { history }) => sql`o.recorded_at < ${history} and exists (
      select from account_freshness n
      where n.organization_id = ${organizationId} and n.aws_account_id = o.aws_account_id
        and n.recorded_at > o.recorded_at and n.recorded_at < ${history})`,
  },
  {
    table: 'mapping_coverage_days',
    batch,
    expired: () => sql`o.day <= (now() at time zone 'UTC')::date - ${coverageHistoryDays}::integer`,
  },
  {
    // Cascades to the periods and to compositions.
    table: 'relationships',
    batch,
    expired: (_organizationId, { history }) => sql`o.status = 'stale' and o.stale_at < ${history}`,
  },
  {
    table: 'relationship_periods',
    batch,
    expired: (_organizationId, { history }) => sql`o.valid_to < ${history}`,
  },
  {
    table: 'external_nodes',
    batch,
    expired: (organizationId) => sql`not exists (select from relationships e
        where e.organization_id = ${organizationId} and e.source_id = o.id)
      and not exists (select from relationships e where e.organization_id = ${organizationId} and e.target_id = o.id)`,
  },
  {
    table: 'memberships',
    batch,
    expired: () => sql`o.status = 'stale' and o.updated_at < now() - interval '90 days'`,
  },
  {
    table: 'ownership_issues',
    batch,
    expired: (_organizationId, { history }) => sql`o.resolved_at < ${history}`,
  },
  {
    table: 'ownership_events',
    batch,
    expired: (_organizationId, { history }) => sql`o.occurred_at < ${history}`,
  },
  {
    // Cascades to turns and events: a batch has up to 2,000 turns.
    table: 'ai_conversations',
    batch: 20,
    expired: (organizationId) => sql`o.last_turn_at < now() - make_interval(days => coalesce(
      (select s.retention_days from ai_settings s where s.organization_id = ${organizationId}),
      ${defaultRetentionDays}))`,
  },
  { table: 'ai_audit_entries', batch, expired: () => sql`o.occurred_at < now() - interval '400 days'` },
  {
    table: 'cloudtrail_events',
    batch,
    expired: (_organizationId, { cloudTrailEvents }) => sql`o.occurred_at < ${cloudTrailEvents}`,
  },
  {
    // Before their plan, because a plan has up to 100,000 of them.
    table: 'plan_changes',
    batch: 5000,
    expired: (organizationId, { plans }) =>
      sql`o.plan_id = any(array(${oldestPlans(organizationId, plans)}))`,
  },
  {
    table: 'plans',
    batch,
    expired: (
      organizationId,
      { plans },
    ) => sql`o.created_at < ${plans} and not exists (select from plan_changes c
      where c.organization_id = ${organizationId} and c.plan_id = o.id)`,
  },
  {
    table: 'executions',
    batch,
    expired: (
      organizationId,
      { plans },
    ) => sql`o.created_at < ${plans} and o.updated_at < ${plans} and not exists (
      select from plans p where p.organization_id = ${organizationId} and p.execution_id = o.id)`,
  },
  {
    table: 'scan_tasks',
    batch: 5000,
    expired: (organizationId) => sql`o.scan_id = any(array(${oldestScansWithTasks(organizationId)}))`,
  },
  {
    table: 'scan_accounts',
    batch,
    expired: (organizationId, { scans }) =>
      sql`o.scan_id = any(array(${oldestScans(organizationId, scans)}))`,
  },
  {
    // Cascades to the scan of the run.
    table: 'runs',
    batch: runsPerBatch,
    expired: (organizationId, { scans }) => sql`o.finished_at < ${scans}
      and not exists (select from scan_tasks t where t.organization_id = ${organizationId} and t.scan_id = o.id)
      and not exists (select from scan_accounts a where a.organization_id = ${organizationId} and a.scan_id = o.id)`,
  },
];
