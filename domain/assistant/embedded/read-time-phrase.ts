import { dayMs, hourMs, minuteMs } from '../../time.ts';
import type { Token } from './tokenize.ts';

/** A period of time in UTC. `until` is exclusive. */
export interface TimeWindow {
  readonly since: Date;
  readonly until: Date;
}

const day = dayMs;
const week = 7 * day;
const unitMilliseconds: Readonly<Record<string, number>> = {
  minute: minuteMs,
  min: minuteMs,
  hour: hourMs,
  hr: hourMs,
  day,
  week,
};
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const maximumCount = 10_000;
/** First instant of a resource inventory: the begin of windows that have none. */
const beginning = new Date(0);

/** The window of questions that name none: the last seven days. */
export function defaultWindow(now: Date): TimeWindow {
  return { since: new Date(now.getTime() - week), until: now };
}

/** Reads a phrase such as `last 3 days` or `between 2026-05-01 and 2026-05-03` that begins at `index`. */
export function readTimePhrase(
  tokens: readonly Token[],
  index: number,
  now: Date,
): { readonly window: TimeWindow; readonly length: number } | undefined {
  if (tokens[index]?.quoted !== false) return undefined;
  const words = tokens.slice(index, index + 12).map(({ word, quoted }) => (quoted ? '' : word));
  for (const reader of readers) {
    const found = reader(words, now);
    if (found === undefined) continue;
    const { since, until } = found.window;
    if (Number.isNaN(since.getTime()) || Number.isNaN(until.getTime()) || since > until) return undefined;
    return found;
  }
  return undefined;
}

type Found = { readonly window: TimeWindow; readonly length: number } | undefined;
type Reader = (words: readonly string[], now: Date) => Found;

/** The first reader that finds a window wins. */
const readers: readonly Reader[] = [
  readSince,
  readBetween,
  readLastCount,
  readLastUnit,
  readThisUnit,
  readAgo,
  readIn,
];

/** What is told between `since` and a time. */
const tellingWords = new Set('i we he she they you my our left went home work about around at'.split(' '));

function readSince(words: readonly string[], now: Date): Found {
  if (words[0] === 'since') {
    // `since I left yesterday evening`
    const told = words.slice(1, 5).findIndex((word) => !tellingWords.has(word));
    const lead = 1 + Math.max(0, told);
    const at = readPeriod(words.slice(lead), now) ?? readDistance(words.slice(lead), now);
    return at && { window: { since: at.window.since, until: now }, length: at.length + lead };
  }
  if (words[0] === 'after') {
    const at = readPeriod(words.slice(1), now);
    return at && { window: { since: at.window.until, until: now }, length: at.length + 1 };
  }
  if (words[0] === 'before' || words[0] === 'until') {
    const at = readPeriod(words.slice(1), now);
    return at && { window: { since: beginning, until: at.window.since }, length: at.length + 1 };
  }
  return undefined;
}

function readBetween(words: readonly string[], now: Date): Found {
  const [first = '', joint] =
    words[0] === 'between' ? ['between', ['and']] : ['from', ['to', 'until', 'till']];
  if (words[0] !== first) return undefined;
  const from = readPeriod(words.slice(1), now);
  if (from === undefined || !joint.includes(words[1 + from.length] ?? '')) return undefined;
  const to = readPeriod(words.slice(2 + from.length), now);
  return (
    to && {
      window: { since: from.window.since, until: to.window.until },
      length: 2 + from.length + to.length,
    }
  );
}

/** `[in|within|over|during] [the] last|past 3 days`, and `in the last week`: the seven days until now. */
function readLastCount(words: readonly string[], now: Date): Found {
  const lead = leadOf(words);
  const [adjective = '', count = '', unit = ''] = words.slice(lead);
  if (!['last', 'past', 'previous'].includes(adjective)) return undefined;
  const number = readNumber(count);
  if (number !== undefined) {
    const window = lastOf(number, unit, now);
    return window && { window, length: lead + 3 };
  }
  const isRolling = lead > 0 || adjective === 'past' || ['hour', 'minute'].includes(count);
  const window = isRolling ? lastOf(1, count, now) : undefined;
  return window && { window, length: lead + 2 };
}

/** `last week`, `last month`, `last year`: the calendar unit before this one. */
function readLastUnit([adjective = '', unit = '']: readonly string[], now: Date): Found {
  if (adjective !== 'last' && adjective !== 'previous') return undefined;
  const current = calendarUnit(unit, now);
  if (current !== undefined) {
    const before = calendarUnit(unit, new Date(current.since.getTime() - 1));
    return before && { window: before, length: 2 };
  }
  if (!weekdays.includes(unit)) return undefined;
  return { window: weekdayBefore(unit, now), length: 2 };
}

function readThisUnit(words: readonly string[], now: Date): Found {
  const [adjective = '', unit = ''] = words;
  if (adjective === 'so' && unit === 'far') return undefined;
  if (adjective !== 'this' && adjective !== 'current') return undefined;
  const current = calendarUnit(unit, now);
  return current && { window: { since: current.since, until: now }, length: 2 };
}

