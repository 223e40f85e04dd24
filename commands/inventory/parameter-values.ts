import { z } from 'zod';

/** A UUID of any version, in lower case: an unknown one is well-formed. */
export const recordId = z.guid().toLowerCase();

/** A timestamp in a request; accepts any UTC offset. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A filter that accepts repeated parameters, combined with OR. */
export function repeatable<T extends z.ZodType<unknown, string>>(value: T) {
  return z
    .union([value, z.array(value).max(100)])
    .transform((input): z.output<T>[] => (Array.isArray(input) ? input : [input]))
    .optional();
}

const booleans = z
  .union([z.enum(['true', 'false']), z.array(z.enum(['true', 'false'])).max(100)])
  .transform((input) => (Array.isArray(input) ? input : [input]));

/** A filter by a boolean, `true` or `false`. Both are combined with OR, which is no filter. */
export const flag = booleans.transform((values) =>
  new Set(values).size > 1 ? undefined : values[0] === 'true',
);

/** A boolean parameter that adds items to a list, `true` or `false`. Both are combined with OR, which is `true`. */
export const inclusion = booleans.transform((values) => values.includes('true'));
