import { addToGroup } from '../../group-by.ts';
import { collectorOf, RESOURCE_TYPES, resourceType as tierAType } from '../resource-types.ts';
import { cloudControlTable } from './cloud-control-table.ts';
import { inputSource } from './parent-inputs.ts';

/** Service name of the scan tasks that collect tier B types. */
export const cloudControlService = 'cloudcontrol';

/** A resource type that the generic Cloud Control collector reads. */
export interface CloudControlType {
  readonly resourceType: string;
  readonly primaryIdentifier: readonly string[];
  /** Properties of the resource model that the list call requires. */
  readonly requiredInputs: readonly string[];
  /** Global types return the same resources in every region, so they are read once, in region `global`. */
  readonly scope: 'global' | 'regional';
  /** IAM actions that the list handler declares. Some handlers declare actions that a list does not need. */
  readonly actions: readonly string[];
  /** Further IAM actions with which the handler reads one resource. */
  readonly readActions: readonly string[];
}

/** Global services, by their CloudFormation names. Source: AWS documentation, "Global services". */
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
 * Global types of regional services: their ARNs have no region. Source: Service Authorization Reference. ARNs of IPAM
 * resources have no region either, but their lists contain only the resources of the region.
 */
const globalTypes: ReadonlySet<string> = new Set([
  'AWS::DocDB::GlobalCluster',
  'AWS::ElastiCache::GlobalReplicationGroup',
  'AWS::MemoryDB::MultiRegionCluster',
  'AWS::Neptune::GlobalCluster',
  'AWS::S3::MultiRegionAccessPoint',
]);

/**
 * Tier B types: types with a list handler and without a tier A collector. A type with a required input that
 * {@link inputSource} does not know gets the outcome `unsupported` in the ledger.
 */
export const cloudControlTypes: readonly CloudControlType[] = cloudControlTable
  .map(parse)
  .filter(({ resourceType }) => tierAType(resourceType) === undefined);

const byName = new Map(cloudControlTypes.map((type) => [type.resourceType, type]));

/** Returns a tier B type by its CloudFormation name, or `undefined`. */
export function cloudControlType(name: string): CloudControlType | undefined {
  return byName.get(name);
}

/** IAM actions that every Cloud Control call needs; the list handlers of the types need their own in addition. */
export const cloudControlActions = ['cloudformation:GetResource', 'cloudformation:ListResources'] as const;

/**
 * Returns the parent types whose identifiers the list call requires; empty when the type is listed without a parent.
 */
export function parentTypesOf({ resourceType, requiredInputs }: CloudControlType): readonly string[] {
  return requiredInputs.flatMap((input) => {
    const source = inputSource(resourceType, input);
    return source !== undefined && 'parents' in source
      ? source.parents.map(({ parentType }) => parentType)
      : [];
  });
}

/** Sorts types so that every type follows its parents. Parents that are not in `names` are not added. */
export function parentsFirst(names: readonly string[]): readonly string[] {
  const given = new Set(names);
  return [...withParents(names)].filter((name) => given.has(name));
}

/**
 * Returns the types with the parent types of both tiers that listing them requires; every type follows its parents. A
 * child type is complete only when the same scan has read its parents, so a scan of a type includes them.
 */
export function withRequiredParents(names: Iterable<string>): readonly string[] {
  const types = [...withParents(names)];
  const parents = types.flatMap((name) => {
    const type = byName.get(name);
    return type === undefined ? [] : parentTypesOf(type).filter((parent) => tierAType(parent));
  });
  return [...new Set([...parents, ...types, ...names])];
}

/** Returns the types with their tier B ancestors added; every type follows its parents. */
function withParents(names: Iterable<string>, found = new Set<string>()): ReadonlySet<string> {
  for (const name of names) {
    const type = byName.get(name);
    if (type !== undefined && !found.has(name)) withParents(parentTypesOf(type), found);
    if (type !== undefined || !tierAType(name)) found.add(name);
  }
  return found;
}

/**
 * Returns the tier B types to which ARNs may belong, with the parent types that listing them requires.
 *
 * The ARN's resource part names the type: `arn:aws:ivs:eu-west-1:1:channel/x` → `AWS::IVS::Channel`. When it names a
 * tier A type, no type is returned. When it names no known type, all tier B types of the ARN's service are returned.
 * An ARN whose resource part is only a name (an S3 bucket, an SQS queue) belongs to the service's main type, which
 * tier A collects for every service that it supports.
 */
export function typesHintedBy(arns: Iterable<string>): ReadonlySet<string> {
  const hints = new Set([...arns].map(serviceAndWordOf).filter((hint) => hint !== ''));
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

/** Returns `<service> <type word>` of an ARN, e.g. `ivs channel`; the word is empty when the ARN has none. */
function serviceAndWordOf(arn: string): string {
  const [, , service, , , ...rest] = arn.split(':');
  if (service === undefined || rest.length === 0) return '';
  const word = /^\/?([A-Za-z0-9_-]+)[/:]/.exec(`${rest.join(':')}`)?.[1] ?? '';
  return `${service.toLowerCase()} ${normaliseWord(word)}`;
}

/** ARN words of tier A types that differ from the type names. Source: AWS service authorization reference. */
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

/** ARN service → words of tier A types, taken from type names, ARN templates and filters of the tagging API. */
const wordsOfTierA = new Map<string, Set<string>>(
  Object.entries(otherWords).map(([service, words]) => [service, new Set(words.map(normaliseWord))]),
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
    ...texts.map(serviceAndWordOf),
  ]) {
    const [name = '', word = ''] = hint.split(' ');
    if (name !== '' && word !== '') wordsOfTierA.set(name, (wordsOfTierA.get(name) ?? new Set()).add(word));
  }
}

/**
 * ARN service → tier B types. A type is listed under its CloudFormation service name and its list handler's IAM
 * prefix.
 */
const typesByService = new Map<string, string[]>();
for (const { resourceType, actions } of cloudControlTypes) {
  const own = (resourceType.split('::')[1] ?? '').toLowerCase();
  const prefix = actions[0]?.split(':')[0] ?? own;
  for (const service of new Set([own, prefix])) addToGroup(typesByService, service, resourceType);
}

function lastWord(type: string): string {
  return normaliseWord(type.split('::').at(-1) ?? '');
}

function normaliseWord(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}

function parse(line: string): CloudControlType {
  const [resourceType = '', identifier = '', inputs = '', actions = '', readActions = ''] = line.split('|');
  return {
    resourceType,
    primaryIdentifier: split(identifier),
    requiredInputs: split(inputs),
    scope:
      globalServices.has(resourceType.split('::')[1] ?? '') || globalTypes.has(resourceType)
        ? 'global'
        : 'regional',
    actions: split(actions),
    readActions: split(readActions),
  };
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}
