import type { AwsCaller } from './aws-clients.ts';

/** The role of a customer's account, and what its trust policy asks for. */
export interface RoleToAssume {
  readonly roleArn: string;
  readonly externalId?: string;
  /** Shown in the customer's CloudTrail. */
  readonly sessionName?: string;
  readonly region?: string;
}

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration: Date;
}

export interface RoleCredentials {
  /** Valid for five more minutes at least; asks STS once however many ask at the same time. */
  get(): Promise<AwsCredentials>;
  /** The next `get` asks STS again. */
  forget(): void;
}

const RENEW_BEFORE_MS = 5 * 60_000;

/** Credentials of a role through STS AssumeRole. They live in memory only and are never logged. */
export function assumeRole(sts: AwsCaller, role: RoleToAssume): RoleCredentials {
  let current: AwsCredentials | undefined;
  let asking: Promise<AwsCredentials> | undefined;
  return {
    async get() {
      if (current && current.expiration.getTime() - Date.now() > RENEW_BEFORE_MS) return current;
      asking ??= ask(sts, role)
        .then((credentials) => (current = credentials))
        .finally(() => {
          asking = undefined;
        });
      return asking;
    },
    forget() {
      current = undefined;
    },
  };
}

async function ask(sts: AwsCaller, role: RoleToAssume): Promise<AwsCredentials> {
  const answer = (await sts.call({
    client: 'sts',
    region: role.region ?? 'us-east-1',
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
