import { cutText, storableText } from '../../domain/text/storable.ts';
import { answerLimits } from '../answer-limits.ts';
import { limitedField } from '../scm/limited-field.ts';
import { ScmError } from '../scm/scm-error.ts';

/**
 * Functions that check the fields of GitLab's records: a customer chooses the server that sends them.
 * All throw ScmError `invalid_response`, and `too_large` for a field beyond its limit.
 */

/** In UTF-16 units of at most three bytes. Names are keys of Postgres indexes, whose rows have at most 2,704 bytes. */
const maximumNameLength = 800;
const maximumUrlLength = 2000;

/** Returns an id as text. */
export function idField(value: unknown, name: string): string {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw invalid(name);
  return String(value);
}

export function textField(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalid(name);
  return limitedField('GitLab', value, name);
}

/** Returns a name, cut to 800 characters. Paths of nested groups can be longer. */
export function nameField(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalid(name);
  const text = limitedField('GitLab', value, name, answerLimits.nameCharacters);
  const cut = cutText(storableText(text), maximumNameLength);
  // V8 keeps the whole text in memory for a part of it. The copy does not.
  return cut === value ? cut : Buffer.from(cut).toString();
}

/** Returns the URL of a page. Other schemes than http and https could run as a script in the web application. */
export function pageUrlField(value: unknown, name: string): string {
  const text = textField(value, name);
  if (text.length > maximumUrlLength || !/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw invalid(name);
  return storableText(text);
}

export function dateField(value: unknown, name: string): Date {
  const date = new Date(textField(value, name));
  // Years beyond 9999 have another form in Postgres.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999)
    throw invalid(name);
  return date;
}

/** Returns the texts of a list; none for a missing one. */
export function textsField(value: unknown, name: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(name);
  if (value.length > answerLimits.fieldItems)
    throw new ScmError(
      'too_large',
      `GitLab sent a record with more than ${answerLimits.fieldItems} ${name}.`,
    );
  return value.map((item) => textField(item, name));
}

function invalid(name: string): ScmError {
  return new ScmError('invalid_response', `GitLab sent a record whose ${name} has an unexpected form.`);
}
