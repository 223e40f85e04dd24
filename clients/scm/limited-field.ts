import { answerLimits } from '../answer-limits.ts';
import { ScmError } from './scm-error.ts';

/**
 * Returns the text of a field of a record.
 * @throws ScmError `too_large`, with the name of the field, for more than `most` characters
 */
export function limitedField(
  provider: string,
  text: string,
  name: string,
  most: number = answerLimits.fieldCharacters,
): string {
  if (text.length <= most) return text;
  throw new ScmError(
    'too_large',
    `${provider} sent a record whose ${name} has more than ${most} characters.`,
  );
}

/** Returns the records of a page of a list. @throws ScmError `too_large` for more than were requested */
export function limitedPage<T>(provider: string, records: readonly T[]): readonly T[] {
  if (records.length <= answerLimits.pageRecords) return records;
  throw new ScmError(
    'too_large',
    `${provider} sent a page of ${records.length} records; ${answerLimits.pageRecords} were requested.`,
  );
}
