import type { JsonObject } from '../../../domain/json/json.ts';

/** A resource as a scan stores it. `account` is an index. */
export interface GeneratedResource {
  readonly account: number;
  readonly region: string;
  readonly type: string;
  readonly nativeId: string;
  readonly arn: string;
  readonly name: string;
  readonly configuration: JsonObject;
}

export const accountCount = 4;
export const region = 'eu-west-1';
export const accountNumber = (account: number): string => String(100_000_000_000 + account);
export const hubOf = (account: number): string => `sg-0000000${account}`;

/** Identifiers of a unit that other resources name. */
export function namesOf(index: number) {
  const account = accountNumber(index % accountCount);
  const hex = index.toString(16).padStart(12, '0');
  const arn = (service: string, path: string, isGlobal = false) =>
    `arn:aws:${service}:${isGlobal ? '' : region}:${account}:${path}`;
  return {
    key: arn('kms', `key/${hex}`),
    role: arn('iam', `role/role-${hex}`, true),
    profile: arn('iam', `instance-profile/profile-${hex}`, true),
    queue: arn('sqs', `queue-${hex}`),
    queueUrl: `https://sqs.${region}.amazonaws.com/${account}/queue-${hex}`,
    dead: arn('sqs', `dead-${hex}`),
    topic: arn('sns', `topic-${hex}`),
  };
}

/** Returns a resource with its ARN and the name at its end. */
export function resource(
  account: number,
  service: string,
  kind: string,
  nativeId: string,
  namespace: string,
  path: string,
  configuration: JsonObject,
): GeneratedResource {
  const isGlobal = namespace === 'iam' || namespace === 'route53';
  const scope = namespace === 's3' ? '::' : `${isGlobal ? '' : region}:${accountNumber(account)}:`;
  return {
    account,
    region: isGlobal ? 'global' : region,
    type: `AWS::${service}::${kind}`,
    nativeId,
    arn: `arn:aws:${namespace}:${scope}${path}`,
    name: namespace === 'logs' ? nativeId : (path.split(/[/:]/).at(-1) ?? path),
    configuration,
  };
}
