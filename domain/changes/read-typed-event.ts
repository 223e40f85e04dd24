import { defined } from '../defined.ts';
import { objectOf } from '../json/json.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { entriesOfRecord, readReferences } from './read-references.ts';
import type { TrailReference } from './read-references.ts';

/** An event as CloudTrail's LookupEvents returns it. */
export interface LookupEvent {
  readonly EventId?: string | undefined;
  readonly EventName?: string | undefined;
  readonly EventSource?: string | undefined;
  readonly EventTime?: Date | undefined;
  readonly ReadOnly?: string | undefined;
  readonly Username?: string | undefined;
  /** The complete event record as JSON text. */
  readonly CloudTrailEvent?: string | undefined;
}

/** Who called the operation. */
export interface Actor {
  readonly type: string | undefined;
  readonly arn: string | undefined;
  readonly name: string | undefined;
  /** The service that called for the actor, e.g. `cloudformation.amazonaws.com`. */
  readonly via: string | undefined;
}

/** A mutating call with the resources that it names. */
export interface TypedEvent {
  readonly eventId: string;
  readonly eventName: string;
  /** Service prefix, e.g. `sqs` for `sqs.amazonaws.com`. */
  readonly eventSource: string;
  readonly occurredAt: Date;
  /** Region of the trail that has the event. */
  readonly region: string;
  /** Other regions that an ARN or a region parameter of the event names. */
  readonly otherRegions: readonly string[];
  readonly actor: Actor;
  readonly references: readonly TrailReference[];
}

/**
 * Parses an event of a mutating call. Returns `undefined` for read-only calls, failed calls and incomplete events. Source of
 * the record's fields: AWS CloudTrail user guide, "record contents" and "userIdentity element".
 *
 * @param feedRegion - region whose event history has the event
 */
export function readTypedEvent(event: LookupEvent, feedRegion: string): TypedEvent | undefined {
  const { EventId: eventId, EventName: eventName, EventTime: occurredAt } = event;
  if (eventId === undefined || eventName === undefined || occurredAt === undefined) return undefined;
  const record = parseRecord(event.CloudTrailEvent);
  if (event.ReadOnly === 'true' || record['readOnly'] === true || record['errorCode'] !== undefined)
    return undefined;
  const eventSource = (event.EventSource ?? textOf(record['eventSource']) ?? '').replace(
    /\.amazonaws\.com(\.cn)?$/,
    '',
  );
  const { requestParameters, responseElements, serviceEventDetails, resources } = record;
  const references = readReferences({
    eventName,
    eventSource,
    ...defined({ requestParameters, responseElements, serviceEventDetails, resources }),
  });
  const region = textOf(record['awsRegion']) ?? feedRegion;
  return {
    eventId,
    eventName,
    eventSource,
    occurredAt,
    region,
    otherRegions: [
      ...new Set([...regionsOf(objectOf(requestParameters)), ...references.flatMap(arnRegion)]),
    ].filter((one) => one !== region),
    actor: actorOf(objectOf(record['userIdentity']), event.Username),
    references,
  };
}

function parseRecord(text: string | undefined): JsonObject {
  try {
    return objectOf(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

function actorOf(identity: JsonObject, username: string | undefined): Actor {
  const issuer = objectOf(objectOf(identity['sessionContext'])['sessionIssuer']);
  const arn = textOf(identity['arn']);
  const type = textOf(identity['type']);
  const invokedBy = textOf(identity['invokedBy']);
  // `arn:aws:sts::111111111111:assumed-role/deploy/ann`: the session names the person.
  const session =
    type === 'AssumedRole' ? arn?.split(':assumed-role/')[1]?.split('/').slice(1).join('/') : undefined;
  const name =
    textOf(username) ??
    textOf(identity['userName']) ??
    textOf(session) ??
    textOf(issuer['userName']) ??
    textOf(objectOf(identity['onBehalfOf'])['userId']) ??
    (type === 'AWSAccount' ? textOf(identity['accountId']) : undefined);
  return {
    type,
    arn,
    name: name ?? invokedBy,
    via: name === undefined && arn === undefined ? undefined : invokedBy,
  };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

const regionName = /^[a-z]{2,}(?:-[a-z]+)+-\d$/;

/** Regions in parameters whose name ends in `region`, such as `replicaUpdates[].create.regionName`, and the location of a bucket. */
function regionsOf(parameters: JsonObject): readonly string[] {
  const found: string[] = [];
  let level: readonly Json[] = [parameters];
  for (let depth = 0; depth < 5; depth += 1) {
    const entries = level.flatMap(entriesOfRecord);
    for (const [key, value] of entries)
      if (/regions?$|regionname$|locationconstraint$/i.test(key) && !/source/i.test(key))
        for (const one of Array.isArray(value) ? (value as readonly Json[]) : [value])
          if (typeof one === 'string' && regionName.test(one)) found.push(one);
    level = entries.flatMap(([key, value]) => (/^tag/i.test(key) ? [] : [value]));
  }
  return found;
}

function arnRegion({ kind, identifier }: TrailReference): readonly string[] {
  const region = kind === 'arn' ? (identifier.split(':')[3] ?? '') : '';
  return regionName.test(region) ? [region] : [];
}
