import { randomBytes } from 'node:crypto';
import { fn } from 'objection';
import { connectionStatus } from '../../domain/connections/connection-status.ts';
import type { AccountCounts } from '../../domain/connections/connection-status.ts';
import { errors } from '../../domain/errors.ts';
import type { ConnectionKind, ConnectionStatus } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { listLiveRows, lockLiveRow } from '../fragments/live-rows.ts';
import { execute, queryModel } from '../query.ts';
import { insertRow, updateRow } from '../row-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { countIncludedAccounts } from './account-store.ts';
import { Connection } from './connection.ts';
import { deleteRoleChecks, replaceRoleName } from './role-check-store.ts';
import { createOnboardingSteps } from './onboarding-step-store.ts';

export interface NewConnection {
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly managementAccountNumber: string | undefined;
  readonly roleName: string;
  readonly regions: readonly string[];
}

const errorByConstraint = {
  aws_connections_name_key: errors.nameTaken,
  aws_connections_management_account_key: errors.connectionExists,
};

/**
 * Inserts a connection with a new external id and its onboarding steps.
 * @throws CatalogueError `name_taken`, `connection_exists`.
 */
export async function createConnection(tenant: Tenant, given: NewConnection): Promise<Connection> {
  const connection = await mapConstraintErrors(
    errorByConstraint,
    insertRow(tenant, Connection, {
      name: given.name,
      kind: given.kind,
      managementAccountId: given.managementAccountNumber,
      externalId: newExternalId(),
      roleName: given.roleName,
      regions: given.regions,
    }),
  );
  await createOnboardingSteps(tenant, connection.id, connection.kind);
  return connection;
}

/** Returns 192 random bits in characters that STS accepts (`[\w+=,.@:/-]`). Users cannot set it: it must be unique. */
function newExternalId(): string {
  return `svc-${randomBytes(24).toString('hex')}`;
}

/** Finds a connection that is not deleted; it may be being deleted. */
export async function findConnection(tenant: Tenant, id: string): Promise<Connection | undefined> {
  return queryModel(tenant, Connection).findById([tenant.organizationId, id]).whereNull('deleted_at');
}

/** Finds a connection that is neither deleted nor being deleted. */
export async function findLiveConnection(tenant: Tenant, id: string): Promise<Connection | undefined> {
  const connection = await findConnection(tenant, id);
  return connection?.status === 'deleting' ? undefined : connection;
}

/** @throws CatalogueError `not_found`. */
export async function getConnection(tenant: Tenant, id: string): Promise<Connection> {
  const connection = await findConnection(tenant, id);
  if (connection === undefined) throw errors.notFound();
  return connection;
}

/**
 * Returns the connection, locked until the transaction ends, before a change of it or of its accounts.
 * @throws CatalogueError `not_found`; `conflict` while it is being deleted.
 */
export async function lockConnection(tenant: Tenant, id: string): Promise<Connection> {
  const connection = await lockAnyConnection(tenant, id);
  if (connection.status === 'deleting') throw errors.conflict('The connection is being deleted.');
  return connection;
}

/** As {@link lockConnection}, also while the connection is being deleted. @throws CatalogueError `not_found`. */
export async function lockAnyConnection(tenant: Tenant, id: string): Promise<Connection> {
  return lockLiveRow(queryModel(tenant, Connection), tenant, id);
}

/** Lists connections by id, one more than `limit`. */
export async function listConnections(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly Connection[]> {
  return listLiveRows(queryModel(tenant, Connection), tenant, limit, after);
}

export interface ConnectionChange {
  readonly name?: string | undefined;
  readonly roleName?: string | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly scanIntervalMinutes?: number | undefined;
}

/**
 * Updates the given fields, and the roles and schedules of the connection's accounts that depend on them. The accounts of a
 * connection with a new role name become `pending`; the caller starts their validation.
 * @throws CatalogueError `not_found`, `name_taken`, `conflict` while it is being deleted.
 */
export async function updateConnection(
  tenant: Tenant,
  id: string,
  change: ConnectionChange,
): Promise<Connection> {
  const { organizationId } = tenant;
  const before = await lockConnection(tenant, id);
  if (Object.values(change).every((value) => value === undefined)) return before;
  const isNewRole = change.roleName !== undefined && change.roleName !== before.roleName;
  const after = await mapConstraintErrors(
    errorByConstraint,
    // The error is about the former role.
    updateRow(tenant, Connection, id, { ...change, lastError: isNewRole ? null : undefined }),
  );
  if (after === undefined) throw errors.notFound();
  if (isNewRole) await replaceRoleName(tenant, id, after.roleName);
  if (after.scanIntervalMinutes !== before.scanIntervalMinutes) {
    await execute(
      tenant,
      sql`update aws_accounts set schedule_due = true, updated_at = now()
        where organization_id = ${organizationId} and connection_id = ${id} and scan_interval_minutes is null
          and deleted_at is null`,
    );
  }
  return after;
}

/** Stores the result of a check of the connection. A connection that is being deleted stays as it is. */
export async function recordConnectionCheck(
  tenant: Tenant,
  id: string,
  result: {
    readonly status?: ConnectionStatus;
    readonly organizationIdExternal?: string | undefined;
    readonly lastError?: string | null | undefined;
    readonly validated?: boolean;
  },
): Promise<void> {
  const { validated, ...fields } = result;
  await updateRow(tenant, Connection, id, {
    ...fields,
    lastValidatedAt: validated === true ? fn.now() : undefined,
  })
    .whereNull('deleted_at')
    .whereNot('status', 'deleting');
}

/** Recomputes the status from the statuses of the included accounts and the last error. Returns it. */
export async function refreshConnectionStatus(tenant: Tenant, id: string): Promise<ConnectionStatus> {
  const counts: AccountCounts = await countIncludedAccounts(tenant, id);
  const connection = await findConnection(tenant, id);
  const status = connectionStatus(counts, connection?.lastError !== undefined);
  await recordConnectionCheck(tenant, id, { status });
  return status;
}

/** Sets the status `deleting` and excludes the accounts. Workflows stop when they next read the connection. */
export async function markDeleting(tenant: Tenant, id: string): Promise<void> {
  const { organizationId } = tenant;
  await updateRow(tenant, Connection, id, { status: 'deleting' });
  await execute(
    tenant,
    sql`update aws_accounts set included = false, schedule_due = true, updated_at = now()
      where organization_id = ${organizationId} and connection_id = ${id}`,
  );
}

/** Sets `deleted_at` on the connection and its accounts, after the runs and scans of them have ended. Idempotent. */
export async function softDeleteConnection(tenant: Tenant, id: string): Promise<void> {
  const { organizationId } = tenant;
  await deleteRoleChecks(tenant, id);
  await execute(
    tenant,
    sql`update aws_accounts set status = 'departed', included = false, deleted_at = now(), updated_at = now()
      where organization_id = ${organizationId} and connection_id = ${id} and deleted_at is null`,
  );
  await updateRow(tenant, Connection, id, { deletedAt: fn.now() })
    .where('status', 'deleting')
    .whereNull('deleted_at');
}
