import { newId } from '../new-id.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/** Whose key it is, and for what. */
export interface KeyScope {
  readonly principalId: string;
  /** The operation's id. */
  readonly operation: string;
  readonly key: string;
}

export interface KeptRequest {
  readonly id: string;
  readonly request_hash: Buffer;
  /** `null` while the first request works. */
  readonly status: number | null;
  readonly answer_sealed: string | null;
}

const keptHours = 24;
/** A request that has not ended by then died with its process. */
const claimMinutes = 10;

/** Takes the key's lock until the transaction ends; `false` when another transaction holds it. */
export async function tryLockKey(tenant: Tenant, scope: KeyScope): Promise<boolean> {
  const name = [tenant.organizationId, scope.principalId, scope.operation, scope.key].join('|');
  const { rows } = await queryOf(tenant).raw<{ rows: { locked: boolean }[] }>(
    'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as locked',
    [name],
  );
  return rows[0]?.locked === true;
}

export async function findKept(tenant: Tenant, scope: KeyScope): Promise<KeptRequest | undefined> {
  return queryOf(tenant)<KeptRequest>('idempotency_keys')
    .select('id', 'request_hash', 'status', 'answer_sealed')
    .where(columnsOf(tenant, scope))
    .where('expires_at', '>', queryOf(tenant).fn.now())
    .first();
}

/** A row for the key, without an answer yet; replaces one that expired. Answers with its id. */
export async function claimKey(
  tenant: Tenant,
  scope: KeyScope,
  requestHash: Buffer,
  id = newId(),
): Promise<string> {
  await queryOf(tenant)('idempotency_keys').where(columnsOf(tenant, scope)).delete();
  await queryOf(tenant)('idempotency_keys').insert({
    ...columnsOf(tenant, scope),
    id,
    request_hash: requestHash,
    expires_at: queryOf(tenant).raw('now() + make_interval(mins => ?)', [claimMinutes]),
  });
  return id;
}

export async function keepAnswer(
  tenant: Tenant,
  id: string,
  status: number,
  answerSealed: string,
): Promise<void> {
  await queryOf(tenant)('idempotency_keys')
    .where({ organization_id: tenant.organizationId, id })
    .update({
      status,
      answer_sealed: answerSealed,
      expires_at: queryOf(tenant).raw('now() + make_interval(hours => ?)', [keptHours]),
    });
}

export async function releaseKey(tenant: Tenant, id: string): Promise<void> {
  await queryOf(tenant)('idempotency_keys')
    .where({ organization_id: tenant.organizationId, id, status: null })
    .delete();
}

/** Keys whose time is over. Answers with how many it removed. */
export async function forgetOldKeys(tenant: Tenant): Promise<number> {
  return queryOf(tenant)('idempotency_keys')
    .where('organization_id', tenant.organizationId)
    .where('expires_at', '<', queryOf(tenant).fn.now())
    .delete();
}

function columnsOf(tenant: Tenant, { principalId, operation, key }: KeyScope) {
  return { organization_id: tenant.organizationId, principal_id: principalId, operation, key };
}
