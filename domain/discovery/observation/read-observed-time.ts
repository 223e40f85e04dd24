import type { Json, JsonObject } from '../../json/json.ts';
import { select } from '../../json/path.ts';

/**
 * Reads a time in a form that AWS APIs use: RFC 3339 with or without a zone (then UTC), or seconds or milliseconds since
 * 1970 as a number or as text. Returns it as RFC 3339 in UTC with milliseconds, or `undefined` for another value and for a time
 * before 2000: AWS did not exist then, and some APIs return 1970 for a missing time.
 */
export function readObservedTime(value: Json | undefined): string | undefined {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === undefined || !(milliseconds >= earliest && milliseconds <= latest)) return undefined;
  return new Date(milliseconds).toISOString();
}

/** Returns the earliest of the times that a path matches, as {@link readObservedTime}; `undefined` when there is none. */
export function earliestTime(item: JsonObject, path: string): string | undefined {
  const times = select(item, path).flatMap((value) => readObservedTime(value) ?? []);
  return times.length === 0 ? undefined : times.reduce((left, right) => (left < right ? left : right));
}

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(9999, 11, 31);
/** Larger numbers are milliseconds. As seconds, this is the year 5138. */
const maximumSeconds = 1e11;

const dateTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?)?$/;

function toMilliseconds(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value < maximumSeconds ? value * 1000 : value;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  if (/^\d{9,13}(\.\d+)?$/.test(value)) return toMilliseconds(Number(value));
  const [, day, time = '00:00', fraction = '0', zone = 'Z'] = dateTime.exec(value) ?? [];
  if (day === undefined) return undefined;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const milliseconds = Date.parse(
    `${day}T${time.length === 5 ? `${time}:00` : time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`,
  );
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