/** `3 days ago`: that day. */
function readAgo(words: readonly string[], now: Date): Found {
  const number = readNumber(words[0] ?? '');
  if (number === undefined || words[2] !== 'ago') return undefined;
  const window = lastOf(number, words[1] ?? '', now);
  return window && { window: dayOf(window.since), length: 3 };
}

/** `in May 2026`, `on 2026-05-03`, `on Monday`, `today`, `yesterday`. */
function readIn(words: readonly string[], now: Date): Found {
  const hasLead = words[0] === 'in' || words[0] === 'on' || words[0] === 'during' || words[0] === 'of';
  const found = readPeriod(hasLead ? words.slice(1) : words, now);
  if (found === undefined) return undefined;
  // Without a preposition, `may` is a verb and a number is not a year.
  const [first = ''] = words;
  if (!hasLead && (months.includes(first) || /^\d{4}$/.test(first)) && found.length === 1) return undefined;
  return { window: found.window, length: found.length + (hasLead ? 1 : 0) };
}

/** `since 3 days`, `since the last 3 days`, `since last week`. */
function readDistance(words: readonly string[], now: Date): Found {
  const number = readNumber(words[0] ?? '');
  if (number === undefined)
    return readLastCount(words, now) ?? readLastUnit(words, now) ?? readThisUnit(words, now);
  const window = lastOf(number, words[1] ?? '', now);
  return window && { window, length: words[2] === 'ago' ? 3 : 2 };
}

/** A day, a month, a year or an instant. */
function readPeriod(words: readonly string[], now: Date): Found {
  const [first = '', second = '', third = ''] = words;
  if (first === 'the') {
    const found = readPeriod(words.slice(1), now);
    return found && { ...found, length: found.length + 1 };
  }
  // `six o'clock yesterday evening`, `6 pm yesterday`
  const hour = readNumber(first);
  const isClock = hour !== undefined && ["o'clock", 'oclock', 'am', 'pm'].includes(second);
  const dayAt = isClock ? readDayWord(third === 'on' ? '' : third, now) : undefined;
  if (hour !== undefined && dayAt !== undefined) {
    const part = words[3] ?? '';
    const isLate = second === 'pm' || ['evening', 'afternoon', 'night'].includes(part);
    const at = new Date(dayAt.since.getTime() + ((hour % 12) + (isLate ? 12 : 0)) * hourMs);
    if (at <= now)
      return { window: { since: at, until: dayAt.until }, length: Object.hasOwn(partsOfDay, part) ? 4 : 3 };
  }
  const named = readDayWord(first, now);
  if (named !== undefined) return readPartOfDay(words, named, now);
  if (weekdays.includes(first)) return { window: weekdayBefore(first, now), length: 1 };
  if (first === 'last' || first === 'this') return readLastUnit(words, now) ?? readThisUnit(words, now);
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(first);
  if (date !== null) return { window: dayOf(new Date(`${first}T00:00:00Z`)), length: 1 };
  if (/^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?z?$/.test(first)) {
    const at = new Date(`${first.toUpperCase().replace(/Z$/, '')}Z`);
    return { window: { since: at, until: at }, length: 1 };
  }
  if (/^\d{4}-\d{2}$/.test(first)) return monthOf(Number(first.slice(0, 4)), Number(first.slice(5)) - 1, 1);
  if (/^(19|20)\d{2}$/.test(first)) {
    const year = Number(first);
    return { window: { since: utc(year, 0, 1), until: utc(year + 1, 0, 1) }, length: 1 };
  }
  return readNamedMonth(first, second, third, now);
}

/** `today`, `yesterday`, `midnight` */
function readDayWord(word: string, now: Date): TimeWindow | undefined {
  if (word === 'today' || word === 'midnight' || word === 'midnite')
    return { since: startOfDay(now), until: now };
  return word === 'yesterday' ? dayOf(new Date(startOfDay(now).getTime() - 1)) : undefined;
}

/** Hours of the day, in UTC. */
const partsOfDay: Readonly<Record<string, readonly [from: number, to: number]>> = {
  morning: [6, 12],
  noon: [12, 13],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
};

/** `yesterday evening`, `yesterday at 6pm`, `today 14:30`: the part of a day, or the instant with the rest of the day. */
function readPartOfDay(words: readonly string[], dayWindow: TimeWindow, now: Date): Found {
  const begin = dayWindow.since.getTime();
  const part = Object.hasOwn(partsOfDay, words[1] ?? '') ? partsOfDay[words[1] ?? ''] : undefined;
  const end = (time: number) => new Date(Math.min(time, now.getTime()));
  if (part !== undefined && begin + part[0] * hourMs <= now.getTime())
    return {
      window: { since: new Date(begin + part[0] * hourMs), until: end(begin + part[1] * hourMs) },
      length: 2,
    };
  const lead = ['at', 'around', 'about'].includes(words[1] ?? '') ? 2 : 1;
  const clock = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(words[lead] ?? '');
  const isClock = clock !== null && (clock[2] !== undefined || clock[3] !== undefined || lead === 2);
  if (!isClock) return { window: dayWindow, length: 1 };
  const hour = (Number(clock[1]) % (clock[3] === undefined ? 25 : 12)) + (clock[3] === 'pm' ? 12 : 0);
  const at = begin + hour * hourMs + Number(clock[2] ?? 0) * minuteMs;
  if (hour > 24 || at > now.getTime()) return { window: dayWindow, length: 1 };
  return { window: { since: new Date(at), until: dayWindow.until }, length: lead + 1 };
}

