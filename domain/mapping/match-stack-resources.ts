import { cloudformationId, hasDerivedId } from '../discovery/declaration/cloudformation-id.ts';
import { dnsSuffixOf } from '../discovery/regions/aws-partition.ts';

/** A resource that a stack lists. */
export interface StackMember {
  readonly logicalId: string;
  readonly resourceType: string;
  readonly physicalId: string;
}

/** A resource of the stack's account, in its region or `global`. */
export interface StackCandidate {
  readonly id: string;
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn?: string | undefined;
  readonly name?: string | undefined;
  /** The value at the key of {@link physicalIdKeys}, for types that have one. */
  readonly alternative?: string | undefined;
}

/** A stack with the resources that it lists. */
export interface StackToMatch<Member extends StackMember> {
  readonly name: string;
  readonly members: readonly Member[];
}

/**
 * Returns a function for the resources of the members of a stack. A member is looked up under its type: by native id, ARN,
 * identifier of CloudFormation, or the id that `Ref` returns for types of {@link partialIds}. The latter is unique only below a
 * parent, which the stack must list, unless AWS or CloudFormation generated the id. Of several resources with the same id none is
 * returned, unless the stack has as many members with it.
 *
 * @param candidates the resources of the account in the region of the stacks and in `global`
 */
export function stackMatcher(
  candidates: readonly StackCandidate[],
): <Member extends StackMember>(stack: StackToMatch<Member>) => ReadonlyMap<Member, string> {
  const byIdentifier = new Map<string, StackCandidate[]>();
  const byPartialId = new Map<string, StackCandidate[]>();
  for (const candidate of candidates) {
    for (const id of identifiersOf(candidate))
      add(byIdentifier, keyOf(candidate.resourceType, id), candidate);
    const parts = partsOf(candidate);
    if (parts !== undefined) add(byPartialId, keyOf(candidate.resourceType, parts.id), candidate);
  }
  return ({ name, members }) => {
    const listed = new Set(members.map(({ resourceType, physicalId }) => keyOf(resourceType, physicalId)));
    const matches = new Map<(typeof members)[number], string>();
    const groups = Map.groupBy(members, ({ resourceType, physicalId }) => keyOf(resourceType, physicalId));
    for (const [key, group] of groups) {
      const [first] = group;
      if (first === undefined) continue;
      const found = byIdentifier.get(key) ?? belowParents(name, first, byPartialId, listed);
      if (found.length > group.length) continue;
      for (const [index, { id }] of found.entries()) {
        const member = group[index];
        if (member !== undefined) matches.set(member, id);
      }
    }
    return matches;
  };
}

/**
 * Whether the physical id of a type can be another text than the native id and the ARN, so that all resources of the type are
 * candidates.
 */
export function hasOtherPhysicalIds(resourceType: string): boolean {
  return (
    Object.hasOwn(partialIds, resourceType) ||
    Object.hasOwn(identifiers, resourceType) ||
    Object.hasOwn(physicalIdKeys, resourceType) ||
    hasDerivedId(resourceType)
  );
}

/**
 * Types whose physical id is a value of the configuration that is no identifier of the inventory. Source: `Ref` on the pages of
 * the types in the CloudFormation Template Reference, as for the tables below.
 */
export const physicalIdKeys: Readonly<Record<string, string>> = {
  'AWS::CodeCommit::Repository': 'repositoryId',
  'AWS::EC2::EIP': 'PublicIp',
};

/** Types with further identifiers that are as unique as the native id. */
const identifiers: Readonly<Record<string, (resource: StackCandidate) => readonly string[]>> = {
  'AWS::Backup::BackupSelection': ({ nativeId }) => {
    const [plan = '', selection = ''] = nativeId.split('/');
    return [`${selection}_${plan}`];
  },
  // The name of a rule of the default event bus, else `<bus>|<name>`.
  'AWS::Events::Rule': ({ nativeId }) => {
    const path = nativeId.slice(nativeId.indexOf(':rule/') + ':rule/'.length);
    const at = path.lastIndexOf('/');
    return [at < 0 ? path : `${path.slice(0, at)}|${path.slice(at + 1)}`];
  },
  // SQS returns the URL of the endpoint that was called, which can be the legacy one.
  // Source: SQS Developer Guide, Queue and message identifiers; General Reference, SQS endpoints (legacy).
  'AWS::SQS::Queue': ({ arn = '' }) => {
    const [, partition = '', , region, account, name] = arn.split(':');
    if (name === undefined) return [];
    const suffix = dnsSuffixOf(partition);
    return [`sqs.${region}`, `${region}.queue`, ...(region === 'us-east-1' ? ['queue'] : [])].map(
      (host) => `https://${host}.${suffix}/${account}/${name}`,
    );
  },
};

interface PartialId {
  /** Type of the resources to which the first part of the native id belongs. */
  readonly parent: string;
  /** Separator of the parts of the native id. */
  readonly separator: '/' | ':' | '_';
  /** Whether the id is unique without its parent: AWS generated it, or it is a domain name. */
  readonly isUnique: boolean;
  /** The id, if it is not the part after the first separator. */
  readonly id?: (resource: StackCandidate) => string;
  readonly normalise?: (physicalId: string) => string;
}

