import { collectorOf, RESOURCE_TYPES, resourceType as tierAType } from '../resource-types.ts';
import { cloudControlTable } from './cloud-control-table.ts';
import { inputSource } from './parent-inputs.ts';

/** The name of the service whose tasks read types of tier B. */
export const cloudControlService = 'cloudcontrol';

/** A type that the generic Cloud Control collector reads. */
export interface CloudControlType {
  readonly resourceType: string;
  readonly primaryIdentifier: readonly string[];
  /** Properties of the resource model without which AWS does not list. */
  readonly requiredInputs: readonly string[];
  /** Global types answer the same in every region: they are read once, in `global`. */
  readonly scope: 'global' | 'regional';
  readonly actions: readonly string[];
}

/** Services without regions, by their names in CloudFormation. Source: the AWS documentation of global services. */
const globalServices: ReadonlySet<string> = new Set([
  'Billing',
  'BillingConductor',
  'Budgets',
  'CE',
  'CUR',
  'CloudFront',
  'GlobalAccelerator',
  'IAM',
  'NetworkManager',
  'Organizations',
  'Route53',
  'Route53RecoveryControl',
  'Route53RecoveryReadiness',
  'Shield',
  'WAF',
]);

/**
 * Types of tier B: those with a list handler that no collector of tier A owns. A type whose inputs nothing here can fill
 * is collected with the outcome `unsupported`, and says so in the ledger.
 */
export const cloudControlTypes: readonly CloudControlType[] = cloudControlTable
  .map(parse)
  .filter(({ resourceType }) => tierAType(resourceType) === undefined);

const byName = new Map(cloudControlTypes.map((type) => [type.resourceType, type]));

export function cloudControlType(name: string): CloudControlType | undefined {
  return byName.get(name);
}

/** IAM actions of the collector itself; those of the types come from their handlers. */
export const cloudControlActions = ['cloudformation:GetResource', 'cloudformation:ListResources'] as const;

/** The types inside which a type is listed; none for a type that AWS lists by itself. */
export function parentTypesOf({ resourceType, requiredInputs }: CloudControlType): readonly string[] {
  return requiredInputs.flatMap((input) => {
    const source = inputSource(resourceType, input);
    return source !== undefined && 'parent' in source ? [source.parent.parentType] : [];
  });
}

/** The types in an order in which each comes after those of them that are its parents. */
export function parentsFirst(names: readonly string[]): readonly string[] {
  const given = new Set(names);
  return [...withParents(names)].filter((name) => given.has(name));
}

/** The types and, before each, its parents and theirs, as far as this tier reads them. */
function withParents(names: Iterable<string>, found = new Set<string>()): ReadonlySet<string> {
  for (const name of names) {
    const type = byName.get(name);
    if (type !== undefined && !found.has(name)) withParents(parentTypesOf(type), found);
    if (type !== undefined || !tierAType(name)) found.add(name);
  }
  return found;
}

/**
 * Types that ARNs hint at, with the parents without which they cannot be listed: those of the ARN's service whose last
 * part the ARN's resource part names, none when that names a type of tier A, all of the service's when it names none.
 * `arn:aws:ivs:eu-west-1:1:channel/x` → `AWS::IVS::Channel`. A bare name (a bucket, a queue) is what the service is
 * known for, which tier A reads wherever it reads the service.
 */
export function typesHintedBy(arns: Iterable<string>): ReadonlySet<string> {
  const hints = new Set([...arns].map(hintOf).filter((hint) => hint !== ''));
  const found = new Set<string>();
  for (const hint of hints) {
    const [service = '', word = ''] = hint.split(' ');
    const ofTierA = wordsOfTierA.get(service);
    if (ofTierA?.has(word) === true || (word === '' && ofTierA !== undefined)) continue;
    const ofService = typesByService.get(service) ?? [];
    const named = ofService.filter((type) => lastWord(type) === word);
    for (const type of named.length > 0 ? named : ofService) found.add(type);
  }
  return withParents(found);
}

function hintOf(arn: string): string {
  const [, , service, , , ...rest] = arn.split(':');
  if (service === undefined || rest.length === 0) return '';
  const word = /^\/?([A-Za-z0-9_-]+)[/:]/.exec(`${rest.join(':')}`)?.[1] ?? '';
  return `${service.toLowerCase()} ${squeeze(word)}`;
}

/** Words in ARNs of types of tier A that are not their names. Source: AWS service authorization reference. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  appsync: ['apis'],
  ec2: [
    'elastic-ip',
    'flow-logs',
    'image',
    'managed-prefix-lists',
    'natgateway',
    'prefix-list',
    'security-group-rule',
    'snapshot',
    'vpc-flow-log',
  ],
  elasticache: ['cluster', 'parametergroup', 'replicationgroup', 'snapshot', 'subnetgroup', 'user'],
  rds: ['cluster', 'cluster-pg', 'cluster-snapshot', 'db', 'es', 'og', 'pg', 'ri', 'snapshot', 'subgrp'],
};

/** ARN service → the words that stand for types of tier A: their names', their ARNs' and the tagging API's. */
const wordsOfTierA = new Map<string, Set<string>>(
  Object.entries(otherWords).map(([service, words]) => [service, new Set(words.map(squeeze))]),
);
for (const { resourceType, service } of RESOURCE_TYPES) {
  const { arn, tags } = collectorOf(resourceType) ?? {};
  const filter = tags !== undefined && 'taggingApi' in tags ? tags.taggingApi.split(':') : [];
  const texts = [
    typeof arn === 'string' ? arn : '',
    filter.length === 2 ? `arn:aws:${filter[0]}:::${filter[1]}/` : '',
  ];
  const own = resourceType.split('::')[1]?.toLowerCase() ?? '';
  for (const hint of [
    `${service} ${lastWord(resourceType)}`,
    `${own} ${lastWord(resourceType)}`,
    ...texts.map(hintOf),
  ]) {
    const [name = '', word = ''] = hint.split(' ');
    if (name !== '' && word !== '') wordsOfTierA.set(name, (wordsOfTierA.get(name) ?? new Set()).add(word));
  }
}

/** The services of a type's ARNs: its name in CloudFormation, and the IAM prefix of its list handler. */
const typesByService = new Map<string, string[]>();
for (const { resourceType, actions } of cloudControlTypes) {
  const own = (resourceType.split('::')[1] ?? '').toLowerCase();
  const prefix = actions[0]?.split(':')[0] ?? own;
  for (const service of new Set([own, prefix])) {
    typesByService.set(service, [...(typesByService.get(service) ?? []), resourceType]);
  }
}

function lastWord(type: string): string {
  return squeeze(type.split('::').at(-1) ?? '');
}

function squeeze(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}

function parse(line: string): CloudControlType {
  const [resourceType = '', identifier = '', inputs = '', actions = ''] = line.split('|');
  return {
    resourceType,
    primaryIdentifier: split(identifier),
    requiredInputs: split(inputs),
    scope: globalServices.has(resourceType.split('::')[1] ?? '') ? 'global' : 'regional',
    actions: split(actions),
  };
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}
