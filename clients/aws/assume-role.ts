import { defined } from '../../domain/defined.ts';
import { globalCallRegion, partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import type { AwsCaller } from './aws-caller.ts';
import { classifyAwsError, isCallerRejected } from './classify-aws-error.ts';

/** The role of a customer's account and the external id that its trust policy requires. */
export interface RoleToAssume {
  readonly roleArn: string;
  readonly externalId?: string;
  /** Shown in the customer's CloudTrail. */
  readonly sessionName?: string;
}

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  /** When they expire, on the monotonic clock of this process, in milliseconds. */
  readonly endsAt: number;
}

export interface RoleCredentials {
  /**
   * Returns credentials that are valid for at least five more minutes. Concurrent calls share one request to STS. If STS
   * in the partition's main region fails with a transient error, uses STS in `forRegion`.
   */
  get(forRegion?: string): Promise<AwsCredentials>;
  /**
   * Drops credentials that AWS rejected, unless they have been renewed since, or credentials were dropped in the last ten
   * seconds. The next `get` calls STS.
   */
  invalidate(rejected: AwsCredentials): void;
}

const RENEW_BEFORE_MS = 5 * 60_000;
/** Of a session of STS. */
const shortestLifetimeMs = 15 * 60_000;
/** A region that the customer has disabled rejects every session. All roles share the quota of this service for AssumeRole. */
const INVALIDATE_EVERY_MS = 10_000;

/** Returns credentials of a role through STS AssumeRole. They are kept in memory only and never logged. */
export function assumeRole(sts: AwsCaller, role: RoleToAssume): RoleCredentials {
  const home = globalCallRegion(partitionOfArn(role.roleArn));
  const pending = new Map<string, Promise<AwsCredentials>>();
  let current: AwsCredentials | undefined;
  let invalidatedAt = Number.NEGATIVE_INFINITY;

  function requestIn(region: string): Promise<AwsCredentials> {
    const known = pending.get(region);
    if (known !== undefined) return known;
    const request = requestCredentials(sts, role, region)
      .then((credentials) => (current = credentials))
      .finally(() => pending.delete(region));
    pending.set(region, request);
    return request;
  }

  return {
    async get(forRegion = home) {
      if (current && current.endsAt - performance.now() > RENEW_BEFORE_MS) return current;
      try {
        return await requestIn(home);
      } catch (error) {
        if (forRegion === home || !classifyAwsError(error).retryable) throw error;
        return requestIn(forRegion);
      }
    },
    invalidate(rejected) {
      if (current !== rejected || performance.now() - invalidatedAt < INVALIDATE_EVERY_MS) return;
      invalidatedAt = performance.now();
      current = undefined;
    },
  };
}

async function requestCredentials(
  sts: AwsCaller,
  role: RoleToAssume,
  region: string,
): Promise<AwsCredentials> {
  const input = defined({
    RoleArn: role.roleArn,
    RoleSessionName: role.sessionName ?? 'cloud-inventory',
    ExternalId: role.externalId,
  });
  const response = (await sts
    .call({ client: 'sts', region, operation: 'AssumeRole', input })
    .catch(explainOwnCredentials)) as {
    Credentials?: {
      AccessKeyId?: string;
      SecretAccessKey?: string;
      SessionToken?: string;
      Expiration?: Date;
    };
  };
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = response.Credentials ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken)
    throw new Error('STS returned no credentials for AssumeRole');
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    endsAt:
      performance.now() + (Expiration === undefined ? shortestLifetimeMs : Expiration.getTime() - Date.now()),
  };
}

/** The call is signed by this service: a rejected signature or token is not a denial by the customer's account. */
function explainOwnCredentials(error: unknown): never {
  if (!isCallerRejected(error)) throw error;
  throw Object.assign(new Error('STS rejects the credentials of this service', { cause: error }), {
    name: 'CredentialsProviderError',
  });
}
