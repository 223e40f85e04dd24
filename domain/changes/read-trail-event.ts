import type { Json } from '../json.ts';

/** An event as CloudTrail's LookupEvents answers it. */
export interface LookupEvent {
  readonly EventId?: string | undefined;
  readonly EventName?: string | undefined;
  readonly EventSource?: string | undefined;
  readonly EventTime?: Date | undefined;
  readonly ReadOnly?: string | undefined;
  readonly Username?: string | undefined;
  readonly Resources?: readonly { readonly ResourceName?: string | undefined }[] | undefined;
  /** The whole record, as JSON text. */
  readonly CloudTrailEvent?: string | undefined;
}

/** What is kept of an event: who, when, what, and the identifiers that it names. Never its parameters. */
export interface TrailEvent {
  readonly eventId: string;
  readonly eventName: string;
  /** IAM-like prefix, e.g. `sqs` of `sqs.amazonaws.com`. */
  readonly eventSource: string;
  readonly occurredAt: Date;
  readonly actorType: string | null;
  readonly actorArn: string | null;
  readonly actorName: string | null;
  /** ARNs, ids and names that the event is about. */
  readonly keys: readonly string[];
}

const maximumKeys = 200;
const maximumKeyLength = 512;

/**
 * Reads an event that changed something. `undefined` for read-only and failed calls, and for what is not an event.
 * Source of the record's fields: AWS CloudTrail user guide, "record contents".
 */
export function readTrailEvent(event: LookupEvent): TrailEvent | undefined {
  const { EventId: eventId, EventName: eventName, EventTime: occurredAt } = event;
  if (eventId === undefined || eventName === undefined || occurredAt === undefined) return undefined;
  const record = parseRecord(event.CloudTrailEvent);
  if (event.ReadOnly === 'true' || record['readOnly'] === true || record['errorCode'] !== undefined)
    return undefined;
  const identity = objectOf(record['userIdentity']);
  const issuer = objectOf(objectOf(identity['sessionContext'])['sessionIssuer']);
  const named = (event.Resources ?? []).map(({ ResourceName }) => ResourceName ?? '');
  const keys = new Set([
    ...named,
    ...leaves(record['resources']),
    ...leaves(record['requestParameters']),
    ...leaves(record['responseElements']),
  ]);
  return {
    eventId,
    eventName,
    eventSource: (event.EventSource ?? '').replace(/\.amazonaws\.com$/, ''),
    occurredAt,
    actorType: textOf(identity['type']),
    actorArn: textOf(identity['arn']),
    actorName:
      event.Username ??
      textOf(identity['userName']) ??
      textOf(issuer['userName']) ??
      textOf(identity['invokedBy']),
    keys: [...keys].filter(isKey).slice(0, maximumKeys),
  };
}

function parseRecord(text: string | undefined): Readonly<Record<string, Json>> {
  try {
    return objectOf(JSON.parse(text ?? '{}') as Json);
  } catch {
    return {};
  }
}

function objectOf(value: Json | undefined): Readonly<Record<string, Json>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, Json>>) : {};
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function leaves(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((child: Json) => leaves(child));
}

/** Identifiers have no white space and are not documents. */
function isKey(text: string): boolean {
  return text.length >= 2 && text.length <= maximumKeyLength && !/[\s{}"]/.test(text);
}
