import { newId } from '../new-id.ts';
import { execute, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** An idempotency key is unique for a principal and an operation. */
export interface KeyScope {
  readonly principalId: string;
  /** The operation's id. */
  readonly operation: string;
  readonly key: string;
}

export interface StoredRequest {
  readonly id: string;
  readonly requestHash: Buffer;
  /** `undefined` while the first request is running. */
  readonly status: number | undefined;
  /** The sealed response. */
  readonly answerSealed: string | undefined;
}

const responseHours = 24;
/** After this time the key of a running request expires: the process of the request has probably exited. */
const runningMinutes = 10;

/** Finds the first request with the key, unless it has expired. */
export async function findStoredRequest(tenant: Tenant, scope: KeyScope): Promise<StoredRequest | undefined> {
  return rowOf<StoredRequest>(
    tenant,
    sql`select id, request_hash, status, answer_sealed from idempotency_keys
      where ${hasKey(tenant, scope)} and expires_at > now()`,
  );
}

/**
 * Inserts the key without a response, or takes the row of an expired one. Waits while another transaction inserts the same
 * key. Returns the row's id, `undefined` when another request has the key.
 */
export async function claimKey(
  tenant: Tenant,
  scope: KeyScope,
  requestHash: Buffer,
): Promise<string | undefined> {
  const row = await rowOf<{ id: string }>(
    tenant,
    sql`insert into idempotency_keys as stored
        (organization_id, id, principal_id, operation, key, request_hash, expires_at)
      values (${tenant.organizationId}, ${newId()}, ${scope.principalId}, ${scope.operation}, ${scope.key},
        ${requestHash}, now() + make_interval(mins => ${runningMinutes}))
      on conflict on constraint idempotency_keys_key do update set id = excluded.id,
        request_hash = excluded.request_hash, status = null, answer_sealed = null, created_at = now(),
        expires_at = excluded.expires_at
        where stored.expires_at <= now()
      returning id`,
  );
  return row?.id;
}

/** Stores the response of the first request for 24 hours. */
export async function storeResponse(
  tenant: Tenant,
  id: string,
  status: number,
  responseSealed: string,
): Promise<void> {
  await execute(
    tenant,
    sql`update idempotency_keys set status = ${status}, answer_sealed = ${responseSealed},
          expires_at = now() + make_interval(hours => ${responseHours})
        where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Deletes the key of a request that failed without a response, so that the client can retry. */
export async function deleteKeyWithoutResponse(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`delete from idempotency_keys
      where organization_id = ${tenant.organizationId} and id = ${id} and status is null`,
  );
}

function hasKey({ organizationId }: Tenant, { principalId, operation, key }: KeyScope): Sql {
  return sql`organization_id = ${organizationId} and principal_id = ${principalId} and operation = ${operation}
    and key = ${key}`;
}
