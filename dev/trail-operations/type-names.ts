import { foldTrailName } from '../../domain/changes/fold-name.ts';
import type { ServiceCollectors, TypeCollector } from '../../domain/discovery/declaration/collector.ts';
import type {
  InputTemplateValue,
  TextExpression,
} from '../../domain/discovery/declaration/text-expression.ts';

/** The names by which the operations of an API know a resource type. */
export interface TypeNames {
  readonly collector: TypeCollector;
  /** Folded nouns of operations: `role`. */
  readonly nouns: readonly string[];
  /** Folded names of members that hold an identifier of a resource of this type and no other: `rolename`. */
  readonly members: ReadonlySet<string>;
  /** Those of them that hold an ARN of the resource itself. */
  readonly arnMembers: ReadonlySet<string>;
  /** Parts of a composite native id, in order, with the texts between them; `undefined` for ids of one member. */
  readonly composite: readonly CompositeForm[];
}

/** `{RoleName}:{PolicyName}`; a form has more than one placeholder. */
export interface CompositeForm {
  readonly template: string;
  readonly parts: readonly string[];
}

/** Nouns that neither the type nor its list call has. */
const otherNouns: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudWatch::Alarm': ['MetricAlarm'],
  'AWS::EC2::EIP': ['Address'],
  'AWS::EC2::EC2Fleet': ['Fleet'],
  'AWS::EC2::PrefixList': ['ManagedPrefixList'],
  'AWS::EC2::VPCEndpointService': ['VpcEndpointServiceConfiguration', 'VpcEndpointService'],
  'AWS::EC2::SpotFleet': ['SpotFleetRequest'],
  'AWS::EC2::SpotInstanceRequest': ['SpotInstances', 'SpotInstanceRequest'],
  'AWS::EC2::SecurityGroupIngress': ['SecurityGroupIngress', 'SecurityGroupRules'],
  'AWS::EC2::SecurityGroupEgress': ['SecurityGroupEgress', 'SecurityGroupRules'],
  'AWS::EMR::Cluster': ['JobFlow'],
  'AWS::IAM::ManagedPolicy': ['Policy'],
  'AWS::Macie::Session': ['Macie'],
  'AWS::OpenSearchService::Domain': ['ElasticsearchDomain'],
  'AWS::RDS::DBInstance': ['DBInstanceReadReplica'],
  'AWS::SecurityHub::Hub': ['SecurityHub'],
  'AWS::Lambda::Url': ['FunctionUrlConfig'],
  'AWS::IAM::OIDCProvider': ['OpenIDConnectProvider'],
  'AWS::SSO::Assignment': ['AccountAssignment'],
  'AWS::Route53::QueryLoggingConfig': ['QueryLoggingConfig'],
};

/** Member names that say nothing about the type. */
export const genericMembers: ReadonlySet<string> = new Set([
  'name',
  'id',
  'arn',
  'identifier',
  'type',
  'uuid',
  'resourcearn',
  'resourceid',
  'resourcename',
  'resourceidentifier',
  'resource',
  'description',
  'comment',
  'scope',
  'url',
  'alias',
  'displayname',
  'value',
  'key',
  'account',
  'region',
  'status',
]);

/** Returns the names of the types that a client of a service lists. */
export function typeNamesOf(service: ServiceCollectors, client: string): readonly TypeNames[] {
  const types = service.types.filter(({ list }) => (list.client ?? service.client) === client);
  return types.map((collector) => ({
    collector,
    nouns: nounsOf(collector),
    members: membersOf(collector),
    arnMembers: new Set([
      ...expressions(collector.arn).flatMap((path) =>
        /^[\w.]+$/.test(path) ? foldTrailName(path.split('.').at(-1) ?? '') : [],
      ),
      ...nounsOf(collector).map((noun) => `${noun}arn`),
    ]),
    composite: expressions(collector.nativeId).flatMap(compositeOf),
  }));
}

function nounsOf({ resourceType, list }: TypeCollector): readonly string[] {
  const listed = list.operation.replace(/^(?:Describe|List|Get)/, '');
  const names = [resourceType.split('::').at(-1) ?? '', listed, ...(otherNouns[resourceType] ?? [])];
  return [...new Set(names.map(foldTrailName))].filter((noun) => noun !== '');
}

function membersOf(collector: TypeCollector): ReadonlySet<string> {
  const { nativeId, arn, name, details = [], tags } = collector;
  const identities = [nativeId, arn, name].flatMap((one) => expressions(one));
  const plain = identities.flatMap((text) => /^\{?([\w.]+)(?:\|[^{}]*)?\}?$/.exec(text)?.[1] ?? []);
  const sources = new Set(plain);
  const calls = [...details, ...(tags !== undefined && 'call' in tags ? [tags.call] : [])];
  const inputs = calls.flatMap(({ input = {} }) =>
    Object.entries(input).filter(([, value]) => isIdentity(value, sources)),
  );
  const nouns = nounsOf(collector);
  const found = [
    ...plain.map((path) => foldTrailName(path.split('.').at(-1) ?? '')),
    ...inputs.map(([member]) => foldTrailName(member)),
    ...nouns.flatMap((noun) => [
      noun,
      ...['id', 'arn', 'name', 'identifier', 'url'].map((end) => `${noun}${end}`),
    ]),
  ];
  return new Set(
    found.filter(
      (member) => (!genericMembers.has(member) && member !== 'domainname') || nouns.includes('domainname'),
    ),
  );
}

function isIdentity(value: InputTemplateValue, sources: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((one: InputTemplateValue) => isIdentity(one, sources));
  if (typeof value !== 'string') return false;
  const source = /^\{([\w.]+)\}$/.exec(value)?.[1];
  return source !== undefined && (source === 'id' || sources.has(source));
}

function expressions(expression: TextExpression | undefined): readonly string[] {
  if (expression === undefined) return [];
  return typeof expression === 'string' ? [expression] : expression;
}

function compositeOf(template: string): readonly CompositeForm[] {
  const parts = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, part = '']) => part);
  const ofItem = parts.filter((part) => !['account', 'region', 'partition'].includes(part));
  // A filter changes the text of a part; such ids are composed by hand.
  if (ofItem.length < 2 || ofItem.length < parts.length || parts.some((part) => part.includes('|')))
    return [];
  return [{ template, parts }];
}
