import { ApplicationFailure } from '@temporalio/activity';
import { defined } from '../../domain/defined.ts';
import { connectionFault } from '../../domain/scm/connection-fault.ts';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { withNewToken } from '../../clients/scm/with-new-token.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import { recordExceededLimit, recordScmFault, recordScmRecovery } from '../../db/scm/scm-connection-state.ts';
import { findScmConnection, waitOfScmConnection } from '../../db/scm/scm-connection-store.ts';
import { credentialsOf } from '../../db/scm/scm-credentials.ts';
import type { Dependencies } from '../dependencies.ts';

/** Spreads the activities that wait for the same connection over this time, in milliseconds. */
const spreadMs = 3_000;

interface ConnectionRef {
  readonly organizationId: string;
  readonly connectionId: string;
}

/**
 * Runs requests of a connection. A failure is stored on the connection as far as it concerns the connection, and a success
 * clears an earlier outage or revocation. `work` must be idempotent: it runs again after GitHub rejected a token that was
 * revoked before its end.
 * Returns `undefined` when the connection does not exist any more.
 * @throws ApplicationFailure: retryable, after a delay that does not count as an attempt, for rate limits and outages, and
 *   before the end of their pause without a request; else not retryable.
 */
export async function withScmClient<T>(
  dependencies: Dependencies,
  { organizationId, connectionId }: ConnectionRef,
  work: (client: ScmClient, connection: ScmConnection) => Promise<T>,
): Promise<T | undefined> {
  const { database, encryption, scm } = dependencies;
  const found = await database.withTenant(organizationId, async (tenant) => {
    const connection = await findScmConnection(tenant, connectionId);
    return connection === undefined
      ? undefined
      : {
          connection,
          credentials: await credentialsOf(tenant, encryption, connection),
          wait: await waitOfScmConnection(tenant, connectionId),
        };
  });
  if (found === undefined) return undefined;
  const { connection, credentials } = found;
  const { waitMs, unavailableMs } = found.wait;
  const beganAt = performance.now();
  if (waitMs > 0) throw retryLater('The provider asked to wait, or is unavailable.', 'rate_limited', waitMs);
  try {
    let called = false;
    let exceeded: string | undefined;
    const onCall = () => (called = true);
    const result = await withNewToken(scm, credentials, async (client) => {
      const done = await work(watchCalls(client, connectionId, onCall), connection);
      ({ exceeded } = client);
      return done;
    });
    // Work without a request proves nothing: a delivery about a branch without projects, for example.
    if (called)
      await database.withTenant(organizationId, async (tenant) => {
        await recordScmRecovery(tenant, connection);
        if (exceeded !== undefined) await recordExceededLimit(tenant, connection.id, exceeded);
      });
    return result;
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    const outageMs = unavailableMs === 0 ? 0 : unavailableMs + performance.now() - beganAt;
    return storeFault(dependencies, organizationId, connection, error, outageMs);
  }
}

/**
 * Until when the providers limit the connections that this process calls, on the monotonic clock, in milliseconds. Other
 * activities of the connection are in the middle of their requests when one of them is limited.
 */
const limits = new Map<string, number>();

/** Returns a client that reports the use of its methods. It sends no request while the provider limits the connection. */
function watchCalls(client: ScmClient, connectionId: string, onCall: () => void): ScmClient {
  return new Proxy(client, {
    get(target, key) {
      const waitMs = (limits.get(connectionId) ?? 0) - performance.now();
      if (waitMs > 0)
        throw new ScmError('rate_limited', 'The provider asked to wait.', { retryAfterMs: waitMs });
      limits.delete(connectionId);
      onCall();
      return Reflect.get(target, key) as unknown;
    },
  });
}

async function storeFault(
  { database, logger }: Dependencies,
  organizationId: string,
  connection: ScmConnection,
  error: ScmError,
  unavailableMs: number,
): Promise<never> {
  const fault = connectionFault(connection.provider, error, unavailableMs);
  if (fault?.limited === true && fault.pauseMs !== undefined)
    limits.set(connection.id, Math.max(limits.get(connection.id) ?? 0, performance.now() + fault.pauseMs));
  if (fault !== undefined)
    logger[error.fault === 'app_refused' ? 'error' : fault.pauseMs === undefined ? 'warn' : 'info'](
      {
        organization_id: organizationId,
        connection_id: connection.id,
        provider: connection.provider,
        fault: error.fault,
        status: fault.status,
        pause_seconds: fault.pauseMs === undefined ? undefined : Math.ceil(fault.pauseMs / 1000),
      },
      'a request of a source-control connection failed',
    );
  // A connection that was changed during the request is read again by the next attempt.
  const isCurrent =
    fault === undefined ||
    (await database.withTenant(organizationId, (tenant) => recordScmFault(tenant, connection, fault)));
  if (error.fault === 'too_large')
    await database.withTenant(organizationId, (tenant) =>
      recordExceededLimit(tenant, connection.id, error.message),
    );
  if (fault?.pauseMs !== undefined) throw retryLater(error.message, error.fault, fault.pauseMs, error);
  if (!isCurrent) throw connectionChanged();
  throw ApplicationFailure.create({
    message: error.message,
    type: error.fault,
    // A response of an unexpected form can pass, such as half a response. `limitAttempts` counts the attempts.
    nonRetryable: error.fault !== 'invalid_response',
    cause: error,
  });
}

/**
 * Returns the failure of an activity whose result must not be stored: the connection was changed after the activity read it,
 * so the provider's response may be older than the stored state. The next attempt reads both again.
 */
export function connectionChanged(): ApplicationFailure {
  return retryLater('The connection was changed during the request.', 'connection_changed', 0);
}

/** @param delayMs until the provider accepts requests again */
function retryLater(message: string, type: string, delayMs: number, cause?: Error): ApplicationFailure {
  return ApplicationFailure.create({
    message,
    type,
    nextRetryDelay: Math.ceil(delayMs + Math.random() * spreadMs),
    ...defined({ cause }),
  });
}
