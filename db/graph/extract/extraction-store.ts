import type { ExtractionMode, ExtractionTrigger, RunStatus } from '../../../domain/values.ts';
import { execute, oneRowOf, rowOf } from '../../query.ts';
import { takeRun } from '../../runs/take-run.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** An extraction run in progress. */
export interface Extraction {
  readonly awsAccountId: string;
  readonly mode: ExtractionMode;
  /** The last resource of a full run whose references are stored. */
  readonly extractedTo: string | undefined;
}

/** Inserts the row of a queued run, and that of the account. */
export async function insertExtraction(
  tenant: Tenant,
  run: {
    readonly runId: string;
    readonly accountId: string;
    readonly trigger: ExtractionTrigger;
    readonly mode: ExtractionMode;
  },
): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into graph_accounts (organization_id, aws_account_id) values (${organizationId}, ${run.accountId})
      on conflict (organization_id, aws_account_id) do nothing`,
  );
  await execute(
    tenant,
    sql`insert into graph_extractions (organization_id, run_id, aws_account_id, trigger, mode)
      values (${organizationId}, ${run.runId}, ${run.accountId}, ${run.trigger}, ${run.mode})`,
  );
}

/** Stores that another run of the account is to follow the active one. `full` replaces `incremental`. */
export async function requestAnotherExtraction(
  tenant: Tenant,
  accountId: string,
  mode: ExtractionMode,
): Promise<void> {
  await execute(
    tenant,
    sql`insert into graph_accounts as a (organization_id, aws_account_id, requested_mode)
      values (${tenant.organizationId}, ${accountId}, ${mode})
      on conflict (organization_id, aws_account_id) do update
        set requested_mode = case when a.requested_mode = 'full' then 'full' else excluded.requested_mode end`,
  );
}

/** Removes the request for another run of the account and returns its mode. Locks the account's row. */
export async function takeRequestedExtraction(
  tenant: Tenant,
  accountId: string,
): Promise<{ readonly mode: ExtractionMode; readonly accountId: string } | undefined> {
  return rowOf(
    tenant,
    sql`with requested as materialized (
        select g.requested_mode as mode, g.aws_account_id, a.account_id from graph_accounts g
        join aws_accounts a on a.organization_id = g.organization_id and a.id = g.aws_account_id
        where g.organization_id = ${tenant.organizationId} and g.aws_account_id = ${accountId}
          and g.requested_mode is not null
        for no key update of g
      ), cleared as (
        update graph_accounts g set requested_mode = null from requested q
        where g.organization_id = ${tenant.organizationId} and g.aws_account_id = q.aws_account_id
      ) select mode, account_id from requested`,
  );
}

/**
 * Begins a run, or returns one that began before. An incremental run becomes a full one when the account was never fully
 * extracted with these rules, or when a full run was requested. The run satisfies the requests before its beginning.
 * A run that began with another rule set starts again, as a full one. Returns `undefined` when the run does not exist.
 */
export async function beginExtraction(
  tenant: Tenant,
  runId: string,
  ruleSet: string,
): Promise<Extraction | undefined> {
  const { organizationId } = tenant;
  const isSame = (await takeRun(tenant, runId, ruleSet)) === 'same';
  const begun = await rowOf<Extraction>(
    tenant,
    // Another worker, of another release, may have begun with other rules: all of the run's references are read again.
    sql`update graph_extractions set mode = case when ${isSame} then mode else 'full' end,
        extracted_to = case when ${isSame} then extracted_to end
      where organization_id = ${organizationId} and run_id = ${runId} and begun_at is not null
      returning aws_account_id, mode, extracted_to`,
  );
  if (begun !== undefined) return begun;
  return rowOf<Extraction>(
    tenant,
    sql`with account as materialized (
        select a.aws_account_id, a.requested_mode, a.rule_set, a.last_full_at from graph_accounts a
        join graph_extractions x on x.organization_id = ${organizationId} and x.run_id = ${runId}
          and x.aws_account_id = a.aws_account_id
        where a.organization_id = ${organizationId}
        for no key update of a
      ), cleared as (
        update graph_accounts a set requested_mode = null from account
        where a.organization_id = ${organizationId} and a.aws_account_id = account.aws_account_id
          and a.requested_mode is not null
      )
      update graph_extractions x set begun_at = clock_timestamp(), mode = case
        when account.requested_mode = 'full' or account.rule_set is distinct from ${ruleSet}
          or account.last_full_at is null then 'full' else x.mode end
      from account where x.organization_id = ${organizationId} and x.run_id = ${runId}
      returning x.aws_account_id, x.mode, x.extracted_to`,
  );
}

/** The outcome of a run whose work is done. */
export interface ExtractionOutcome {
  readonly status: Extract<RunStatus, 'succeeded' | 'partial'>;
  readonly error: string | undefined;
}

/**
 * Takes the run for a worker that resolves references or ends the run. If another rule set extracted or resolved references
 * before, the run is followed by a full one.
 */
export async function takeExtraction(tenant: Tenant, runId: string, ruleSet: string): Promise<void> {
  const { organizationId } = tenant;
  if ((await takeRun(tenant, runId, ruleSet)) !== 'changed') return;
  const row = await rowOf<{ awsAccountId: string }>(
    tenant,
    sql`select aws_account_id from graph_extractions where organization_id = ${organizationId} and run_id = ${runId}`,
  );
  if (row !== undefined) await requestAnotherExtraction(tenant, row.awsAccountId, 'full');
}

/**
 * Stores the times of the account's extraction. A full run that another full one is to follow does not count as full. Returns
 * whether limits cut it, in this run or in an earlier one.
 */
export async function endExtraction(
  tenant: Tenant,
  runId: string,
  ruleSet: string,
): Promise<ExtractionOutcome> {
  const { organizationId } = tenant;
  await takeExtraction(tenant, runId, ruleSet);
  const extraction = await rowOf<{ awsAccountId: string; mode: ExtractionMode }>(
    tenant,
    sql`select aws_account_id, mode from graph_extractions where organization_id = ${organizationId} and run_id = ${runId}`,
  );
  if (extraction === undefined) return { status: 'succeeded', error: undefined };
  const { awsAccountId: accountId, mode } = extraction;
  const isFull = sql`(${mode === 'full'} and requested_mode is distinct from 'full')`;
  await execute(
    tenant,
    sql`update graph_accounts set last_extracted_at = clock_timestamp(),
        last_full_at = case when ${isFull} then clock_timestamp() else last_full_at end,
        rule_set = case when ${isFull} then ${ruleSet} else rule_set end
      where organization_id = ${organizationId} and aws_account_id = ${accountId}`,
  );
  const cuts = await oneRowOf<Cuts>(
    tenant,
    sql`select count(*) filter (where cut = 'leaves') as leaves, count(*) filter (where cut = 'references') as references,
        count(*) filter (where cut = 'account') as account, count(*) filter (where cut = 'document') as document
      from graph_holders where organization_id = ${organizationId} and aws_account_id = ${accountId} and cut is not null`,
  );
  const error = describeCuts(cuts);
  return { status: error === undefined ? 'succeeded' : 'partial', error };
}

interface Cuts {
  readonly leaves: number;
  readonly references: number;
  readonly account: number;
  readonly document: number;
}

function describeCuts({ leaves, references, account, document }: Cuts): string | undefined {
  const parts = [
    [leaves, 'have more than 200,000 values; the values beyond were not read'],
    [references, 'have more than 2,000 references; the references beyond were not read'],
    [account, 'have no references because the account has more than 5,000,000'],
    [document, 'have no references because their configuration could not be read in time or memory'],
  ] as const;
  const named = parts.flatMap(([count, text]) => (count === 0 ? [] : [`${count} resources ${text}.`]));
  return named.length === 0 ? undefined : named.join(' ');
}
