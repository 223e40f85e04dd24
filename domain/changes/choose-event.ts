import { byCodeUnit } from '../json/canonical.ts';
import {
  collectorOf,
  resourceType as collectedType,
  serviceCollectors,
} from '../discovery/declaration/resource-types.ts';
import { hourMs, minuteMs, secondMs } from '../time.ts';
import { globalRegion } from '../values.ts';
import type { ChangeKind } from '../values.ts';
import { eventNameFits } from './event-name-fits.ts';
import { isTrailRegionOf } from './global-trail-regions.ts';
import { foldTrailName } from './fold-name.ts';
import { operationsOf, servicesOfSource, taggingSource } from './operations.ts';
import { resourceIdentifiers } from './resource-identifiers.ts';
import type { IdentifiedResource, ResourceIdentifier } from './resource-identifiers.ts';
import type { TypedEvent } from './read-typed-event.ts';

/** A change that a scan found, with what decides which event caused it. */
export interface ChangeOfResource extends IdentifiedResource {
  readonly kind: ChangeKind;
  /** A region, or `global`. */
  readonly region: string;
  /** Changed paths of an update, e.g. `Attributes.VisibilityTimeout`; those of tags begin with `tags`. */
  readonly paths: readonly string[];
  /** When the resource was created, according to AWS; `undefined` when unknown. */
  readonly createdAt: Date | undefined;
  /** Start of the window, inclusive. `undefined` when there was no previous scan. */
  readonly since: Date | undefined;
  /** End of the window, inclusive: the time of the scan that found the change. */
  readonly until: Date;
  /** Resources that create and delete this one, such as its stack, or the instance of a volume. */
  readonly owners: readonly Owner[];
}

/** A resource that creates and deletes another one. */
export interface Owner extends IdentifiedResource {
  /** Id of its row in the inventory, if it has one. */
  readonly id?: string | undefined;
}

/** An event with those of its references that identify the changed resource or an owner; a `TypedEvent` has all. */
export type NamingEvent = Omit<TypedEvent, 'references'> & {
  readonly references: readonly ResourceIdentifier[];
};

/** An event that can have caused a change. */
export interface PossibleCause {
  readonly event: NamingEvent;
  /** The resource that the event names in place of the changed one. */
  readonly owner?: Owner;
}

/** The event that caused a change. */
export interface Cause extends PossibleCause {
  readonly attribution: 'exact' | 'probable';
  /** Events of other actors that can have caused the change, newest first; at most 5. */
  readonly candidates: readonly PossibleCause[];
}

const maximumCandidates = 5;

/**
 * Returns the event that caused a change, or `undefined` when no event in the change's window and region names the resource
 * by an identifier of its type and can have caused a change of this kind. Several events of one actor are `exact`, with the
 * one that the changed paths fit, otherwise the last; events of several actors, and of an owner, are `probable`. An actor is
 * a user, or a session of a role: people who share a role have sessions of different names.
 *
 * @param isTruncated - whether there may be other events that name the resource. The attribution is then never `exact`.
 */
export function chooseEvent(
  change: ChangeOfResource,
  events: readonly NamingEvent[],
  isTruncated = false,
): Cause | undefined {
  const possible = events.filter((event) => isInWindow(event, change) && isOfRegion(event, change));
  const direct = possible.filter((event) => canCause(event, change, change)).map((event) => ({ event }));
  const isOwn = direct.length > 0;
  const named = (isOwn ? direct : possible.flatMap((event) => ofOwner(event, change))).toSorted(
    (a, b) =>
      a.event.occurredAt.getTime() - b.event.occurredAt.getTime() ||
      byCodeUnit(a.event.eventId, b.event.eventId),
  );
  const { fitting, best } = isOwn ? fitPaths(named, change) : { fitting: named, best: named };
  const chosen = isCreation(change) ? best[0] : best.at(-1);
  if (chosen === undefined) return undefined;
  const others = fitting.filter(({ event }) => actorKey(event) !== actorKey(chosen.event));
  const isExact = isOwn && others.length === 0 && !isTruncated && isAtCreation(chosen.event, change);
  return {
    ...chosen,
    attribution: isExact ? 'exact' : 'probable',
    candidates: others.toReversed().slice(0, maximumCandidates),
  };
}

function isCreation({ kind }: ChangeOfResource): boolean {
  return kind === 'created' || kind === 'reappeared';
}

/** Services round times of creation, and their clocks differ. */
const clockToleranceMs = 5 * minuteMs;
/** Some services state the time at which the resource became available. */
const creationDurationMs = hourMs;

/** CloudTrail truncates times to seconds. A call after the time of creation did not create the resource. */
function isInWindow({ occurredAt }: NamingEvent, change: ChangeOfResource): boolean {
  const { since, until, createdAt } = change;
  if (occurredAt > until) return false;
  if (since !== undefined && occurredAt.getTime() < Math.floor(since.getTime() / secondMs) * secondMs)
    return false;
  return (
    !isCreation(change) ||
    createdAt === undefined ||
    occurredAt.getTime() <= createdAt.getTime() + clockToleranceMs
  );
}

function isAtCreation({ occurredAt }: NamingEvent, change: ChangeOfResource): boolean {
  const { createdAt } = change;
  return (
    !isCreation(change) ||
    createdAt === undefined ||
    occurredAt.getTime() >= createdAt.getTime() - creationDurationMs
  );
}

