import { collectorOf, RESOURCE_TYPES } from '../discovery/declaration/resource-types.ts';
import { operationTable } from './operation-table.ts';

/** A row of the operation table. */
export interface TrailOperation {
  readonly targets: readonly OperationTarget[];
  /** Folded names of the members of the input that the API also describes. */
  readonly members: ReadonlySet<string>;
  readonly carriesTags: boolean;
}

export interface OperationTarget {
  /** A resource type; `*` means the type that an ARN names. */
  readonly resourceType: string;
  /** `c` creates, `u` updates, `d` deletes. */
  readonly effects: string;
  /** Templates of identifiers, e.g. `{roleName}:{policyName}`; `@` means the only resource of the type in the account and region. */
  readonly templates: readonly string[];
}

/**
 * Event sources that differ from the IAM prefix. Sources: AWS CloudTrail user guide, supported services; the examples of log
 * entries in the user guides of Amazon MQ, Application Auto Scaling and IAM Identity Center.
 */
const eventSources: Readonly<Record<string, readonly string[]>> = {
  'application-autoscaling': ['autoscaling'],
  cloudwatch: ['monitoring'],
  identitystore: ['identitystore-scim', 'sso-directory'],
  mq: ['amazonmq'],
  servicecatalog: ['servicecatalog-appregistry'],
  ses: ['email'],
};

const services = new Set(RESOURCE_TYPES.map(({ service }) => service));

/** Source of TagResources and UntagResources, which change resources of all services. */
export const taggingSource = 'tagging';

const taggingOperation: TrailOperation = {
  targets: [{ resourceType: '*', effects: 'u', templates: ['{resourceARNList[]}'] }],
  members: new Set(),
  carriesTags: true,
};

/** Returns the collected services whose events have a source, e.g. `cloudwatch` for `monitoring`. */
export function servicesOfSource(eventSource: string): readonly string[] {
  return [...services].filter(
    (service) => service === eventSource || eventSources[service]?.includes(eventSource) === true,
  );
}

/** Returns the rows of an operation of CloudTrail: several if two services have the source and an operation of this name. */
export function operationsOf(eventSource: string, eventName: string): readonly TrailOperation[] {
  if (eventSource === taggingSource) return [taggingOperation];
  const name = versionless(eventName);
  return servicesOfSource(eventSource).flatMap((service) => {
    const rows = operationTable[service] ?? {};
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    return row === undefined ? [] : [parseRow(row)];
  });
}

/**
 * Returns the name of the operation in the API. Lambda and CloudFront add the version of their API (`CreateFunction20150331`,
 * `UpdateDistribution2014_01_31`), Route 53 Domains begins with a small letter (`updateDomainContact`). Sources: Lambda and
 * CloudFront developer guides, Route 53 developer guide, "Understanding Route 53 log file entries".
 */
export function versionless(eventName: string): string {
  const name = eventName.replace(/\d{4}_?\d{2}_?\d{2}(v\d+)?$/, '');
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** Types of which an account and region has one resource, although it has an identifier that the requests do not name. */
const singleTypes: ReadonlySet<string> = new Set([
  'AWS::Organizations::Organization',
  'AWS::SecurityHub::Hub',
  'AWS::Shield::Subscription',
]);

/** Returns whether an account and region has at most one resource of a type, such as the default of EBS encryption. */
export function isAccountSetting(resourceType: string): boolean {
  return hasAccountAsId(resourceType) || singleTypes.has(resourceType);
}

/** Returns whether the native id of a type is the account's number, which identifies no resource. */
export function hasAccountAsId(resourceType: string): boolean {
  return collectorOf(resourceType)?.nativeId === '{account}';
}

function parseRow(row: string): TrailOperation {
  const [targets = '', members = ''] = row.split(' | ');
  const names = members.split(' ').filter((name) => name !== '');
  return {
    targets: targets.split('; ').map((target) => {
      const [resourceType = '', effects = '', ...templates] = target.split(' ');
      return { resourceType, effects, templates };
    }),
    members: new Set(names.filter((name) => name !== '+tags')),
    carriesTags: names.includes('+tags'),
  };
}
