import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '../../domain/json/canonical.ts';
import { errors } from '../../domain/errors.ts';
import { isLockTimeout } from '../../db/database-errors.ts';
import type { Json } from '../../domain/json/json.ts';
import {
  claimKey,
  findStoredRequest,
  storeResponse,
  deleteKeyWithoutResponse,
} from '../../db/http/idempotency-store.ts';
import type { StoredRequest, KeyScope } from '../../db/http/idempotency-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Operation } from './operation.ts';
import type { Principal } from './access/principal.ts';
import type { Input } from './request/read-input.ts';
import type { RequestContext } from './request/request-context.ts';

/** Whether the operation accepts an `Idempotency-Key`: every POST that creates, except public ones and /auth. */
export function takesIdempotencyKey(operation: Operation): boolean {
  const { method, success, path, access } = operation;
  const creates = success[0] !== 200 || operation.respond !== undefined;
  return method === 'POST' && creates && access !== 'public' && !path.startsWith('/auth/');
}

/** Returns the key of the request. @throws CatalogueError `validation_failed` for a key of invalid length. */
export function readIdempotencyKey({ operation, request }: RequestContext): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !takesIdempotencyKey(operation)) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw errors.validationFailed('Idempotency-Key', 'must have 1 to 255 characters');
  }
  return key;
}

/** Whether a response is stored for the key. */
export async function hasStoredResponse(
  { operation }: RequestContext,
  key: string,
  principal: Principal,
  inTransaction: RunInTransaction,
): Promise<boolean> {
  const scope: KeyScope = { principalId: principal.id, operation: operation.id, key };
  return inTransaction(async (_caller, tenant) => isAnswered(await findStoredRequest(tenant, scope)));
}

function isAnswered(stored: StoredRequest | undefined): boolean {
  return stored !== undefined && stored.answerSealed !== undefined;
}

interface KeyedRequest {
  readonly key: string;
  readonly principal: Principal;
  readonly input: Input;
}

type RunInTransaction = <T>(run: (principal: Principal, tenant: Tenant) => Promise<T>) => Promise<T>;

const waitMilliseconds = 10_000;
const retryMilliseconds = 25;

/**
 * Runs the handler at most once for a key and stores its response, or returns the stored response. The unique row of the key
 * lets one transaction run: a concurrent one waits for it, as long as for any lock of a row. A request whose first one runs
 * outside of a transaction polls. Error responses are rolled back with the transaction, so they are not stored.
 * @throws CatalogueError `conflict` if the key was used with another request, or its first use does not finish in time.
 */
export async function runIdempotent(
  context: RequestContext,
  { key, principal, input }: KeyedRequest,
  inTransaction: RunInTransaction,
  runHandler: (principal: Principal, tenant: Tenant | null) => Promise<unknown>,
): Promise<unknown> {
  const { operation, services, response } = context;
  const { organizationId } = principal;
  const scope: KeyScope = { principalId: principal.id, operation: operation.id, key };
  const requestHash = hashOf(organizationId, input);
  const isTransactional = operation.transaction !== false;
  const store = async (tenant: Tenant, id: string, result: unknown) => {
    const sealed = await services.encryption.seal(JSON.stringify(result), sealedColumn(organizationId, id));
    await storeResponse(tenant, id, context.status ?? operation.success[0], sealed);
  };
  const deadline = performance.now() + waitMilliseconds;
  for (;;) {
    let isClaimed = false;
    const claim = await inTransaction<Claim>(async (caller, tenant) => {
      const id = await claimKey(tenant, scope, requestHash);
      isClaimed = true;
      if (id === undefined) {
        const stored = await findStoredRequest(tenant, scope);
        return stored === undefined ? { kind: 'in_progress' } : claimOfStored(stored, requestHash);
      }
      if (!isTransactional) return { kind: 'claimed', id };
      const result = await runHandler(caller, tenant);
      await store(tenant, id, result);
      return { kind: 'done', result };
    }).catch((error: unknown): Claim => {
      if (isClaimed || !isLockTimeout(error)) throw error;
      return { kind: 'in_progress' };
    });
    if (claim.kind === 'done') return claim.result;
    if (claim.kind === 'stored') {
      response.setHeader('Idempotent-Replayed', 'true');
      context.status = claim.status;
      const opened = await services.encryption.open(claim.sealed, sealedColumn(organizationId, claim.id));
      return JSON.parse(opened.toString()) as unknown;
    }
    if (claim.kind === 'claimed') {
      const inTenant = (run: (tenant: Tenant) => Promise<void>) =>
        services.database.withTenant(organizationId, run);
      try {
        const result = await runHandler(principal, null);
        await inTenant((tenant) => store(tenant, claim.id, result));
        return result;
      } catch (error) {
        await inTenant((tenant) => deleteKeyWithoutResponse(tenant, claim.id));
        throw error;
      }
    }
    if (performance.now() > deadline) {
      throw errors.conflict('A request with this Idempotency-Key is still in progress.');
    }
    await pause(retryMilliseconds);
  }
}

type Claim =
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'claimed'; readonly id: string }
  | { readonly kind: 'done'; readonly result: unknown }
  | {
      readonly kind: 'stored';
      readonly id: string;
      readonly status: number | undefined;
      readonly sealed: string;
    };

function claimOfStored(stored: StoredRequest, requestHash: Buffer): Claim {
  if (!stored.requestHash.equals(requestHash)) {
    throw errors.conflict('This Idempotency-Key was used with another request.');
  }
  if (stored.answerSealed === undefined) return { kind: 'in_progress' };
  return { kind: 'stored', id: stored.id, status: stored.status ?? undefined, sealed: stored.answerSealed };
}

function sealedColumn(organizationId: string, rowId: string) {
  return { organizationId, table: 'idempotency_keys', column: 'answer_sealed', rowId };
}

/** Hashes the validated input with its defaults, so that field order and formatting do not matter. */
function hashOf(organizationId: string, input: Input): Buffer {
  const json = JSON.parse(JSON.stringify(input)) as Json;
  return createHash('sha256')
    .update(`${organizationId}|${canonicalJson(json)}`)
    .digest();
}
