import { defined } from '../../domain/defined.ts';
import { globalCallRegion, partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import { roleArnOf } from '../../db/connections/account-store.ts';
import type { AccountWithConnection } from '../../db/connections/account-store.ts';
import type { Connection } from '../../db/connections/connection.ts';
import { refreshConnectionStatus } from '../../db/connections/connection-store.ts';
import {
  hasRecentRoleCheck,
  markRoleInvalid,
  recordRoleCheck,
} from '../../db/connections/role-check-store.ts';
import type { CustomerRole } from '../../db/connections/role-check-store.ts';
import type { ScannableAccount } from '../../db/connections/scannable-accounts.ts';
import type { Database } from '../../db/tenant.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import type { AwsClients } from '../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { checkRole } from './check-role.ts';
import type { RoleCheck } from './check-role.ts';
import { RoleRefused } from './role-refused.ts';

/** Maximum age of the check of a role that is used, in hours. Syncs, upgrades and validations always check first. */
const maximumCheckAgeHours = 24;

/**
 * The only access to customers' roles. Activities have no other way to assume one: their dependencies do not contain
 * `AwsClients`. Every role is checked for the confused deputy problem, that is, whether it can be assumed without the
 * external id of its connection.
 */
export interface CustomerRoles {
  readonly partition: string;
  /** Region of calls to global services. */
  readonly region: string;
  /** Checks a role and stores the outcome. A connected account with an invalid role becomes `invalid`. @throws as `checkRole` does. */
  check(role: CustomerRole): Promise<RoleCheck>;
  /**
   * Returns a caller with a role whose last check passed in the last 24 hours. Checks the role first if it did not.
   * @throws RoleRefused when the check fails; otherwise as `checkRole` does.
   */
  callerFor(role: CustomerRole): Promise<AwsCaller>;
  /** As {@link callerFor}, but always checks the role first. */
  checkedCallerFor(role: CustomerRole): Promise<AwsCaller>;
}

export function createCustomerRoles({
  aws,
  database,
  servicePrincipalArn,
}: {
  readonly aws: AwsClients;
  readonly database: Database;
  readonly servicePrincipalArn: string;
}): CustomerRoles {
  const partition = partitionOfArn(servicePrincipalArn);
  const region = globalCallRegion(partition);
  const pending = new Map<string, Promise<AwsCaller>>();

  async function check(role: CustomerRole): Promise<RoleCheck> {
    const { awsAccountNumber, roleArn, externalId, organizationId } = role;
    const result = await checkRole(aws, { awsAccountNumber, roleArn, externalId, region });
    const { status, checks, error } = result;
    const invalidated = await database.withTenant(organizationId, async (tenant) => {
      await recordRoleCheck(tenant, role, status);
      if (status !== 'invalid') return false;
      return markRoleInvalid(tenant, role, defined({ checks, missing_permissions: [], error }));
    });
    // A separate transaction: other transactions lock the connection before its accounts.
    if (invalidated)
      await database.withTenant(organizationId, (tenant) =>
        refreshConnectionStatus(tenant, role.connectionId),
      );
    return result;
  }

  async function checkedCallerFor(role: CustomerRole): Promise<AwsCaller> {
    const { caller, error } = await check(role).catch(refuseUnlessTransient);
    if (caller === undefined) throw new RoleRefused(error ?? 'The role does not work.');
    return caller;
  }

  /** Concurrent checks of the same role share one set of calls. */
  function sharedCheck(role: CustomerRole): Promise<AwsCaller> {
    const key = [role.organizationId, role.connectionId, role.roleArn, role.externalId].join(' ');
    const known = pending.get(key);
    if (known !== undefined) return known;
    const request = checkedCallerFor(role).finally(() => pending.delete(key));
    pending.set(key, request);
    return request;
  }

  return {
    partition,
    region,
    check,
    checkedCallerFor,
    async callerFor(role) {
      const checked = await database.withTenant(role.organizationId, (tenant) =>
        hasRecentRoleCheck(tenant, role, maximumCheckAgeHours),
      );
      return checked ? aws.forRole(role) : sharedCheck(role);
    },
  };
}

/** Converts an error of AWS that a retry does not change to `RoleRefused`. Throws every other error. */
function refuseUnlessTransient(error: unknown): never {
  const { retryable, code, message } = classifyAwsError(error);
  const fromAws = error instanceof Error && '$metadata' in error;
  if (!fromAws || retryable) throw error;
  throw new RoleRefused(`The role could not be checked (${code}): ${message}`);
}

/** Returns the role of a connection in one of its accounts. */
export function roleOfConnection(
  connection: Connection,
  awsAccountNumber: string,
  partition: string,
): CustomerRole {
  return {
    organizationId: connection.organizationId,
    connectionId: connection.id,
    awsAccountNumber,
    roleArn: roleArnOf(partition, awsAccountNumber, connection.roleName),
    externalId: connection.externalId,
  };
}

/** Returns the role of a connection in the account that lists the AWS organization. */
export function managementRoleOf(connection: Connection, partition: string): CustomerRole {
  return roleOfConnection(connection, connection.managementAccountId ?? '', partition);
}

export function roleOfAccount({ account, connection }: AccountWithConnection): CustomerRole {
  return {
    organizationId: connection.organizationId,
    connectionId: connection.id,
    awsAccountNumber: account.accountId,
    roleArn: account.roleArn,
    externalId: connection.externalId,
  };
}

/** Returns the role that scans and CloudTrail polls of an account use. */
export function roleOfScannableAccount(organizationId: string, account: ScannableAccount): CustomerRole {
  return {
    organizationId,
    connectionId: account.connectionId,
    awsAccountNumber: account.accountId,
    roleArn: account.roleArn,
    externalId: account.externalId,
  };
}
