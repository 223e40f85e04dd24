import { objectOf } from '../json/json.ts';
import type { Json } from '../json/json.ts';

/** An event as CloudTrail's LookupEvents returns it. */
export interface LookupEvent {
  readonly EventId?: string | undefined;
  readonly EventName?: string | undefined;
  readonly EventSource?: string | undefined;
  readonly EventTime?: Date | undefined;
  readonly ReadOnly?: string | undefined;
  readonly Username?: string | undefined;
  readonly Resources?: readonly { readonly ResourceName?: string | undefined }[] | undefined;
  /** The complete event record as JSON text. */
  readonly CloudTrailEvent?: string | undefined;
}

/**
 * The stored part of an event: actor, time, API call and the identifiers in it. Request parameters are not stored.
 */
export interface TrailEvent {
  readonly eventId: string;
  readonly eventName: string;
  /** Service prefix, e.g. `sqs` for `sqs.amazonaws.com`. */
  readonly eventSource: string;
  readonly occurredAt: Date;
  readonly actorType: string | null;
  readonly actorArn: string | null;
  readonly actorName: string | null;
  /** ARNs, ids and names that occur in the event; at most 200, each at most 512 characters. */
  readonly keys: readonly string[];
}

const maximumKeys = 200;
const maximumKeyLength = 512;

/**
 * Parses an event of a mutating call. Returns `undefined` for read-only calls, failed calls and incomplete events.
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

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the texts in a value, outer ones first. Uses no recursion: parameters of a call can be deeply nested. */
function leaves(value: Json | undefined): readonly string[] {
  const found: string[] = [];
  const rest = [value];
  for (const next of rest) {
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const child of Object.values(next) as readonly Json[]) rest.push(child);
  }
  return found;
}

/** In characters. A name can contain spaces (`CPU high`); a longer text with spaces is a description. */
const maximumLengthWithSpaces = 128;

/** Excludes JSON documents, texts of several lines and long sentences. */
function isKey(text: string): boolean {
  if (text === '' || text.length > maximumKeyLength || /^\s*[{[]|[\r\n]/.test(text)) return false;
  return text.length <= maximumLengthWithSpaces || !/\s/.test(text);
}
