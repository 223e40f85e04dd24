import { randomUUID } from 'node:crypto';
import type { CallerIdentity } from './identities.ts';
import { readOnlyOperation } from './identify-request.ts';
import type { IdentifiedRequest } from './identify-request.ts';

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
    record(identity, request, response) {
      const { operation, region } = request;
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
  const names = responseNames(response);
  const record = {
    eventVersion: '1.09',
    userIdentity: {
      type: identity.role === undefined ? 'Root' : 'AssumedRole',
      arn: identity.arn,
      awsAccountNumber: identity.account,
    },
    eventTime: now.toISOString(),
    eventSource: `${request.service}.amazonaws.com`,
    eventName: request.operation,
    awsRegion: request.region,
    requestParameters: { ...request.input, path: request.path.split('/').map(decodeURIComponent) },
    responseElements: names,
    readOnly: false,
  };
  return {
    EventId: randomUUID(),
    EventName: request.operation,
    EventSource: record.eventSource,
    EventTime: now.getTime() / 1000,
    ReadOnly: 'false',
    Username: identity.role?.name ?? 'root',
    Resources: names.slice(0, 20).map((name) => ({ ResourceName: name })),
    CloudTrailEvent: JSON.stringify(record),
  };
}

/** Up to 100 distinct string values of a JSON response, or texts of an XML response: they contain the identifiers. */
function responseNames(response: string): readonly string[] {
  const values = [
    ...response.matchAll(/"(?:[^"\\]|\\.)*"\s*:\s*"((?:[^"\\]|\\.){2,300})"|>([^<>\s]{2,300})</g),
  ];
  return [...new Set(values.map(([, json, xml]) => json ?? xml ?? ''))].slice(0, 100);
}
