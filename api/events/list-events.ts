import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { eventBodyOf, eventRange, listEvents } from '../../db/events/event-read-model.ts';
import type { EventRow } from '../../db/events/event-read-model.ts';
import { bindingOf } from '../../domain/cursor.ts';
import { errors } from '../../domain/errors.ts';
import { eventDeclarations, readableEventTypes } from '../../domain/events/event-types.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { wholeNumber } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { EventItem, eventsTag, eventType } from './event-schemas.ts';

const maximumWaitSeconds = 30;
/** Of an organization, in one process. */
const waitingRequests = 10;
/** An event has its position within two seconds of its commit; a waiting request asks for one row this often. */
const pollMs = 500;
/** Reads of 10,000 positions, after which a request for rare types returns what it has read. */
const readsOfRequest = 10;
/** The words that `after` accepts besides cursors. */
const fromStart = 'start';

export const listEventsOperation = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  tag: eventsTag,
  summary: 'Read the feed of events',
  description:
    'Returns events in their order, oldest first. `next_cursor` is always returned, also with no items: pass it as `after` to ' +
    'read on. It can be used with other values of `type`. Without `type`, types whose records the caller may not read are left ' +
    'out. Events are kept for 30 days. A request with `wait` that finds no event responds when there is one, or after the ' +
    'wait; an organization has at most 10 such requests at once.',
  access: 'events:read',
  transaction: false,
  query: z.strictObject({
    after: z
      .string()
      .max(8000)
      .optional()
      .describe(
        '`next_cursor` of an earlier response, or `start` for the oldest event. Default: from now on',
      ),
    type: repeatable(eventType),
    limit: pagingParameters.limit,
    wait: wholeNumber(0, maximumWaitSeconds)
      .default(0)
      .describe('Seconds to wait for an event, 0 to 30. Default: 0'),
  }),
  success: [
    200,
    z.object({ items: z.array(EventItem), next_cursor: z.string() }).meta({ id: 'InventoryEventPage' }),
  ],
  errors: ['rate_limited'],
  async handle({ query, principal, services, signal }) {
    const { organizationId, permissions } = principal;
    const types = allowedTypes(query.type, permissions);
    const after = await positionOf(services, organizationId, query.after);
    const read = (seconds: number) =>
      readFeed(services, { organizationId, after, types, limit: query.limit }, seconds, signal);
    const immediate = await read(0);
    const { events, position } =
      immediate.events.length > 0 || query.wait === 0
        ? immediate
        : await slots.run(organizationId, () => read(query.wait));
    return {
      items: events.map((row) => eventBodyOf(organizationId, row)),
      next_cursor: services.cursors.encode({ organizationId, binding, position: [position] }),
    };
  },
});

const binding = bindingOf('events', {});

const slots = new OrganizationSlots({
  perOrganization: waitingRequests,
  maximumWaiting: 0,
  busy: () => errors.rateLimited(1, { name: 'waiting_requests', limit: waitingRequests, windowSeconds: 1 }),
});

/** @throws CatalogueError `forbidden` for a type whose record the caller may not read */
function allowedTypes(
  wanted: readonly EventType[] | undefined,
  permissions: ReadonlySet<Permission>,
): readonly EventType[] {
  const refused = wanted?.find((type) => !permissions.has(eventDeclarations[type].permission));
  if (refused !== undefined)
    throw errors.forbidden(
      `Events of the type ${refused} need the permission ${eventDeclarations[refused].permission}.`,
    );
  return wanted ?? readableEventTypes(permissions);
}

/** @throws CatalogueError `validation_failed` for a cursor that is invalid, or whose events are no longer kept */
async function positionOf(
  { database, cursors }: Services,
  organizationId: string,
  after: string | undefined,
): Promise<number> {
  const { before, head } = await database.withTenant(organizationId, eventRange);
  if (after === undefined) return head;
  if (after === fromStart) return before;
  let position: unknown;
  try {
    [position] = cursors.decode(after, organizationId, binding);
  } catch {
    throw errors.validationFailed('after', 'is not a cursor of this feed');
  }
  if (typeof position !== 'number') throw errors.validationFailed('after', 'is not a cursor of this feed');
  if (position < before)
    throw errors.validationFailed(
      'after',
      'is older than 30 days, and events after it were deleted. Begin with `start`',
    );
  return position;
}

interface FeedRequest {
  readonly organizationId: string;
  readonly after: number;
  readonly types: readonly EventType[];
  readonly limit: number;
}

/**
 * Reads the events after a position, and waits for the first one. Each read has a transaction of its own, so that a request
 * that waits holds no connection.
 */
async function readFeed(
  services: Services,
  { organizationId, after, types, limit }: FeedRequest,
  waitSeconds: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly events: readonly EventRow[]; readonly position: number }> {
  const deadline = performance.now() + waitSeconds * 1000;
  let position = after;
  for (let reads = 1; ; reads += 1) {
    const page = await services.database.withTenant(organizationId, (tenant) =>
      listEvents(tenant, position, types, limit),
    );
    ({ position } = page);
    if (page.events.length > 0) return page;
    const isAtHead = position >= page.head;
    if (!isAtHead && reads < readsOfRequest) continue;
    if (
      !isAtHead ||
      performance.now() + pollMs > deadline ||
      services.isDraining() ||
      signal?.aborted === true
    )
      return page;
    await pause(pollMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}
