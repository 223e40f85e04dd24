import type { EventType } from './event-types.ts';

/** An event as receivers and readers of the feed get it. */
export interface EventBody {
  readonly id: string;
  /** Its place in the order of the events of the organization, from 1. */
  readonly position: number;
  readonly type: EventType | 'test';
  /** ISO 8601. */
  readonly occurred_at: string;
  readonly organization_id: string;
  readonly data: EventData;
}

/** The record that an event is about, with further fields by its type. Never configuration, values or secrets. */
export type EventData = Readonly<Record<string, unknown>>;
