import { firstAttemptMinutes, stateAgeHours } from '../../../domain/mapping/evidence-rule.ts';
import { rawSql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** Returns the time within which a source has to be read again, as an interval. A pushed state has its own. */
const maximumAge = (source: string) =>
  `coalesce(make_interval(hours => ${source}.max_age_hours), interval '${stateAgeHours} hours')`;
/** An object that is missing for this time does not count any more. */
const missingAge = `interval '${stateAgeHours} hours'`;

/**
 * The condition that the entries of a source count: it is enabled, its object was not missing for 24 hours, and no other source
 * holds the same state.
 */
export function counts(source: string): Sql {
  return rawSql(`(not ${source}.disabled and ${source}.superseded_by is null and not ${goneText(source)})`);
}

/** The condition that a source was read before, but not within the time in which it should have been. */
export function isOverdue(source: string): Sql {
  return rawSql(`coalesce(${source}.last_success_at < now() - ${maximumAge(source)}, false)`);
}

/** The condition that a source was read, and that its object was not missing for 24 hours since. It can be overdue. */
export function wasRead(source: string): Sql {
  return rawSql(`(${source}.last_success_at is not null and not ${goneText(source)})`);
}

/** The condition that the first attempt to read a new or moved source has not ended, and may soon. */
export function isNew(source: string): Sql {
  return rawSql(
    `(${source}.status = 'pending' and ${source}.last_success_at is null
      and ${source}.updated_at > now() - interval '${firstAttemptMinutes} minutes')`,
  );
}

/** The times of a source at which its evidence changes although nothing is written. */
export function deadlinesOf(source: string): Sql {
  return rawSql(
    `array[${source}.last_success_at + ${maximumAge(source)}, ${source}.missing_since + ${missingAge}]`,
  );
}

function goneText(source: string): string {
  return `coalesce(${source}.missing_since <= now() - ${missingAge}, false)`;
}
