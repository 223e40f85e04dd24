import { toJsonText } from '../../domain/json/text.ts';
import type { RoleCheckOutcome } from '../../domain/values.ts';
import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { ValidationSummary } from './account.ts';

/** A role in a customer's account, and the external id that its trust policy must require. */
export interface CustomerRole {
  readonly organizationId: string;
  readonly connectionId: string;
  /** 12 digits. */
  readonly awsAccountNumber: string;
  readonly roleArn: string;
  /** Never in Temporal histories, never logged. */
  readonly externalId: string;
}

/** Returns whether the last check of a role passed, used the same external id, and is at most `hours` old. */
export async function hasRecentRoleCheck(
  tenant: Tenant,
  role: CustomerRole,
  hours: number,
): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`select 1 from role_checks where organization_id = ${tenant.organizationId}
      and connection_id = ${role.connectionId} and role_arn = ${role.roleArn} and external_id = ${role.externalId}
      and outcome = 'connected' and checked_at > now() - make_interval(hours => ${hours})`,
  );
  return row !== undefined;
}

/** Stores the outcome of a check, which replaces the previous one. */
export async function recordRoleCheck(
  tenant: Tenant,
  role: CustomerRole,
  outcome: RoleCheckOutcome,
): Promise<void> {
  await execute(
    tenant,
    sql`insert into role_checks as c (organization_id, connection_id, role_arn, external_id, outcome)
      values (${tenant.organizationId}, ${role.connectionId}, ${role.roleArn}, ${role.externalId}, ${outcome})
      on conflict on constraint role_checks_pkey do update
        set external_id = excluded.external_id, outcome = excluded.outcome, checked_at = now()`,
  );
}

/** Deletes the checks of a connection's roles, so that each role is checked before its next use. */
export async function deleteRoleChecks(tenant: Tenant, connectionId: string): Promise<void> {
  await execute(
    tenant,
    sql`delete from role_checks where organization_id = ${tenant.organizationId} and connection_id = ${connectionId}`,
  );
}

/** Sets a connected account with this role to `invalid`. Returns whether there was one. */
export async function markRoleInvalid(
  tenant: Tenant,
  role: CustomerRole,
  validation: ValidationSummary,
): Promise<boolean> {
  const updated = await execute(
    tenant,
    sql`update aws_accounts
      set status = 'invalid', validation = ${toJsonText(validation)}, schedule_due = true, last_validated_at = now(),
          updated_at = now()
      where organization_id = ${tenant.organizationId} and connection_id = ${role.connectionId}
        and account_id = ${role.awsAccountNumber} and role_arn = ${role.roleArn} and status = 'connected'
        and deleted_at is null`,
  );
  return updated > 0;
}

/**
 * Gives the accounts of a connection the ARN of a role with another name, and sets them to `pending`: the new role has
 * not been checked. Results of the former role's validation are deleted. Suspended and departed accounts keep their
 * status.
 */
export async function replaceRoleName(tenant: Tenant, connectionId: string, roleName: string): Promise<void> {
  await execute(
    tenant,
    sql`update aws_accounts
      set role_arn = regexp_replace(role_arn, ':role/.*$', ':role/' || ${roleName}::text),
          status = case when status in ('suspended', 'departed') then status else 'pending' end,
          validation = default, template_version = null, stack_id = null, cloud_control_groups = null,
          schedule_due = true, updated_at = now()
      where organization_id = ${tenant.organizationId} and connection_id = ${connectionId}`,
  );
  await deleteRoleChecks(tenant, connectionId);
}
