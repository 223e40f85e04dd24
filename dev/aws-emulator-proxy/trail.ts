import { randomUUID } from 'node:crypto';
import type { CallerIdentity } from './identities.ts';
import { serviceTrailRegions } from '../../domain/changes/global-trail-regions.ts';
import { readOnlyOperation } from './identify-request.ts';
import type { IdentifiedRequest } from './identify-request.ts';
import { requestParameters, responseElements } from './trail-form.ts';

export interface RecordedEvent {
  readonly EventId: string;
  readonly EventName: string;
  readonly EventSource: string;
  /** Seconds since 1970, as in the JSON protocol. */
  readonly EventTime: number;
  readonly ReadOnly: string;
  readonly Username: string;
  readonly Resources: readonly { readonly ResourceName: string }[];
  readonly CloudTrailEvent: string;
}

export interface Trail {
  record(identity: CallerIdentity, request: IdentifiedRequest, response: string): void;
  /** Events of an account and region, newest first. */
  events(account: string, region: string): readonly RecordedEvent[];
}

/** Data events of S3, which LookupEvents does not return. Source: CloudTrail user guide, "Logging data events". */
const objectOperation = /^(?:Put|Delete|Copy|Restore)Objects?$|Multipart|^UploadPart/;
const maximumEvents = 5000;

/** Records the calls that write, as CloudTrail does: the newest 5,000 of each account and region. */
export function createTrail(): Trail {
  const trails = new Map<string, RecordedEvent[]>();
  return {
    record(identity, given, response) {
      const region = serviceTrailRegions[given.service]?.['aws']?.[0] ?? given.region;
      const request = { ...given, region };
      const { operation } = request;
      if (operation === '' || readOnlyOperation.test(operation) || objectOperation.test(operation)) return;
      const key = `${identity.account} ${region}`;
      const events = trails.get(key) ?? [];
      events.unshift(eventOf(identity, request, response));
      trails.set(key, events.slice(0, maximumEvents));
    },
    events: (account, region) => trails.get(`${account} ${region}`) ?? [],
  };
}

function eventOf(identity: CallerIdentity, request: IdentifiedRequest, response: string): RecordedEvent {
  const now = new Date();
  const eventName = eventNameOf(request);
  const record = {
    eventVersion: '1.09',
    userIdentity: userIdentityOf(identity),
    eventTime: now.toISOString(),
    eventSource: `${request.service}.amazonaws.com`,
    eventName,
    awsRegion: request.region,
    requestParameters: requestParameters(request),
    responseElements: responseElements(request, response),
    readOnly: false,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: identity.account,
  };
  return {
    EventId: randomUUID(),
    EventName: eventName,
    EventSource: record.eventSource,
    EventTime: now.getTime() / 1000,
    ReadOnly: 'false',
    Username: identity.role === undefined ? 'root' : (identity.arn.split('/').at(-1) ?? ''),
    Resources: responseNames(response).map((name) => ({ ResourceName: name })),
    CloudTrailEvent: JSON.stringify(record),
  };
}

/** CloudTrail user guide, "CloudTrail userIdentity element". */
function userIdentityOf({ account, arn, role }: CallerIdentity): object {
  if (role === undefined) return { type: 'Root', principalId: account, arn, accountId: account };
  const issuer = { type: 'Role', arn: `arn:aws:iam::${account}:role/${role.name}`, accountId: account };
  return {
    type: 'AssumedRole',
    arn,
    accountId: account,
    sessionContext: { sessionIssuer: { ...issuer, userName: role.name } },
  };
}

/**
 * Operations of S3 that CloudTrail names otherwise than the SDK. Source: Amazon S3 user guide, "Amazon S3 CloudTrail events".
 */
const s3EventNames: Readonly<Record<string, string>> = {
  DeletePublicAccessBlock: 'DeleteBucketPublicAccessBlock',
  DeleteBucketOwnershipControls: 'DeleteBucketOwnershipControls',
  PutBucketLifecycleConfiguration: 'PutBucketLifecycle',
  PutBucketNotificationConfiguration: 'PutBucketNotification',
  PutObjectLockConfiguration: 'PutBucketObjectLockConfiguration',
  PutPublicAccessBlock: 'PutBucketPublicAccessBlock',
};

/** Lambda adds the version of its API: `CreateFunction20150331`. Source: Lambda developer guide, "Logging API calls". */
function eventNameOf({ service, operation, path }: IdentifiedRequest): string {
  if (service === 's3') return s3EventNames[operation] ?? operation;
  const version = service === 'lambda' ? /^\/(\d{4})-(\d{2})-(\d{2})\//.exec(path) : null;
  return version === null ? operation : `${operation}${version.slice(1).join('')}`;
}

/** Up to 20 distinct string values of a JSON response, or texts of an XML response: they contain the identifiers. */
function responseNames(response: string): readonly string[] {
  const values = [
    ...response
      .slice(0, 20_000)
      .matchAll(/"(?:[^"\\]|\\.)*"\s*:\s*"((?:[^"\\]|\\.){2,300})"|>([^<>\s]{2,300})</g),
  ];
  return [...new Set(values.map(([, json, xml]) => json ?? xml ?? ''))].slice(0, 20);
}