/**
 * An event explains changes of its region, of regions that it names, and of `global` if its service has its trail there. A
 * regional service of which all regions list the resource (`PutDashboard`) records a call where it was made.
 */
function isOfRegion(event: NamingEvent, { region, resourceType }: ChangeOfResource): boolean {
  if (region !== globalRegion) return event.region === region || event.otherRegions.includes(region);
  return isSharedByRegions(resourceType) || isTrailRegionOf(event.eventSource, event.region);
}

/** Whether the event names the resource, and its operation can cause a change of this kind. */
function canCause(
  event: NamingEvent,
  resource: IdentifiedResource,
  { kind }: Pick<ChangeOfResource, 'kind'>,
): boolean {
  return names(event, resource) && effectsOf(event, resource.resourceType, kind);
}

function names(event: NamingEvent, resource: IdentifiedResource): boolean {
  const identifiers = new Set(
    resourceIdentifiers(resource).map(({ resourceType, identifier }) => `${resourceType} ${identifier}`),
  );
  return event.references.some(({ resourceType, identifier }) =>
    identifiers.has(`${resourceType} ${identifier}`),
  );
}

const effectOfKind: Readonly<Record<ChangeKind, string>> = {
  created: 'c',
  reappeared: 'c',
  updated: 'u',
  deleted: 'd',
};

function effectsOf({ eventSource, eventName }: NamingEvent, resourceType: string, kind: ChangeKind): boolean {
  if (eventSource === taggingSource) return kind === 'updated';
  const service = collectedType(resourceType)?.service;
  // A type without collector has no rows: the words of the operation decide.
  if (service === undefined)
    return (
      resourceType.split('::')[1]?.toLowerCase() === eventSource &&
      eventNameFits(eventName, kind, resourceType)
    );
  if (!servicesOfSource(eventSource).includes(service)) return false;
  const targets = operationsOf(eventSource, eventName).flatMap((operation) => operation.targets);
  const own = targets.filter((target) => target.resourceType === resourceType);
  const concerned = own.length > 0 ? own : targets.filter((target) => target.resourceType === '*');
  return concerned.some(({ effects }) => effects.includes(effectOfKind[kind]));
}

/**
 * A stack, or an instance that takes its volume along, creates and deletes what it owns. Only a stack updates it: other
 * owners do not change their parts.
 */
function ofOwner(event: NamingEvent, change: ChangeOfResource): readonly PossibleCause[] {
  const owner = change.owners.find(
    (one) =>
      (change.kind !== 'updated' && canCause(event, one, change)) ||
      (isStackUpdate(event) && names(event, one)),
  );
  return owner === undefined ? [] : [{ event, owner }];
}

function isStackUpdate({ eventSource, eventName }: NamingEvent): boolean {
  return (
    eventSource === 'cloudformation' &&
    /^(?:UpdateStack|ExecuteChangeSet|RollbackStack|ContinueUpdateRollback)$/.test(eventName)
  );
}

/**
 * Returns the events whose operation can change one of the changed paths: only tags are changed by calls that carry tags,
 * other paths by operations with a member of the path's name; without such an operation, by all that carry not only tags.
 * `best` are those of the other paths, if there are other paths.
 */
function fitPaths(
  causes: readonly PossibleCause[],
  { kind, paths }: ChangeOfResource,
): { readonly fitting: readonly PossibleCause[]; readonly best: readonly PossibleCause[] } {
  if (kind !== 'updated' || paths.length === 0) return { fitting: causes, best: causes };
  const isTag = (path: string) => /^tags?(?:$|[.[])/i.test(path);
  const others = paths.filter((path) => !isTag(path));
  const tagging = paths.some(isTag) ? causes.filter(({ event }) => carriesTags(event)) : [];
  if (others.length === 0) return { fitting: tagging, best: tagging };
  const names = new Set(others.flatMap((path) => path.split(/[.[\]]+/).map(foldTrailName)));
  const withMember = causes.filter(({ event }) =>
    operationsOf(event.eventSource, event.eventName).some(({ members }) =>
      [...names].some((name) => members.has(name)),
    ),
  );
  const changing = withMember.length > 0 ? withMember : causes.filter(({ event }) => !carriesOnlyTags(event));
  return {
    fitting: causes.filter((cause) => changing.includes(cause) || tagging.includes(cause)),
    best: changing.length > 0 ? changing : tagging,
  };
}

function carriesTags({ eventSource, eventName }: NamingEvent): boolean {
  return operationsOf(eventSource, eventName).some((operation) => operation.carriesTags);
}

function carriesOnlyTags({ eventSource, eventName }: NamingEvent): boolean {
  const operations = operationsOf(eventSource, eventName);
  return (
    operations.length > 0 && operations.every(({ members, carriesTags: tags }) => tags && members.size === 0)
  );
}

/** Two sessions of a role are two actors. Events without an identity are not known to have the same actor. */
function actorKey({ actor, eventId }: NamingEvent): string {
  return actor.arn ?? (actor.name === undefined ? eventId : `${actor.type ?? ''} ${actor.name}`);
}

/** A type of a regional service whose list is the same in every region, such as dashboards of CloudWatch. */
function isSharedByRegions(resourceType: string): boolean {
  const service = collectedType(resourceType)?.service ?? '';
  return collectorOf(resourceType)?.scope === 'global' && serviceCollectors(service)?.scope === 'regional';
}
