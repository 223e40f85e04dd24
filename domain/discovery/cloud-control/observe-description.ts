import type { Json, JsonObject } from '../../json.ts';
import { normalise } from '../normalise.ts';
import type { Observation } from '../observe.ts';
import type { MutableJson } from '../path.ts';
import { readTags } from '../read-tags.ts';
import { redactTags } from '../redact-secrets.ts';
import type { KeyedHash } from '../redact-secrets.ts';
import type { CloudControlType } from './cloud-control-types.ts';

/** Properties in which types of CloudFormation keep their tags. */
const tagProperties = ['Tags', 'TagList', 'FileSystemTags', 'HostedZoneTags', 'UserPoolTags'];

/** What a resource description of Cloud Control says: its identifier, and the type's CloudFormation properties. */
export function observeDescription(
  type: CloudControlType,
  identifier: string,
  properties: { [key: string]: MutableJson },
  hash: KeyedHash,
): Observation {
  const tags = readTags(
    tagProperties.map((name) => properties[name]).find((value) => value !== undefined) ?? null,
  );
  const arn = arnOf(type, identifier, properties);
  const name = nameOf(type.resourceType, properties) ?? tags['Name'] ?? null;
  for (const property of tagProperties) delete properties[property];
  const { configuration, volatile } = normalise(properties, {}, hash);
  return {
    resourceType: type.resourceType,
    nativeId: identifier,
    arn,
    name,
    tags: redactTags(tags, hash),
    configuration,
    volatile,
  };
}

/** Whether a listed description carries no more than its identifier, so that it must be read. */
export function isIdentifierOnly(type: CloudControlType, properties: JsonObject): boolean {
  return Object.keys(properties).every((key) => type.primaryIdentifier.includes(key));
}

function arnOf(type: CloudControlType, identifier: string, properties: JsonObject): string | null {
  const own = `${type.resourceType.split('::').at(-1) ?? ''}Arn`;
  const candidates: readonly (Json | undefined)[] = [
    properties['Arn'],
    properties[own],
    properties['ARN'],
    identifier,
  ];
  return (
    candidates.find((value): value is string => typeof value === 'string' && value.startsWith('arn:')) ?? null
  );
}

function nameOf(resourceType: string, properties: JsonObject): string | null {
  const own = `${resourceType.split('::').at(-1) ?? ''}Name`;
  const value = properties[own] ?? properties['Name'];
  return typeof value === 'string' && value !== '' ? value : null;
}