const below = (parent: string, rest: Partial<PartialId> = {}): PartialId => ({
  parent: `AWS::${parent}`,
  separator: '/',
  isUnique: false,
  ...rest,
});
const generated = { isUnique: true };

/** A domain name as the inventory has it. CloudFormation can return it with a dot at its end. */
const toRecordName = (text: string): string => text.replace(/\.$/, '').toLowerCase();

/** Types whose `Ref` returns only the part of the native id after the parent's. */
const partialIds: Readonly<Record<string, PartialId>> = {
  'AWS::ApiGateway::Authorizer': below('ApiGateway::RestApi', generated),
  'AWS::ApiGateway::Resource': below('ApiGateway::RestApi', generated),
  'AWS::ApiGateway::Stage': below('ApiGateway::RestApi'),
  'AWS::ApiGatewayV2::Authorizer': below('ApiGatewayV2::Api', generated),
  'AWS::ApiGatewayV2::Integration': below('ApiGatewayV2::Api', generated),
  'AWS::ApiGatewayV2::Route': below('ApiGatewayV2::Api', generated),
  'AWS::ApiGatewayV2::Stage': below('ApiGatewayV2::Api'),
  'AWS::AppConfig::ConfigurationProfile': below('AppConfig::Application', generated),
  'AWS::AppConfig::Environment': below('AppConfig::Application', generated),
  'AWS::AutoScaling::ScheduledAction': below('AutoScaling::AutoScalingGroup'),
  'AWS::Backup::BackupSelection': below('Backup::BackupPlan', generated),
  'AWS::CodeDeploy::DeploymentGroup': below('CodeDeploy::Application'),
  'AWS::Cognito::UserPoolClient': below('Cognito::UserPool', generated),
  'AWS::Cognito::UserPoolGroup': below('Cognito::UserPool'),
  'AWS::Cognito::UserPoolIdentityProvider': below('Cognito::UserPool'),
  'AWS::Cognito::UserPoolResourceServer': below('Cognito::UserPool'),
  'AWS::EKS::FargateProfile': below('EKS::Cluster'),
  'AWS::Glue::Table': below('Glue::Database'),
  'AWS::GuardDuty::Filter': below('GuardDuty::Detector'),
  'AWS::Logs::MetricFilter': below('Logs::LogGroup', { separator: ':' }),
  'AWS::Logs::SubscriptionFilter': below('Logs::LogGroup', { separator: ':' }),
  'AWS::Route53::RecordSet': below('Route53::HostedZone', {
    separator: '_',
    isUnique: true,
    id: ({ name = '' }) => toRecordName(name),
    normalise: toRecordName,
  }),
  'AWS::SES::ReceiptRule': below('SES::ReceiptRuleSet'),
};

function identifiersOf(resource: StackCandidate): ReadonlySet<string> {
  const { resourceType, nativeId, arn, alternative } = resource;
  const own = cloudformationId(resource);
  const parts = partsOf(resource);
  const joined = parts === undefined ? own : `${parts.parent}|${parts.rest}`;
  const ids = [
    nativeId,
    arn,
    alternative,
    own,
    joined,
    joined?.replaceAll('|', ','),
    ...(identifiers[resourceType]?.(resource) ?? []),
  ];
  return new Set(ids.flatMap((id) => (id === undefined || id === '' ? [] : [id])));
}

/** Returns the parts of a native id, and the id that `Ref` returns. */
function partsOf(
  resource: StackCandidate,
): { readonly parent: string; readonly rest: string; readonly id: string } | undefined {
  const { resourceType, nativeId } = resource;
  const partial = partialIdOf(resourceType);
  const at = partial === undefined ? -1 : nativeId.indexOf(partial.separator);
  if (at <= 0) return undefined;
  const rest = nativeId.slice(at + 1);
  return { parent: nativeId.slice(0, at), rest, id: partial?.id?.(resource) ?? rest };
}

function partialIdOf(resourceType: string): PartialId | undefined {
  return Object.hasOwn(partialIds, resourceType) ? partialIds[resourceType] : undefined;
}

/** Returns the resources with the partial id of a member whose parent the stack lists; all if the id is unique without it. */
function belowParents(
  stackName: string,
  { resourceType, physicalId }: StackMember,
  byPartialId: ReadonlyMap<string, readonly StackCandidate[]>,
  listed: ReadonlySet<string>,
): readonly StackCandidate[] {
  const partial = partialIdOf(resourceType);
  if (partial === undefined) return [];
  const found = byPartialId.get(keyOf(resourceType, partial.normalise?.(physicalId) ?? physicalId)) ?? [];
  const ofListed = found.filter((one) => listed.has(keyOf(partial.parent, partsOf(one)?.parent ?? '')));
  if (ofListed.length > 0) return ofListed;
  // CloudFormation generates names that begin with the name of the stack.
  return partial.isUnique || physicalId.startsWith(`${stackName}-`) ? found : [];
}

const keyOf = (resourceType: string, id: string): string => `${resourceType} ${id}`;

function add(map: Map<string, StackCandidate[]>, key: string, candidate: StackCandidate): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [candidate]);
  else known.push(candidate);
}
