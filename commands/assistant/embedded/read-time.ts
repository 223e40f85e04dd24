import { casual } from 'chrono-node';
import { readTimePhrase } from '../../../domain/assistant/embedded/read-time-phrase.ts';
import type { TimeWindow } from '../../../domain/assistant/embedded/read-time-phrase.ts';
import { dayMs } from '../../../domain/time.ts';
import type { Token } from '../../../domain/assistant/embedded/tokenize.ts';

interface FoundTime {
  readonly window: TimeWindow;
  readonly length: number;
}

/** chrono-node compares dozens of patterns at each position, so longer texts are read by the windows alone. */
const longestText = 400;

/**
 * Returns the periods that a question names, by their first token. The windows of the assistant's contract win; chrono-node
 * reads the other dates, such as `the 3rd of May at 10am`.
 */
export function readTimes(tokens: readonly Token[], now: Date): ReadonlyMap<number, FoundTime> {
  const found = new Map<number, FoundTime>();
  for (let index = 0; index < tokens.length;) {
    const time = readTimePhrase(tokens, index, now);
    if (time !== undefined) found.set(index, time);
    index += time?.length ?? 1;
  }
  if (found.size === 0) for (const [index, time] of readDates(tokens, now)) found.set(index, time);
  return found;
}

const leads: Readonly<Record<string, 'since' | 'until'>> = {
  since: 'since',
  after: 'since',
  from: 'since',
  before: 'until',
  until: 'until',
};

function readDates(tokens: readonly Token[], now: Date): readonly (readonly [number, FoundTime])[] {
  const starts: number[] = [];
  let text = '';
  for (const { text: word, quoted } of tokens) {
    starts.push(text.length);
    // A quoted text and a name with separators are no date.
    text += `${quoted || (/[a-z]/i.test(word) && /[-_/.]/.test(word)) ? '~'.repeat(word.length) : word} `;
    if (text.length > longestText) return [];
  }
  const [result] = casual.parse(text, { instant: now, timezone: 0 });
  // `now by region` has no time.
  if (result === undefined || /^(?:right )?now$/i.test(result.text)) return [];
  const first = starts.findLastIndex((start) => start <= result.index);
  const last = starts.findLastIndex((start) => start < result.index + result.text.length);
  // A number or a month alone, such as `may`, is no date.
  if (!result.start.isCertain('day') && !result.start.isCertain('weekday') && !result.start.isCertain('hour'))
    return [];
  const start = result.start.date();
  const hasTime = result.start.isCertain('hour');
  const end = result.end?.date() ?? (hasTime ? start : new Date(start.getTime()));
  const dayOf = (time: Date) => new Date(Math.floor(time.getTime() / dayMs) * dayMs);
  const since = hasTime ? start : dayOf(start);
  const isUntilNow = /^(?:last|past|the last|the past)\b/i.test(result.text);
  const until = isUntilNow
    ? now
    : hasTime && result.end !== null
      ? end
      : new Date(dayOf(end).getTime() + dayMs);
  if (since > now) return [];
  const lead = leads[tokens[first - 1]?.word ?? ''];
  const window =
    lead === 'until'
      ? { since: new Date(0), until: since }
      : { since, until: lead === 'since' || until > now ? now : until };
  const begin = lead === undefined ? first : first - 1;
  return [[begin, { window, length: last - begin + 1 }]];
}
