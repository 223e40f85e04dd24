import { defined } from '../../defined.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { normalise } from '../observation/normalise.ts';
import type { NormaliseRules } from '../observation/normalise.ts';
import { redactIdentity } from '../observation/observe.ts';
import type { Identity, RawItem } from '../observation/observe.ts';
import type { ObservedResource } from '../observation/observed-resource.ts';
import { readTags } from '../observation/read-tags.ts';
import { readObservedTime } from '../observation/read-observed-time.ts';
import type { KeyedHash } from '../../secrets/redact-secrets.ts';
import type { CloudControlType } from './cloud-control-types.ts';

/** Names of the property that holds a resource's tags, across CloudFormation types. */
const tagProperties = ['Tags', 'TagList', 'FileSystemTags', 'HostedZoneTags', 'UserPoolTags'];

/** Names of the read-only property with the time of creation, across CloudFormation types. Source: their schemas. */
const creationProperties = [
  'CreationTime',
  'CreatedAt',
  'CreatedTime',
  'CreationDate',
  'CreatedDate',
  'CreateTime',
  'CreationTimestamp',
  'CreatedTimestamp',
  'CreateDate',
  'CreatedOn',
  'CreationDateTime',
  'DateCreated',
];

/**
 * Converts a Cloud Control resource description to an observed resource; `activities/` adds the hash.
 *
 * @param properties the CloudFormation properties of the resource; this function modifies them
 */
export function observeDescription(
  type: CloudControlType,
  identifier: string,
  properties: RawItem,
  hash: KeyedHash,
): Omit<ObservedResource, 'configHash'> {
  const identity = identifyDescription(type, identifier, properties);
  for (const property of tagProperties) delete properties[property];
  return { ...redactIdentity(identity, hash), ...normalise(properties, rulesOfDescription(type), hash) };
}

/** Returns the rules with which the properties of a type are normalised. */
export function rulesOfDescription(type: CloudControlType): NormaliseRules {
  return { nativeId: type.primaryIdentifier };
}

/** As {@link observeDescription}, without the configuration. Does not modify the properties. */
export function identifyDescription(
  type: CloudControlType,
  identifier: string,
  properties: JsonObject,
): Identity {
  const tags = readTags(tagProperties.map((name) => properties[name]).find((value) => value !== undefined));
  const createdAt = creationProperties.flatMap((name) => readObservedTime(properties[name]) ?? [])[0];
  return {
    resourceType: type.resourceType,
    nativeId: identifier,
    arn: arnOf(type, identifier, properties),
    name: nameOf(type.resourceType, properties) ?? (tags['Name'] || undefined),
    tags,
    ...defined({ createdAt }),
  };
}

/** An identifier of several parts begins with an ARN that can be another resource's, such as a principal's. */
function arnOf(type: CloudControlType, identifier: string, properties: JsonObject): string | undefined {
  const own = `${type.resourceType.split('::').at(-1) ?? ''}Arn`;
  const candidates: readonly (Json | undefined)[] = [
    properties['Arn'],
    properties[own],
    properties['ARN'],
    type.primaryIdentifier.length === 1 ? identifier : undefined,
  ];
  return (
    candidates.find((value): value is string => typeof value === 'string' && value.startsWith('arn:')) ??
    undefined
  );
}

function nameOf(resourceType: string, properties: JsonObject): string | undefined {
  const own = `${resourceType.split('::').at(-1) ?? ''}Name`;
  const value = properties[own] ?? properties['Name'];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
