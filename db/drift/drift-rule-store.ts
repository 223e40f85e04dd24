import { errors } from '../../domain/errors.ts';
import { lockOrganization } from '../lock-organization.ts';
import { execute, namedRowsOf, oneRowOf, rowOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { meetsMuteConditions, muteDifferences } from './drift-store.ts';

/** Conditions of a mute rule, all of which must hold; names as in the API. */
export interface DriftRuleConditions {
  readonly terraform_type?: string | undefined;
  readonly attribute?: string | undefined;
  readonly aws_account_id?: string | undefined;
  readonly tag?: string | undefined;
  readonly address?: string | undefined;
}

export interface DriftRule {
  readonly id: string;
  readonly name: string;
  readonly conditions: DriftRuleConditions;
  readonly reason: string;
  readonly expiresAt: Date | undefined;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** The number of differences that it mutes. */
  readonly muted: number;
}

export type DriftRuleFields = Pick<DriftRule, 'name' | 'conditions' | 'reason' | 'expiresAt' | 'enabled'>;

/** Maximum number of mute rules of an organization. */
export const maximumDriftRules = 200;

const columns =
  rawSql(`m.id, m.name, m.conditions, m.reason, m.expires_at, m.enabled, m.created_at, m.updated_at, m.version, (
  select count(*)::integer from drift_differences f
  where f.organization_id = m.organization_id and f.muted_by = m.id) as muted`);

/** Lists mute rules by id, one more than the limit. */
export async function listDriftRules(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly DriftRule[]> {
  return namedRowsOf<DriftRule>(
    tenant,
    sql`select ${columns} from drift_rules m where m.organization_id = ${tenant.organizationId}
        and ${after === undefined ? rawSql('true') : sql`m.id > ${after}::uuid`}
      order by m.id limit ${limit + 1}`,
  );
}

/** @throws CatalogueError `not_found`. */
export async function getDriftRule(tenant: Tenant, id: string): Promise<DriftRule> {
  const [rule] = await namedRowsOf<DriftRule>(
    tenant,
    sql`select ${columns} from drift_rules m where m.organization_id = ${tenant.organizationId} and m.id = ${id}`,
  );
  if (rule === undefined) throw errors.notFound();
  return rule;
}

/** Creates a rule and applies it. @throws CatalogueError `conflict` for a name that exists, and for rule 201. */
export async function createDriftRule(
  tenant: Tenant,
  { name, conditions, reason, expiresAt, enabled }: DriftRuleFields,
  createdBy: string,
): Promise<DriftRule> {
  await lockOrganization(tenant, 'mapping');
  await requireFreeName(tenant, name, undefined);
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*)::integer as count from drift_rules where organization_id = ${tenant.organizationId}`,
  );
  if (count >= maximumDriftRules)
    throw errors.conflict(`The organization has ${maximumDriftRules} mute rules.`);
  const { id } = await oneRowOf<{ id: string }>(
    tenant,
    sql`insert into drift_rules (organization_id, name, conditions, reason, expires_at, enabled, created_by)
      values (${tenant.organizationId}, ${name}, ${JSON.stringify(conditions)}::jsonb, ${reason}, ${expiresAt}, ${enabled},
        ${createdBy}) returning id`,
  );
  await muteDifferences(tenant);
  return getDriftRule(tenant, id);
}

/** Replaces the fields of a rule and applies it. @throws CatalogueError `not_found`, `conflict`. */
export async function updateDriftRule(
  tenant: Tenant,
  id: string,
  change: Partial<DriftRuleFields>,
): Promise<DriftRule> {
  await lockOrganization(tenant, 'mapping');
  const rule = await getDriftRule(tenant, id);
  const { name, conditions, reason, expiresAt, enabled } = { ...rule, ...change };
  await requireFreeName(tenant, name, id);
  await execute(
    tenant,
    sql`update drift_rules set name = ${name}, conditions = ${JSON.stringify(conditions)}::jsonb, reason = ${reason},
        expires_at = ${expiresAt}, enabled = ${enabled}, updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  await muteDifferences(tenant);
  return getDriftRule(tenant, id);
}

/** Deletes a rule. Its differences count again. @throws CatalogueError `not_found`. */
export async function deleteDriftRule(tenant: Tenant, id: string): Promise<DriftRule> {
  await lockOrganization(tenant, 'mapping');
  const rule = await getDriftRule(tenant, id);
  await execute(
    tenant,
    sql`delete from drift_rules where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  await muteDifferences(tenant);
  return rule;
}

/** Counts the differences that meet conditions, and their resources. */
export async function previewDriftRule(
  tenant: Tenant,
  conditions: DriftRuleConditions,
): Promise<{ readonly differences: number; readonly resources: number }> {
  const text = sql`${JSON.stringify(conditions)}::jsonb`;
  return oneRowOf(
    tenant,
    sql`select count(*)::integer as differences, count(distinct d.resource_id)::integer as resources from drift_differences d
      where d.organization_id = ${tenant.organizationId} and ${meetsMuteConditions(tenant.organizationId, text)}`,
  );
}

async function requireFreeName(tenant: Tenant, name: string, id: string | undefined): Promise<void> {
  const other = await rowOf<{ id: string }>(
    tenant,
    sql`select id from drift_rules where organization_id = ${tenant.organizationId} and name = ${name}`,
  );
  if (other !== undefined && other.id !== id) throw errors.conflict('A mute rule with this name exists.');
}
