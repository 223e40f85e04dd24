import { ApplicationFailure, Context } from '@temporalio/activity';
import { connectionFault } from '../../domain/scm/connection-fault.ts';
import type { ScmFault } from '../../domain/scm/scm-faults.ts';
import type { ScmConnectionClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import { credentialsOf } from '../../db/scm/scm-credentials.ts';
import { findScmConnection, recordScmFault } from '../../db/scm/scm-connection-store.ts';
import type { Dependencies } from '../dependencies.ts';

/** Faults that pass: Temporal retries the activity. */
const passing = new Set<ScmFault>(['rate_limited', 'unavailable']);
/** Attempts after which a response of an unexpected form is no passing fault, such as half a response. */
const mostInvalidResponses = 5;

/**
 * Runs requests of a connection. A failure is stored on the connection as far as it concerns the connection.
 * Returns `undefined` when the connection does not exist any more.
 * @throws ApplicationFailure: retryable for rate limits, after the provider's delay, and for outages; else not.
 */
export async function withScmClient<T>(
  dependencies: Dependencies,
  { organizationId, connectionId }: { readonly organizationId: string; readonly connectionId: string },
  work: (client: ScmConnectionClient, connection: ScmConnection) => Promise<T>,
): Promise<T | undefined> {
  const { database, scm } = dependencies;
  const found = await database.withTenant(organizationId, async (tenant) => {
    const connection = await findScmConnection(tenant, connectionId);
    return connection === undefined
      ? undefined
      : { connection, credentials: await credentialsOf(tenant, dependencies.encryption, connection) };
  });
  if (found === undefined) return undefined;
  const { connection, credentials } = found;
  try {
    return await work(await scm.open(credentials), connection);
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    const fault = connectionFault(connection.provider, error.fault, error.message);
    const { access_token_sealed: usedToken } = connection;
    // A connection that was changed during the request is read again by the next attempt.
    const isCurrent =
      fault === undefined ||
      (await database.withTenant(organizationId, (tenant) =>
        recordScmFault(tenant, connectionId, fault, usedToken),
      ));
    throw ApplicationFailure.create({
      message: error.message,
      type: error.fault,
      nonRetryable: isCurrent && !isPassing(error.fault),
      ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
      cause: error,
    });
  }
}

function isPassing(fault: ScmFault): boolean {
  if (fault === 'invalid_response') return Context.current().info.attempt < mostInvalidResponses;
  return passing.has(fault);
}
