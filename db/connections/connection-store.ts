import { randomBytes } from 'node:crypto';
import { connectionStatus } from '../../domain/connections/connection-status.ts';
import type { AccountCounts } from '../../domain/connections/connection-status.ts';
import { errors } from '../../domain/errors.ts';
import type { ConnectionKind, ConnectionStatus } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { Connection } from './connection.ts';
import { createOnboardingSteps } from './onboarding-step-store.ts';

export interface NewConnection {
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly managementAccountNumber: string | null;
  readonly roleName: string;
  readonly regions: readonly string[];
}

/** Constraint → refusal. */
const refusals = {
  aws_connections_name_key: errors.nameTaken,
  aws_connections_management_account_key: errors.connectionExists,
};

/**
 * Inserts a connection with a new external id, and its onboarding steps.
 * @throws CatalogueError `name_taken`, `connection_exists`.
 */
export async function createConnection(tenant: Tenant, given: NewConnection): Promise<Connection> {
  const connection = await mapConstraintErrors(
    refusals,
    Connection.query(queryOf(tenant)).insertAndFetch({
      organization_id: tenant.organizationId,
      name: given.name,
      kind: given.kind,
      management_account_id: given.managementAccountNumber,
      external_id: newExternalId(),
      role_name: given.roleName,
      regions: [...given.regions],
    }),
  );
  await createOnboardingSteps(tenant, connection.id, connection.kind);
  return connection;
}

/** 192 random bits in characters that STS takes (`[\w+=,.@:/-]`); never chosen by a customer, never used again. */
function newExternalId(): string {
  return `svc-${randomBytes(24).toString('hex')}`;
}

export async function findConnection(tenant: Tenant, id: string): Promise<Connection | undefined> {
  return Connection.query(queryOf(tenant)).findById([tenant.organizationId, id]).whereNull('deleted_at');
}

/** The connection, unless it is gone or being deleted. */
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
 * The connection, locked until the transaction ends, for a change of it or of its accounts.
 * @throws CatalogueError `not_found`; `conflict` while it is being deleted.
 */
export async function lockConnection(tenant: Tenant, id: string): Promise<Connection> {
  const connection = await lockAnyConnection(tenant, id);
  if (connection.status === 'deleting') throw errors.conflict('The connection is being deleted.');
  return connection;
}

/** The same, also while it is being deleted. @throws CatalogueError `not_found`. */
export async function lockAnyConnection(tenant: Tenant, id: string): Promise<Connection> {
  const connection = await Connection.query(queryOf(tenant))
    .findById([tenant.organizationId, id])
    .whereNull('deleted_at')
    .forUpdate();
  if (connection === undefined) throw errors.notFound();
  return connection;
}

/** Connections by id, one more than `limit`. */
export async function listConnections(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly Connection[]> {
  const query = Connection.query(queryOf(tenant))
    .where('organization_id', tenant.organizationId)
    .whereNull('deleted_at')
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}

export interface ConnectionChange {
  readonly name?: string | undefined;
  readonly role_name?: string | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly scan_interval_minutes?: number | undefined;
}

/**
 * Changes what is given, and what follows from it in the connection's accounts: their role, regions, schedules.
 * @throws CatalogueError `not_found`, `name_taken`, `conflict` while it is being deleted.
 */
export async function updateConnection(
  tenant: Tenant,
  id: string,
  change: ConnectionChange,
): Promise<Connection> {
  const before = await lockConnection(tenant, id);
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(values).length === 0) return before;
  const query = queryOf(tenant);
  const [after] = await mapConstraintErrors(
    refusals,
    query<Connection>('aws_connections')
      .where({ organization_id: tenant.organizationId, id })
      .update({ ...values, updated_at: query.fn.now() as unknown as Date })
      .returning('*'),
  );
  if (after === undefined) throw errors.notFound();
  if (after.role_name !== before.role_name) {
    await query.raw(
      `update aws_accounts set role_arn = regexp_replace(role_arn, ':role/.*$', ':role/' || ?::text), updated_at = now()
       where organization_id = ? and connection_id = ?`,
      [after.role_name, tenant.organizationId, id],
    );
  }
  if (after.scan_interval_minutes !== before.scan_interval_minutes) {
    await query.raw(
      `update aws_accounts set schedule_due = true, updated_at = now()
       where organization_id = ? and connection_id = ? and scan_interval_minutes is null and deleted_at is null`,
      [tenant.organizationId, id],
    );
  }
  return after;
}

/** Notes how a look at the connection as a whole went; a connection that is being deleted stays as it is. */
export async function noteConnection(
  tenant: Tenant,
  id: string,
  note: {
    readonly status?: ConnectionStatus;
    readonly organization_id_external?: string;
    readonly last_error?: string | null;
    readonly validated?: boolean;
  },
): Promise<void> {
  const { validated, ...values } = note;
  const query = queryOf(tenant);
  await query('aws_connections')
    .where({ organization_id: tenant.organizationId, id })
    .whereNull('deleted_at')
    .whereNot('status', 'deleting')
    .update({
      ...values,
      ...(validated === true ? { last_validated_at: query.fn.now() } : {}),
      updated_at: query.fn.now(),
    });
}

/** Computes the status from the included accounts and from the last error. */
export async function refreshConnectionStatus(tenant: Tenant, id: string): Promise<ConnectionStatus> {
  const { rows } = await queryOf(tenant).raw<{ rows: { status: string; count: number }[] }>(
    `select status, count(*) as count from aws_accounts
     where organization_id = ? and connection_id = ? and included and deleted_at is null group by status`,
    [tenant.organizationId, id],
  );
  const counts: AccountCounts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  const connection = await findConnection(tenant, id);
  const status = connectionStatus(counts, (connection?.last_error ?? null) !== null);
  await noteConnection(tenant, id, { status });
  return status;
}

/** Takes a connection out of use; what works on it looks here. */
export async function markDeleting(tenant: Tenant, id: string): Promise<void> {
  const query = queryOf(tenant);
  await query('aws_connections')
    .where({ organization_id: tenant.organizationId, id })
    .update({ status: 'deleting', updated_at: query.fn.now() });
  await query('aws_accounts')
    .where({ organization_id: tenant.organizationId, connection_id: id })
    .update({ included: false, schedule_due: true, updated_at: query.fn.now() });
}

/** Hides the connection and its accounts, once nothing works on them any more. Can be repeated. */
export async function hideConnection(tenant: Tenant, id: string): Promise<void> {
  const query = queryOf(tenant);
  await query('aws_accounts')
    .where({ organization_id: tenant.organizationId, connection_id: id })
    .whereNull('deleted_at')
    .update({ status: 'departed', included: false, deleted_at: query.fn.now(), updated_at: query.fn.now() });
  await query('aws_connections')
    .where({ organization_id: tenant.organizationId, id, status: 'deleting' })
    .whereNull('deleted_at')
    .update({ deleted_at: query.fn.now(), updated_at: query.fn.now() });
}
