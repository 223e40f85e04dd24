import { globalCallRegion, partitionOfArn } from '../../domain/discovery/aws-partition.ts';
import type { AwsCaller } from './aws-clients.ts';
import { classifyAwsError } from './classify-aws-error.ts';

/** The role of a customer's account, and what its trust policy asks for. */
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
  readonly expiration: Date;
}

export interface RoleCredentials {
  /**
   * Valid for five more minutes at least; asks STS once however many ask at the same time. When STS of the
   * partition's first region does not answer, STS of the region that the credentials are for is asked.
   */
  get(forRegion?: string): Promise<AwsCredentials>;
  /** The next `get` asks STS again. */
  forget(): void;
}

const RENEW_BEFORE_MS = 5 * 60_000;

/** Credentials of a role through STS AssumeRole. They live in memory only and are never logged. */
export function assumeRole(sts: AwsCaller, role: RoleToAssume): RoleCredentials {
  const home = globalCallRegion(partitionOfArn(role.roleArn));
  const asking = new Map<string, Promise<AwsCredentials>>();
  let current: AwsCredentials | undefined;

  function askIn(region: string): Promise<AwsCredentials> {
    const known = asking.get(region);
    if (known !== undefined) return known;
    const answer = ask(sts, role, region)
      .then((credentials) => (current = credentials))
      .finally(() => asking.delete(region));
    asking.set(region, answer);
    return answer;
  }

  return {
    async get(forRegion = home) {
      if (current && current.expiration.getTime() - Date.now() > RENEW_BEFORE_MS) return current;
      try {
        return await askIn(home);
      } catch (error) {
        if (forRegion === home || !classifyAwsError(error).retryable) throw error;
        return askIn(forRegion);
      }
    },
    forget() {
      current = undefined;
    },
  };
}

async function ask(sts: AwsCaller, role: RoleToAssume, region: string): Promise<AwsCredentials> {
  const answer = (await sts.call({
    client: 'sts',
    region,
    operation: 'AssumeRole',
    input: {
      RoleArn: role.roleArn,
      RoleSessionName: role.sessionName ?? 'cloud-inventory',
      ...(role.externalId === undefined ? {} : { ExternalId: role.externalId }),
    },
  })) as {
    Credentials?: {
      AccessKeyId?: string;
      SecretAccessKey?: string;
      SessionToken?: string;
      Expiration?: Date;
    };
  };
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = answer.Credentials ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken)
    throw new Error('STS answered AssumeRole without credentials');
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiration: Expiration ?? new Date(Date.now() + 15 * 60_000),
  };
}
