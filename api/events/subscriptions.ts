import { z } from 'zod';
import { createWebhookSecret, signDelivery } from '../../clients/events/sign-delivery.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { listDeliveries, requestRedelivery } from '../../db/events/delivery-store.ts';
import type { EventDelivery as DeliveryRow } from '../../db/events/delivery-store.ts';
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  openSubscription,
  rejectUnknownIds,
  retryNow,
  rotateSubscriptionSecret,
  updateSubscription,
} from '../../db/events/subscription-store.ts';
import type { EventSubscription as SubscriptionRow } from '../../db/events/subscription-store.ts';
import { newId } from '../../db/new-id.ts';
import { errors } from '../../domain/errors.ts';
import type { EventBody } from '../../domain/events/event.ts';
import { expandEventNames } from '../../domain/events/event-types.ts';
import type { EventType } from '../../domain/events/event-types.ts';
import { slackBody } from '../../domain/events/slack-message.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import {
  eventDeliveryErrors,
  eventDeliveryStatuses,
  subscriptionEndings,
  subscriptionKinds,
  subscriptionStatuses,
} from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Deleted, id, iso, recordVersion, timestamp } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { eventFilter, eventName, eventsTag, eventType } from './event-schemas.ts';
import type { EventName } from './event-schemas.ts';

const filterText =
  'Which events of the types are sent. Keys are combined with AND, and each restricts only the events that it applies to';
const secret = z.string().describe('Key of the signatures, as Standard Webhooks writes it. Returned once');

const EventSubscription = z
  .object({
    id,
    name: z.string(),
    kind: z.enum(subscriptionKinds),
    url_hint: z.string().describe('The origin of the URL and its last four characters'),
    events: z.array(eventName),
    filter: eventFilter.describe(filterText),
    enabled: z.boolean(),
    status: z.enum(subscriptionStatuses),
    disabled_reason: z.enum(subscriptionEndings).optional(),
    waiting: z
      .int()
      .describe('Events that wait for their delivery, at most 10,000, before the filter was evaluated'),
    oldest_waiting_at: timestamp.optional().describe('When the oldest of the waiting events occurred'),
    last_delivered_at: timestamp.optional().describe('When a delivery last succeeded'),
    created_by: id,
    created_at: timestamp,
    updated_at: timestamp,
    version: recordVersion,
  })
  .meta({ id: 'EventSubscription' });

const EventDelivery = z
  .object({
    id: id.describe('The header `webhook-id` of the request'),
    status: z.enum(eventDeliveryStatuses),
    events: z.array(z.object({ id, type: eventType })).describe('At most 100 of its events'),
    attempts: z.int(),
    status_code: z.int().optional().describe('HTTP status of the last answer'),
    error: z.enum(eventDeliveryErrors).optional(),
    next_attempt_at: timestamp.optional().describe('Of a pending delivery'),
    created_at: timestamp,
    delivered_at: timestamp.optional().describe('When an attempt succeeded'),
  })
  .meta({ id: 'EventDelivery' });

const subscriptionFields = {
  name: z.string().trim().min(1).max(100),
  url: z.string().min(1).max(2000),
  events: z.array(eventName).min(1).max(40).describe('Types, `<kind>.*`, or `*`'),
  filter: eventFilter.describe(filterText),
  enabled: z.boolean().describe('A paused subscription collects events, for at most 30 days'),
};

