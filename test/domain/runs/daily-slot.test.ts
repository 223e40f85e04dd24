import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dailySlotMinutes, isInDailySlot } from '../../../domain/runs/daily-slot.ts';

test('every organization has one slot a day, and no slot has many of 1,000 organizations', (t) => {
  const organizations = Array.from({ length: 1000 }, () => randomUUID());
  const slots = Array.from({ length: (24 * 60) / dailySlotMinutes }, (_, index) => {
    const now = new Date(Date.UTC(2026, 0, 1, 0, index * dailySlotMinutes + 3));
    return organizations.filter((id) => isInDailySlot(id, now));
  });
  t.is(slots.flat().length, 1000);
  t.is(new Set(slots.flat()).size, 1000);
  const most = Math.max(...slots.map(({ length }) => length));
  t.true(most < 60, `${most} organizations in one slot`);
});
