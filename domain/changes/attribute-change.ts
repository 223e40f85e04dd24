import { byCodeUnit } from '../json/canonical.ts';
import { resourceType } from '../discovery/declaration/resource-types.ts';
import type { ChangeKind } from '../values.ts';
import { eventNameFits } from './event-name-fits.ts';
import type { TrailEvent } from './read-trail-event.ts';

/** A change that a scan found, before attribution to a CloudTrail event. */
export interface UnattributedChange {
  readonly kind: ChangeKind;
  readonly resourceType: string;
  readonly arn: string | undefined;
  readonly nativeId: string;
  readonly name: string | undefined;
  /** When the resource was created, according to AWS; `undefined` when unknown. */
  readonly createdAt: Date | undefined;
  /** Start of the window, inclusive: when the previous scan began to read the cell. `undefined` when there was no previous scan. */
  readonly since: Date | undefined;
  /** End of the window, inclusive: the time of the scan that found the change. */
  readonly until: Date;
}

/** The event that caused a change, with the certainty of the attribution. */
export interface Attribution {
  readonly event: TrailEvent;
  readonly attribution: 'exact' | 'probable';
}

/**
 * Returns the CloudTrail event that caused a change. Only events inside the window between two scans are considered.
 * The attribution is `exact` when one event, and no other, names the resource's ARN or id, comes from the resource's
 * service or is a call of the tagging API, and has a name that fits the kind of change. It is `probable` for a weaker match.
 * Returns `undefined` when no event names the resource.
 *
 * @param isTruncated - whether there may be other events that name the resource. The attribution is then never `exact`.
 */
export function attributeChange(
  change: UnattributedChange,
  events: readonly TrailEvent[],
  isTruncated = false,
): Attribution | undefined {
  const possible = events.filter((event) => isInWindow(event, change) && isOfService(event, change));
  const identified = possible.filter((event) => namesId(event, change));
  const fitting = identified.filter((event) => fits(event, change));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1 && !isTruncated)
    return { event: only, attribution: 'exact' };
  const candidates = [fitting, identified, possible.filter((event) => namesName(event, change))];
  const best = candidates.find((found) => found.length > 0);
  const event = best === undefined ? undefined : pick(best, change.kind);
  return event === undefined ? undefined : { event, attribution: 'probable' };
}

const secondMs = 1000;
/** Services round times of creation, and their clocks differ. */
const clockToleranceMs = 5 * 60_000;
/** Some services state the time at which the resource became available. */
const creationDurationMs = 60 * 60_000;

/**
 * Whether the event can have caused the change. CloudTrail truncates times to seconds. A call after the time of creation did
 * not create the resource.
 */
function isInWindow(
  { occurredAt }: TrailEvent,
  { kind, since, until, createdAt }: UnattributedChange,
): boolean {
  if (occurredAt > until) return false;
  if (since !== undefined && occurredAt.getTime() < Math.floor(since.getTime() / secondMs) * secondMs)
    return false;
  const isCreation = kind === 'created' || kind === 'reappeared';
  return (
    !isCreation || createdAt === undefined || occurredAt.getTime() <= createdAt.getTime() + clockToleranceMs
  );
}

function fits({ eventName, eventSource, occurredAt }: TrailEvent, change: UnattributedChange): boolean {
  const { kind, resourceType: type, createdAt } = change;
  if (eventSource === taggingSource) return kind === 'updated';
  if (!eventNameFits(eventName, kind, type)) return false;
  const isCreation = kind === 'created' || kind === 'reappeared';
  return (
    !isCreation || createdAt === undefined || occurredAt.getTime() >= createdAt.getTime() - creationDurationMs
  );
}

function namesId({ keys }: TrailEvent, { arn, nativeId }: UnattributedChange): boolean {
  return (arn !== undefined && keys.includes(arn)) || keys.includes(nativeId);
}

function namesName({ keys }: TrailEvent, { name }: UnattributedChange): boolean {
  return name !== undefined && keys.includes(name);
}

/** Source of TagResources and UntagResources, which change resources of all services. */
const taggingSource = 'tagging';

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

/**
 * Whether the event comes from the service of the resource or from the tagging API. Other services name resources that they
 * use: a call that configures a function names the function's role.
 */
function isOfService({ eventSource }: TrailEvent, { arn, resourceType: type }: UnattributedChange): boolean {
  const known = resourceType(type)?.service;
  const services =
    known === undefined ? [type.split('::')[1]?.toLowerCase() ?? '', arn?.split(':')[2] ?? ''] : [known];
  if (eventSource === taggingSource) return true;
  return services.some(
    (service) => service !== '' && (eventSource === service || eventSources[service]?.includes(eventSource)),
  );
}

/** For `created` the earliest event, otherwise the latest: the scan observed the state after the last call. */
function pick(events: readonly TrailEvent[], kind: ChangeKind): TrailEvent | undefined {
  const ordered = events.toSorted(
    (a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || byCodeUnit(a.eventId, b.eventId),
  );
  return kind === 'created' ? ordered[0] : ordered.at(-1);
}