export const subscriptionOperations = [
  operation({
    id: 'listEventSubscriptions',
    method: 'GET',
    path: '/event-subscriptions',
    tag: eventsTag,
    summary: 'List event subscriptions',
    description: 'Lists the subscriptions, oldest first, without their URLs and secrets.',
    access: 'subscriptions:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(EventSubscription)],
    async handle(context) {
      const { request, envelope } = pager(context, 'event-subscriptions', context.query);
      const rows = await listSubscriptions(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (row) => [row.id]),
        presentSubscription,
      );
    },
  }),
  operation({
    id: 'createEventSubscription',
    method: 'POST',
    path: '/event-subscriptions',
    tag: eventsTag,
    summary: 'Create an event subscription',
    description:
      'Sends events from now on to a URL: signed requests (`webhook`, Standard Webhooks 1.0), or messages to an incoming webhook ' +
      'of Slack (`slack`). `secret` is returned once. A wildcard in `events` stands for the types whose records the caller may ' +
      'read. An organization has at most 50 subscriptions.',
    access: 'subscriptions:manage',
    audit: 'event_subscription.created',
    transaction: false,
    body: z.strictObject({
      ...subscriptionFields,
      kind: z.enum(subscriptionKinds),
      filter: subscriptionFields.filter.default({}),
      enabled: subscriptionFields.enabled.default(true),
    }),
    location: '/event-subscriptions/{id}',
    returnsSecret: true,
    success: [
      201,
      EventSubscription.extend({ secret: secret.optional() }).meta({ id: 'CreatedEventSubscription' }),
    ],
    errors: ['conflict'],
    async handle({ body, principal, services, record }) {
      const types = subscribedTypes(body.events, principal.permissions);
      await rejectUrl(services, principal.organizationId, body.url);
      const created = body.kind === 'webhook' ? createWebhookSecret() : undefined;
      return services.database.withTenant(principal.organizationId, async (tenant) => {
        await rejectUnknownIds(tenant, body.filter);
        const row = await createSubscription(tenant, services.encryption, {
          ...body,
          urlHint: hintOf(body.url),
          secret: created,
          types,
          createdBy: principal.id,
        });
        await record(tenant, {
          type: 'event_subscription',
          id: row.id,
          name: row.name,
          details: { kind: row.kind, url: row.urlHint, events: row.events },
        });
        return { ...presentSubscription(row), secret: created };
      });
    },
  }),
  operation({
    id: 'getEventSubscription',
    method: 'GET',
    path: '/event-subscriptions/{id}',
    tag: eventsTag,
    summary: 'Get an event subscription',
    description: 'Returns the subscription with its status and the number of events that wait.',
    access: 'subscriptions:read',
    success: [200, EventSubscription],
    handle: async ({ params, tenant }) => presentSubscription(await getSubscription(tenant, params.id)),
  }),
  operation({
    id: 'updateEventSubscription',
    method: 'PATCH',
    path: '/event-subscriptions/{id}',
    tag: eventsTag,
    summary: 'Change an event subscription',
    description:
      'Replaces the fields in the body. `enabled: true` starts a paused or disabled subscription where it stopped. With a new ' +
      '`url`, a delivery that failed is attempted at once.',
    access: 'subscriptions:manage',
    audit: 'event_subscription.updated',
    versioned: 'event_subscriptions',
    transaction: false,
    body: z.strictObject(subscriptionFields).partial(),
    success: [200, EventSubscription],
    async handle({ body, params, principal, services, checkIfMatch, record }) {
      const { organizationId, permissions } = principal;
      const types = body.events === undefined ? undefined : subscribedTypes(body.events, permissions);
      if (body.url !== undefined) {
        // An unknown id is not found, whatever the URL is.
        await services.database.withTenant(organizationId, (tenant) => getSubscription(tenant, params.id));
        await rejectUrl(services, organizationId, body.url);
      }
      return services.database.withTenant(organizationId, async (tenant) => {
        const before = await getSubscription(tenant, params.id);
        await checkIfMatch(tenant);
        // Who changes where a subscription sends its events to must be allowed to read all of them.
        if (types === undefined) subscribedTypes(before.types, permissions);
        await rejectUnknownIds(tenant, body.filter ?? {});
        const row = await updateSubscription(tenant, services.encryption, params.id, {
          ...body,
          types,
          urlHint: body.url === undefined ? undefined : hintOf(body.url),
        });
        const changed = Object.keys(body);
        await record(tenant, {
          type: 'event_subscription',
          id: row.id,
          name: row.name,
          details: { changed, ...(body.url === undefined ? {} : { url: row.urlHint }) },
        });
        return presentSubscription(row);
      });
    },
  }),
  operation({
    id: 'deleteEventSubscription',
    method: 'DELETE',
    path: '/event-subscriptions/{id}',
    tag: eventsTag,
    summary: 'Delete an event subscription',
    description: 'Deletes the subscription with its deliveries. Events that wait are not sent.',
    access: 'subscriptions:manage',
    audit: 'event_subscription.deleted',
    success: [200, Deleted],
    async handle({ params, tenant, audit }) {
      const row = await deleteSubscription(tenant, params.id);
      audit({ type: 'event_subscription', id: row.id, name: row.name });
      return { id: row.id, deleted: true };
    },
  }),
  operation({
    id: 'testEventSubscription',
    method: 'POST',
    path: '/event-subscriptions/{id}/test',
    tag: eventsTag,
    summary: 'Send a test event',
    description:
      'Sends one event of the type `test` now and waits for the answer, at most 10 seconds. A success makes a subscription that ' +
      'fails attempt its delivery again at once. At most 10 tests a minute.',
    access: 'subscriptions:manage',
    audit: 'event_subscription.tested',
    transaction: false,
    success: [
      200,
      z
        .object({
          delivered: z.boolean().describe('Whether the answer was 2xx within 10 seconds'),
          status_code: z.int().optional().describe('HTTP status of the answer'),
          error: z.enum(eventDeliveryErrors).optional(),
          duration_ms: z.int(),
        })
        .meta({ id: 'EventSubscriptionTest' }),
    ],
    errors: ['rate_limited'],
    async handle({ params, principal, services, record, request, response }) {
      const { database, encryption, eventSender, rateLimits, configuration } = services;
      const { organizationId } = principal;
      const { row, opened, organizationName } = await database.withTenant(organizationId, async (tenant) => ({
        row: await getSubscription(tenant, params.id),
        opened: await openSubscription(tenant, encryption, params.id),
        organizationName: (await getOrganization(tenant)).name,
      }));
      await rateLimits.take('event_tests', request, response, row.id);
      const event: EventBody = {
        id: newId(),
        position: 0,
        type: 'test',
        occurred_at: new Date().toISOString(),
        organization_id: organizationId,
        data: {},
      };
      const body =
        row.kind === 'slack'
          ? slackBody(
              { organizationName, counts: [{ type: 'test', count: 1 }], first: [event], firstScans: [] },
              configuration.publicUrl,
            )
          : JSON.stringify({ events: [event] });
      const headers = signDelivery(opened.secrets, event.id, body);
      const result = await services.providerSlots.run(organizationId, () =>
        eventSender.send({ url: opened.url, headers, body }),
      );
      await database.withTenant(organizationId, async (tenant) => {
        if (result.delivered) await retryNow(tenant, row.id);
        await record(tenant, {
          type: 'event_subscription',
          id: row.id,
          name: row.name,
          details: { delivered: result.delivered },
        });
      });
      return {
        delivered: result.delivered,
        status_code: result.statusCode,
        error: result.error,
        duration_ms: result.durationMs,
      };
    },
  }),
  operation({
    id: 'rotateEventSubscriptionSecret',
    method: 'POST',
    path: '/event-subscriptions/{id}/rotate-secret',
    tag: eventsTag,
    summary: 'Replace the secret of an event subscription',
    description:
      'Returns the new secret once. For 24 hours, deliveries carry the signatures of the new and of the previous secret.',
    access: 'subscriptions:manage',
    audit: 'event_subscription.secret_rotated',
    returnsSecret: true,
    success: [200, EventSubscription.extend({ secret }).meta({ id: 'RotatedEventSubscription' })],
    errors: ['conflict'],
    async handle({ params, tenant, services, audit }) {
      const created = createWebhookSecret();
      const row = await rotateSubscriptionSecret(tenant, services.encryption, params.id, created);
      audit({ type: 'event_subscription', id: row.id, name: row.name });
      return { ...presentSubscription(row), secret: created };
    },
  }),
  operation({
    id: 'listEventDeliveries',
    method: 'GET',
    path: '/event-subscriptions/{id}/deliveries',
    tag: eventsTag,
    summary: 'List the deliveries of an event subscription, newest first',
    description: 'Lists pending deliveries and those of the last 7 days.',
    access: 'subscriptions:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(EventDelivery)],
    async handle(context) {
      const { params, query, tenant } = context;
      await getSubscription(tenant, params.id);
      const { request, envelope } = pager(context, `event-deliveries ${params.id}`, query);
      const rows = await listDeliveries(tenant, params.id, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (row) => [row.id]),
        presentDelivery,
      );
    },
  }),
  operation({
    id: 'redeliverEvents',
    method: 'POST',
    path: '/event-subscriptions/{id}/deliveries/{delivery_id}/redeliver',
    tag: eventsTag,
    summary: 'Send a delivery again',
    description:
      'Sends the same body under the same `webhook-id` once more, outside of the order and without retries. The delivery has ' +
      'ended.',
    access: 'subscriptions:manage',
    audit: 'event_subscription.redelivered',
    success: [202, z.object({ id }).meta({ id: 'RequestedRedelivery' })],
    errors: ['conflict'],
    async handle({ params, tenant, audit }) {
      const row = await getSubscription(tenant, params.id);
      await requestRedelivery(tenant, params.id, params.delivery_id);
      audit({
        type: 'event_subscription',
        id: row.id,
        name: row.name,
        details: { delivery_id: params.delivery_id },
      });
      return { id: params.delivery_id };
    },
  }),
];

