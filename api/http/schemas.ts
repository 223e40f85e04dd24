import { z } from 'zod';
import { instant, recordId } from '../../commands/inventory/parameter-values.ts';
import { authorTypes, confidences, runStatuses } from '../../domain/values.ts';

/** Schemas that several features share. */
export const id = recordId;
export const timestamp = z.iso.datetime({ precision: 3 });
/** The last day before the years that Postgres and ISO 8601 write with a sign or an era. */
const latest = Date.UTC(9999, 11, 31);
/** A timestamp in a request between the years 1970 and 9999. */
export const boundedInstant = instant.refine(
  (time) => time.getTime() >= 0 && time.getTime() <= latest,
  'must be between the years 1970 and 9999',
);
export const freeForm = z.record(z.string(), z.unknown());
export const shortText = z.string().trim().min(1).max(200);
export const longText = z.string().max(4000);
export const accountNumber = z.string().regex(/^\d{12}$/, 'must be the 12 digits of an AWS account');
export const slug = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens');

/** Other lists have the same values, so these state the names of their enumerations. */
export const confidence = z.enum(confidences).meta({ enumeration: 'Confidence' });
export const authorType = z.enum(authorTypes).meta({ enumeration: 'AuthorType' });
export const runStatus = z.enum(runStatuses).meta({ enumeration: 'RunStatus' });

/** A whole number in a query, in decimal digits only: `Number` also reads `0x10`, `1e1` and ` 5`. */
export function wholeNumber(minimum: number, maximum: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z
      .int({ error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined) })
      .min(minimum)
      .max(maximum),
  );
}

/** The `version` of a record, which operations with `versioned` compare with `If-Match`. */
export const recordVersion = z
  .int()
  .min(1)
  .describe(
    'Number of changes by users, from 1. A PATCH or PUT with this number in quotes as `If-Match` fails if there was another change',
  );

/** Returns an ISO 8601 timestamp, or `undefined` for `null`, so that JSON omits the field. */
export function iso(date: Date): string;
export function iso(date: Date | null | undefined): string | undefined;
export function iso(date: Date | null | undefined): string | undefined {
  return date?.toISOString();
}

/** Returns `undefined` for `null`, so that JSON omits an unknown field. */
export function omitNull<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}

/** The response of an operation that starts a run. */
export const Accepted = z.object({ run_id: id }).meta({ id: 'Accepted' });

/** The response of a DELETE that completes synchronously. */
export const Deleted = z.object({ id, deleted: z.literal(true) }).meta({ id: 'Deleted' });
