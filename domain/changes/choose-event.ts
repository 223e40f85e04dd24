import { byCodeUnit } from '../json/canonical.ts';
import { resourceType as collectedType } from '../discovery/declaration/resource-types.ts';
import { globalRegion } from '../values.ts';
import type { ChangeKind } from '../values.ts';
import { eventNameFits } from './event-name-fits.ts';
import { isTrailRegionOf } from './global-trail-regions.ts';
import { foldTrailName } from './fold-name.ts';
import { operationsOf, servicesOfSource, taggingSource } from './operations.ts';
import { resourceIdentifiers } from './resource-identifiers.ts';
import type { IdentifiedResource } from './resource-identifiers.ts';
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
  readonly owners: readonly IdentifiedResource[];
}

/** The event that caused a change. */
export interface Cause {
  readonly event: TypedEvent;
  readonly attribution: 'exact' | 'probable';
  /** The resource that the event names in place of the changed one. */
  readonly owner?: IdentifiedResource;
  /** Events of other actors that can have caused the change, newest first; at most 5. */
  readonly candidates: readonly { readonly event: TypedEvent; readonly owner?: IdentifiedResource }[];
}

interface Candidate {
  readonly event: TypedEvent;
  readonly owner?: IdentifiedResource;
}

const maximumCandidates = 5;

/**
 * Returns the event that caused a change, or `undefined` when no event in the change's window and region names the resource
 * by an identifier of its type and can have caused a change of this kind. Several events of one actor are `exact`, with the
 * one that the changed paths fit, otherwise the last; events of several actors, and of an owner, are `probable`.
 *
 * @param isTruncated - whether there may be other events that name the resource. The attribution is then never `exact`.
 */
export function chooseEvent(
  change: ChangeOfResource,
  events: readonly TypedEvent[],
  isTruncated = false,
): Cause | undefined {
  const possible = events.filter((event) => isInWindow(event, change) && isOfRegion(event, change));
  const direct = possible.filter((event) => canCause(event, change, change)).map((event) => ({ event }));
  const isOwn = direct.length > 0;
  const named: readonly Candidate[] = isOwn ? direct : possible.flatMap((event) => ofOwner(event, change));
  const ordered = fittingPaths(named, change).toSorted(
    (a, b) =>
      a.event.occurredAt.getTime() - b.event.occurredAt.getTime() ||
      byCodeUnit(a.event.eventId, b.event.eventId),
  );
  const isCreation = change.kind === 'created' || change.kind === 'reappeared';
  const chosen = isCreation ? ordered[0] : ordered.at(-1);
  if (chosen === undefined) return undefined;
  const others = ordered.filter(({ event }) => actorKey(event) !== actorKey(chosen.event));
  const isExact = isOwn && others.length === 0 && !isTruncated && isAtCreation(chosen.event, change);
  return {
    ...chosen,
    attribution: isExact ? 'exact' : 'probable',
    candidates: others.toReversed().slice(0, maximumCandidates),
  };
}

const secondMs = 1000;
/** Services round times of creation, and their clocks differ. */
const clockToleranceMs = 5 * 60_000;
/** Some services state the time at which the resource became available. */
const creationDurationMs = 60 * 60_000;

/** CloudTrail truncates times to seconds. A call after the time of creation did not create the resource. */
function isInWindow(
  { occurredAt }: TypedEvent,
  { kind, since, until, createdAt }: ChangeOfResource,
): boolean {
  if (occurredAt > until) return false;
  if (since !== undefined && occurredAt.getTime() < Math.floor(since.getTime() / secondMs) * secondMs)
    return false;
  const isCreation = kind === 'created' || kind === 'reappeared';
  return (
    !isCreation || createdAt === undefined || occurredAt.getTime() <= createdAt.getTime() + clockToleranceMs
  );
}

function isAtCreation({ occurredAt }: TypedEvent, { kind, createdAt }: ChangeOfResource): boolean {
  const isCreation = kind === 'created' || kind === 'reappeared';
  return (
    !isCreation || createdAt === undefined || occurredAt.getTime() >= createdAt.getTime() - creationDurationMs
  );
}

/** An event explains changes of its region, of regions that it names, and of `global` if its service has its trail there. */
function isOfRegion(event: TypedEvent, { region }: ChangeOfResource): boolean {
  if (region !== globalRegion) return event.region === region || event.otherRegions.includes(region);
  return isTrailRegionOf(event.eventSource, event.region);
}

/** Whether the event names the resource, and its operation can cause a change of this kind. */
function canCause(
  event: TypedEvent,
  resource: IdentifiedResource,
  { kind }: Pick<ChangeOfResource, 'kind'>,
): boolean {
  return names(event, resource) && effectsOf(event, resource.resourceType, kind);
}

function names(event: TypedEvent, resource: IdentifiedResource): boolean {
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

function effectsOf({ eventSource, eventName }: TypedEvent, resourceType: string, kind: ChangeKind): boolean {
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

/** A stack, or an instance that takes its volume along, creates and deletes what it owns. */
function ofOwner(event: TypedEvent, change: ChangeOfResource): readonly Candidate[] {
  const owner = change.owners.find(
    (one) => canCause(event, one, change) || (isStackUpdate(event) && names(event, one)),
  );
  return owner === undefined ? [] : [{ event, owner }];
}

function isStackUpdate({ eventSource, eventName }: TypedEvent): boolean {
  return (
    eventSource === 'cloudformation' &&
    /^(?:UpdateStack|ExecuteChangeSet|RollbackStack|ContinueUpdateRollback)$/.test(eventName)
  );
}

/**
 * Keeps the events whose operation can change the changed paths, if there are any: only tags are changed by calls that carry
 * tags, other paths by operations with a member of the path's name.
 */
function fittingPaths(
  candidates: readonly Candidate[],
  { kind, paths }: ChangeOfResource,
): readonly Candidate[] {
  if (kind !== 'updated' || paths.length === 0) return candidates;
  const isTag = (path: string) => /^tags?(?:$|[.[])/i.test(path);
  const others = paths.filter((path) => !isTag(path));
  if (others.length === 0) {
    return candidates.filter(
      ({ event }) =>
        event.eventSource === taggingSource ||
        operationsOf(event.eventSource, event.eventName).some(({ carriesTags }) => carriesTags),
    );
  }
  const segments = new Set(
    others.flatMap((path) => path.split(/[.[\]]+/).map(foldTrailName)).filter((name) => name !== ''),
  );
  const fitting = candidates.filter(({ event }) =>
    operationsOf(event.eventSource, event.eventName).some(({ members }) =>
      [...segments].some((name) => members.has(name)),
    ),
  );
  if (fitting.length > 0) return fitting;
  // A call that carries nothing but tags changes no other path.
  return candidates.filter(
    ({ event }) =>
      event.eventSource !== taggingSource &&
      !operationsOf(event.eventSource, event.eventName).every(
        ({ carriesTags, members }) => carriesTags && members.size === 0,
      ),
  );
}

/** Two sessions of a role are two actors: the session names the person. */
function actorKey({ actor }: TypedEvent): string {
  return actor.arn ?? `${actor.type ?? ''} ${actor.name ?? ''}`;
}
