import { addToGroup } from '../../lists/add-to-group.ts';
import { collectorOf, RESOURCE_TYPES } from '../declaration/resource-types.ts';
import { cloudControlTypes, withTierBParents } from './cloud-control-types.ts';

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
  return withTierBParents(found);
}

/** Returns `<service> <type word>` of an ARN, e.g. `ivs channel`; the word is empty when the ARN has none. */
function serviceAndWordOf(arn: string): string {
  const [, , service, , , ...rest] = arn.split(':');
  if (service === undefined || rest.length === 0) return '';
  const word = /^\/?([A-Za-z0-9_-]+)[/:]/.exec(`${rest.join(':')}`)?.[1] ?? '';
  return `${service.toLowerCase()} ${normaliseWord(word)}`;
}

/** ARN words of tier A types that differ from the type names. Source: Service Authorization Reference. */
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

/**
 * Returns whether the service in an ARN is that of the type. The ARN of a type can be that of a principal or a topic, which
 * customers choose: it does not show the account of the resource.
 */
export function isArnOfService(resourceType: string, arn: string): boolean {
  return typesByService.get(arn.split(':', 3)[2] ?? '')?.includes(resourceType) === true;
}

function lastWord(type: string): string {
  return normaliseWord(type.split('::').at(-1) ?? '');
}

function normaliseWord(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}
