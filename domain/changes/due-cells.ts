import { isReadIn, resourceType as collectedType } from '../discovery/declaration/resource-types.ts';
import { addToGroup } from '../lists/add-to-group.ts';
import { globalRegion } from '../values.ts';
import { isTrailRegionOf } from './global-trail-regions.ts';
import { operationsOf } from './operations.ts';
import { isRepeatedOperation } from './repeated-operations.ts';
import type { TrailReference } from './read-references.ts';
import type { TypedEvent } from './read-typed-event.ts';

/** A region and a resource type of an account that events make due, with the times of the first and the last of them. */
export interface DueCell {
  readonly region: string;
  readonly resourceType: string;
  readonly firstEventAt: Date;
  readonly lastEventAt: Date;
}

/** An ARN or an id that an event names without a type. The inventory knows the cell of its resource. */
export interface UntypedReference {
  readonly kind: 'arn' | 'id';
  readonly identifier: string;
  readonly occurredAt: Date;
}

/** What events make due in an account. */
export interface DueReading {
  readonly cells: readonly DueCell[];
  readonly untyped: readonly UntypedReference[];
}

/**
 * Returns the cells of an account that events make due: those of the tier A types of the resources that they name, and of the
 * types that their operations create. Operations that services repeat by themselves make nothing due.
 *
 * @param awsAccountNumber - the account whose event history has the events. Resources of other accounts are not in its cells
 */
export function dueCellsOf(events: readonly TypedEvent[], awsAccountNumber: string): DueReading {
  const times = new Map<string, Date[]>();
  const untyped = new Map<string, UntypedReference>();
  for (const event of events) {
    if (isRepeatedOperation(event.eventSource, event.eventName)) continue;
    const references = event.references.filter((reference) => isOfAccount(reference, awsAccountNumber));
    for (const key of new Set([...namedCells(event, references), ...createdCells(event)]))
      addToGroup(times, key, event.occurredAt);
    for (const { resourceType, kind, identifier } of references)
      if (resourceType === '*' && kind !== 'name')
        untyped.set(`${kind} ${identifier} ${event.occurredAt.getTime()}`, {
          kind,
          identifier,
          occurredAt: event.occurredAt,
        });
  }
  return { cells: [...times].map(([key, of]) => toDueCell(key, of)), untyped: [...untyped.values()] };
}

/** Merges cells that are due for several reasons. */
export function mergeDueCells(cells: readonly DueCell[]): readonly DueCell[] {
  const times = new Map<string, Date[]>();
  for (const cell of cells) {
    const key = keyOf(cell.region, cell.resourceType);
    addToGroup(times, key, cell.firstEventAt);
    addToGroup(times, key, cell.lastEventAt);
  }
  return [...times].map(([key, of]) => toDueCell(key, of));
}

function* namedCells(event: TypedEvent, references: readonly TrailReference[]): Generator<string> {
  for (const { resourceType, kind, identifier } of references) {
    if (resourceType === '*') continue;
    const named = kind === 'arn' ? (identifier.split(':')[3] ?? '') : '';
    yield* cellsOfType(event, resourceType, named === '' ? undefined : named);
  }
}

function* createdCells(event: TypedEvent): Generator<string> {
  for (const { targets } of operationsOf(event.eventSource, event.eventName))
    for (const { resourceType, effects } of targets)
      if (effects.includes('c')) yield* cellsOfType(event, resourceType, undefined);
}

/**
 * A type is read in region `global`, in each region, or in both. The global resources of the latter have their events in the
 * trail region of their service.
 *
 * @param named - region that the ARN names
 */
function* cellsOfType(event: TypedEvent, type: string, named: string | undefined): Generator<string> {
  const collected = collectedType(type);
  if (collected === undefined) return;
  if (
    isReadIn(globalRegion, type) &&
    (collected.scope === 'global' || isTrailRegionOf(event.eventSource, event.region))
  )
    yield keyOf(globalRegion, type);
  for (const region of named === undefined ? [event.region, ...event.otherRegions] : [named])
    if (isReadIn(region, type)) yield keyOf(region, type);
}

function isOfAccount({ kind, identifier }: TrailReference, awsAccountNumber: string): boolean {
  if (kind !== 'arn') return true;
  const account = identifier.split(':')[4] ?? '';
  return !/^\d{12}$/.test(account) || account === awsAccountNumber;
}

function keyOf(region: string, resourceType: string): string {
  return `${region} ${resourceType}`;
}

function toDueCell(key: string, times: readonly Date[]): DueCell {
  const [region = '', resourceType = ''] = key.split(' ');
  const ordered = times.toSorted((a, b) => a.getTime() - b.getTime());
  const [first = new Date(0)] = ordered;
  return { region, resourceType, firstEventAt: first, lastEventAt: ordered.at(-1) ?? first };
}