/** `May 2026`, `May`, `3 May 2026`, `May 3rd 2026`, `May 3`. A month or day without a year is the latest past one. */
function readNamedMonth(first: string, second: string, third: string, now: Date): Found {
  const month = monthIndex(first);
  const inner = monthIndex(second);
  if (month === undefined && inner === undefined) return undefined;
  if (month !== undefined && /^(19|20)\d{2}$/.test(second)) return monthOf(Number(second), month, 2);
  const number = dayNumber(month === undefined ? first : second);
  const index = month ?? inner ?? 0;
  const hasYear = /^(19|20)\d{2}$/.test(third);
  if (number !== undefined) {
    const year = hasYear ? Number(third) : latestYear((one) => utc(one, index, number), now);
    const at = utc(year, index, number);
    return at.getUTCMonth() === index ? { window: dayOf(at), length: hasYear ? 3 : 2 } : undefined;
  }
  if (month === undefined) return undefined;
  return monthOf(
    latestYear((one) => utc(one, month, 1), now),
    month,
    1,
  );
}

function latestYear(at: (year: number) => Date, now: Date): number {
  const year = now.getUTCFullYear();
  return at(year) > now ? year - 1 : year;
}

function monthOf(year: number, month: number, length: number): Found {
  if (month < 0 || month > 11) return undefined;
  return { window: { since: utc(year, month, 1), until: utc(year, month + 1, 1) }, length };
}

function monthIndex(word: string): number | undefined {
  const full = months.indexOf(word);
  if (full !== -1) return full;
  const short = months.findIndex(
    (month) => month.slice(0, 3) === word || (word === 'sept' && month === 'september'),
  );
  return short === -1 ? undefined : short;
}

function dayNumber(word: string): number | undefined {
  const found = /^(\d{1,2})(st|nd|rd|th)?$/.exec(word);
  const number = Number(found?.[1] ?? 0);
  return number >= 1 && number <= 31 ? number : undefined;
}

function leadOf(words: readonly string[]): number {
  const preposition = ['in', 'within', 'over', 'during', 'for', 'of'].includes(words[0] ?? '') ? 1 : 0;
  return words[preposition] === 'the' ? preposition + 1 : preposition;
}

function readNumber(word: string): number | undefined {
  if (/^\d{1,5}$/.test(word)) return Math.min(Number(word), maximumCount);
  const index = numerals.indexOf(word);
  return index > 0 ? index : undefined;
}

function lastOf(count: number, written: string, now: Date): TimeWindow | undefined {
  const unit = written.length > 3 ? written.replace(/s$/, '') : written;
  if (unit === 'month') return { since: monthsBefore(now, count), until: now };
  if (unit === 'year') return { since: monthsBefore(now, 12 * count), until: now };
  const milliseconds = Object.hasOwn(unitMilliseconds, unit) ? unitMilliseconds[unit] : undefined;
  if (milliseconds === undefined) return undefined;
  return { since: new Date(now.getTime() - count * milliseconds), until: now };
}

/** Same day of an earlier month, or its last day when that month is shorter. */
function monthsBefore(now: Date, count: number): Date {
  const target = utc(now.getUTCFullYear(), now.getUTCMonth() - count + 1, 0);
  const inMonth = Math.min(now.getUTCDate(), target.getUTCDate());
  return new Date(
    utc(target.getUTCFullYear(), target.getUTCMonth(), inMonth).getTime() +
      (now.getTime() - startOfDay(now).getTime()),
  );
}

/** The day, ISO week (from Monday), month or year that contains `at`. */
function calendarUnit(unit: string, at: Date): TimeWindow | undefined {
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  if (unit === 'day') return dayOf(at);
  if (unit === 'week') {
    const since = new Date(startOfDay(at).getTime() - ((at.getUTCDay() + 6) % 7) * day);
    return { since, until: new Date(since.getTime() + week) };
  }
  if (unit === 'month') return { since: utc(year, month, 1), until: utc(year, month + 1, 1) };
  if (unit === 'year') return { since: utc(year, 0, 1), until: utc(year + 1, 0, 1) };
  return undefined;
}

/** The latest day with a name before today. */
function weekdayBefore(name: string, now: Date): TimeWindow {
  const distance = (now.getUTCDay() - weekdays.indexOf(name) + 7) % 7 || 7;
  return dayOf(new Date(now.getTime() - distance * day));
}

function dayOf(at: Date): TimeWindow {
  const since = startOfDay(at);
  return { since, until: new Date(since.getTime() + day) };
}

function startOfDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / day) * day);
}

function utc(year: number, month: number, date: number): Date {
  return new Date(Date.UTC(year, month, date));
}