/** @throws CatalogueError `validation_failed` for names of types that the caller may not read */
function subscribedTypes(
  names: readonly string[],
  permissions: ReadonlySet<Permission>,
): readonly EventType[] {
  const { types, refused } = expandEventNames(names, permissions);
  if (refused.length > 0)
    throw errors.validationFailed('events', `you may not read the records of ${refused.join(', ')}`);
  return types;
}

/** @throws CatalogueError `validation_failed` for a URL that is not permitted, or whose host has no permitted address */
async function rejectUrl(
  { eventSender, providerSlots }: Services,
  organizationId: string,
  url: string,
): Promise<void> {
  const fault = eventSender.urlFault(url);
  if (fault !== undefined) throw errors.validationFailed('url', fault);
  if (!(await providerSlots.run(organizationId, () => eventSender.isReachable(url))))
    throw errors.validationFailed('url', 'has a host without an address that is permitted');
}

/** The origin, and the last four characters when the path is longer. */
function hintOf(url: string): string {
  const { origin, href } = new URL(url);
  return href.length - origin.length > 5 ? `${origin}/…${href.slice(-4)}` : origin;
}

function presentSubscription(row: SubscriptionRow): z.input<typeof EventSubscription> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    url_hint: row.urlHint,
    events: [...row.events] as EventName[],
    filter: { ...row.filter } as z.input<typeof eventFilter>,
    enabled: row.enabled,
    status: row.status,
    disabled_reason: row.disabledReason,
    waiting: Math.min(row.waiting, 10_000),
    oldest_waiting_at: iso(row.oldestWaitingAt),
    last_delivered_at: iso(row.lastDeliveredAt),
    created_by: row.createdBy,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    version: row.version,
  };
}

function presentDelivery(row: DeliveryRow): z.input<typeof EventDelivery> {
  return {
    id: row.id,
    status: row.status,
    events: [...row.events],
    attempts: row.attempts,
    status_code: row.statusCode,
    error: row.error,
    next_attempt_at: iso(row.nextAttemptAt),
    created_at: iso(row.createdAt),
    delivered_at: iso(row.deliveredAt),
  };
}
