import { z } from 'zod';
import { eventTypes, eventWildcards } from '../../domain/events/event-types.ts';
import { riskSeverities, scanStatuses } from '../../domain/values.ts';
import { id, timestamp } from '../http/schemas.ts';

export const eventsTag = 'Events';

export const eventType = z.enum(eventTypes);

export const EventItem = z
  .object({
    id,
    position: z.int().describe('Place in the order of the events of the organization, from 1'),
    type: eventType,
    occurred_at: timestamp,
    organization_id: id,
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'The record that the event is about, `{<kind>: {id, name, type?, aws_account_id?, account_id?, region?, url}}`, and ' +
          'fields of the type. No configuration and no values: read the record',
      ),
  })
  .meta({ id: 'InventoryEvent' });

/** Scans and runs have the same statuses. */
const scanStatus = z.enum(scanStatuses).meta({ enumeration: 'ScanStatus' });
const idList = z.array(id).min(1).max(100).optional();
const texts = (most: number) => z.array(z.string().min(1).max(most)).min(1).max(100).optional();

export const eventFilter = z
  .strictObject({
    aws_account_id: idList.describe('Of resources, scans and accounts'),
    region: texts(64).describe('Of resources'),
    resource_type: texts(200).describe('Of resources'),
    tag: texts(650).describe('Of resources: `key` or `key=value`'),
    application_id: idList.describe('Of resources and plans'),
    team_id: idList.describe('Teams that own the resource; of resources and plans'),
    environment_id: idList.describe('Of resources and plans'),
    explained: z
      .boolean()
      .optional()
      .describe('Whether a plan, an execution or a pull request explains the change of the resource'),
    min_risk: z
      .enum(riskSeverities)
      .meta({ enumeration: 'RiskSeverity' })
      .optional()
      .describe('Plans with a risk of this severity or a higher one'),
    scan_status: z
      .array(scanStatus)
      .min(1)
      .max(scanStatuses.length)
      .optional()
      .describe('Without it, scans that are `partial` or `failed`'),
    saved_query_id: idList.describe('Of `query.matched`'),
    action: texts(100).describe('Actions of the audit log'),
  })
  .meta({ id: 'EventFilter' });

/** A type of events, or a wildcard. */
export const eventName = z.enum([...eventWildcards, ...eventTypes]);
export type EventName = z.output<typeof eventName>;
