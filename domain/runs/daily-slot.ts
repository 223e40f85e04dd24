import { dayMinutes } from '../time.ts';

/** The full runs of all organizations are spread over the day in slots of this length. */
export const dailySlotMinutes = 30;

const slotsOfDay = dayMinutes / dailySlotMinutes;
const minuteMs = 60_000;

/**
 * Whether the daily slot of an organization contains a time. Each organization has one slot of the day in UTC, and the slots have
 * about the same number of organizations: the last digits of an id (UUID version 7) are random.
 */
export function isInDailySlot(organizationId: string, now: Date): boolean {
  const slot = Number.parseInt(organizationId.slice(-8), 16) % slotsOfDay;
  return Math.floor(now.getTime() / minuteMs / dailySlotMinutes) % slotsOfDay === slot;
}
