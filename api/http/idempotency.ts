import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '../../domain/discovery/canonical-json.ts';
import { errors } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import {
  insertKey,
  findStoredRequest,
  storeResponse,
  deleteUnansweredKey,
  tryLockKey,
} from '../../db/http/idempotency-store.ts';
import type { StoredRequest, KeyScope } from '../../db/http/idempotency-store.ts';
import { newId } from '../../db/new-id.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Exchange } from './audit.ts';
import { operationIdOf } from './operation.ts';
import type { Operation } from './operation.ts';
import type { Principal } from './principal.ts';

/** Every POST that creates takes an `Idempotency-Key`, but those of /auth and those without a principal. */
export function takesIdempotencyKey({ method, success, path, access }: Operation): boolean {
  return method === 'POST' && success[0] !== 200 && access !== 'public' && !path.startsWith('/auth/');
}

/** The key of the request. @throws CatalogueError `validation_failed` for one of another form. */
export function readIdempotencyKey({ operation, request }: Exchange): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !takesIdempotencyKey(operation)) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw errors.validationFailed('Idempotency-Key', 'must have 1 to 255 characters');
  }
  return key;
}

type InTransaction = <T>(work: (principal: Principal, tenant: Tenant) => Promise<T>) => Promise<T>;

const patienceMilliseconds = 10_000;
const retryMilliseconds = 25;

/**
 * Does the work once for a key and keeps the answer, or answers with what was kept. A second request waits for the
 * first without holding a connection. Refusals roll back with everything else, so they are not kept.
 * @throws CatalogueError `conflict` when the key was used with another request, or its first use takes too long.
 */
export async function once(
  exchange: Exchange,
  key: string,
  principal: Principal,
  input: unknown,
  inTransaction: InTransaction,
  work: (principal: Principal, tenant: Tenant | null) => Promise<unknown>,
): Promise<unknown> {
  const { operation, services } = exchange;
  const scope: KeyScope = { principalId: principal.id, operation: operationIdOf(operation), key };
  const requestHash = digest(principal.organizationId, input);
  const holdsTransaction = operation.transaction !== false;
  const [status] = operation.success;
  const keep = async (tenant: Tenant, id: string, answer: unknown) => {
    const sealed = await services.encryption.seal(JSON.stringify(answer), placeOf(tenant.organizationId, id));
    await storeResponse(tenant, id, status, sealed);
  };
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    const outcome = await inTransaction<Outcome>(async (caller, tenant) => {
      if (!(await tryLockKey(tenant, scope))) return { kind: 'busy' };
      const kept = await findStoredRequest(tenant, scope);
      if (kept !== undefined) return recall(kept, requestHash);
      const id = await insertKey(tenant, scope, requestHash, newId());
      if (!holdsTransaction) return { kind: 'claimed', id };
      const answer = await work(caller, tenant);
      await keep(tenant, id, answer);
      return { kind: 'done', answer };
    });
    if (outcome.kind === 'done') return outcome.answer;
    if (outcome.kind === 'kept') {
      exchange.response.setHeader('Idempotent-Replayed', 'true');
      const place = placeOf(principal.organizationId, outcome.id);
      return JSON.parse((await services.encryption.open(outcome.sealed, place)).toString()) as unknown;
    }
    if (outcome.kind === 'claimed') {
      const inTenant = (job: (tenant: Tenant) => Promise<void>) =>
        services.database.withTenant(principal.organizationId, job);
      try {
        const answer = await work(principal, null);
        await inTenant((tenant) => keep(tenant, outcome.id, answer));
        return answer;
      } catch (error) {
        await inTenant((tenant) => deleteUnansweredKey(tenant, outcome.id));
        throw error;
      }
    }
    if (performance.now() > deadline) {
      throw errors.conflict('A request with this Idempotency-Key is still in progress.');
    }
    await pause(retryMilliseconds);
  }
}

type Outcome =
  | { readonly kind: 'busy' }
  | { readonly kind: 'claimed'; readonly id: string }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'kept'; readonly id: string; readonly sealed: string };

function recall(kept: StoredRequest, requestHash: Buffer): Outcome {
  if (!kept.request_hash.equals(requestHash)) {
    throw errors.conflict('This Idempotency-Key was used with another request.');
  }
  if (kept.answer_sealed === null) return { kind: 'busy' };
  return { kind: 'kept', id: kept.id, sealed: kept.answer_sealed };
}

function placeOf(organizationId: string, rowId: string) {
  return { organizationId, table: 'idempotency_keys', column: 'answer_sealed', rowId };
}

/** Of what the request means: validated, with defaults, whatever the order of its fields. */
function digest(organizationId: string, input: unknown): Buffer {
  const meaning = JSON.parse(JSON.stringify(input)) as Json;
  return createHash('sha256')
    .update(`${organizationId}|${canonicalJson(meaning)}`)
    .digest();
}
