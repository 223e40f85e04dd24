import { resourceType } from '../discovery/resource-types.ts';
import type { ChangeKind } from '../values.ts';
import type { TrailEvent } from './read-trail-event.ts';

/** A change that a scan found, before attribution to a CloudTrail event. */
export interface UnattributedChange {
  readonly kind: ChangeKind;
  readonly resourceType: string;
  readonly arn: string | null;
  readonly nativeId: string;
  readonly name: string | null;
  /** Start of the window, exclusive: when the previous scan began to read the cell. `null` when there was no previous scan. */
  readonly since: Date | null;
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
 * service, and has a name that fits the kind of change. It is `probable` for a weaker match.
 * Returns `undefined` when no event names the resource.
 *
 * @param isTruncated - whether there may be other events that name the resource. The attribution is then never `exact`.
 */
export function attributeChange(
  change: UnattributedChange,
  events: readonly TrailEvent[],
  isTruncated = false,
): Attribution | undefined {
  const inWindow = events.filter(
    ({ occurredAt }) => (change.since === null || occurredAt > change.since) && occurredAt <= change.until,
  );
  const identified = inWindow.filter((event) => namesId(event, change));
  const fitting = identified.filter((event) => eventNameFits(event.eventName, change.kind));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1 && !isTruncated)
    return { event: only, attribution: 'exact' };
  const candidates = [fitting, identified, inWindow.filter((event) => namesName(event, change))];
  const best = candidates.find((found) => found.length > 0);
  const event = best === undefined ? undefined : pick(best, change.kind);
  return event === undefined ? undefined : { event, attribution: 'probable' };
}

function namesId(event: TrailEvent, { arn, nativeId, resourceType: type }: UnattributedChange): boolean {
  if (arn !== null && event.keys.includes(arn)) return true;
  return event.keys.includes(nativeId) && isOfService(event, type);
}

function namesName(event: TrailEvent, { name, resourceType: type }: UnattributedChange): boolean {
  return name !== null && event.keys.includes(name) && isOfService(event, type);
}

/** Event sources that differ from the IAM prefix. Source: AWS CloudTrail user guide, supported services. */
const eventSources: Readonly<Record<string, string>> = { cloudwatch: 'monitoring', ses: 'email' };

function isOfService(event: TrailEvent, type: string): boolean {
  const service = resourceType(type)?.service ?? type.split('::')[1]?.toLowerCase() ?? '';
  return event.eventSource === service || event.eventSource === eventSources[service];
}

const eventNamePatterns: readonly (readonly [kind: ChangeKind, pattern: RegExp])[] = [
  [
    'created',
    /^(Create|Run|Put|Register|Allocate|Request|Import|Copy|Restore|Publish|Start|Add|Attach|Upload)/,
  ],
  ['deleted', /^(Delete|Terminate|Deregister|Release|Remove|Cancel|Disable|Detach|Schedule\w*Deletion)/],
];

/** Whether an event's name fits the kind of change. Any call that does not create or delete can be an update. */
function eventNameFits(eventName: string, kind: ChangeKind): boolean {
  const expected = kind === 'reappeared' ? 'created' : kind;
  if (expected === 'updated') return !/^(Create|Delete|Terminate|Run)(?!Tags)/.test(eventName);
  return eventNamePatterns.some(
    ([patternKind, pattern]) => patternKind === expected && pattern.test(eventName),
  );
}

/** For `created` the earliest event, otherwise the latest: the scan observed the state after the last call. */
function pick(events: readonly TrailEvent[], kind: ChangeKind): TrailEvent | undefined {
  const ordered = events.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
  return kind === 'created' ? ordered[0] : ordered.at(-1);
}
