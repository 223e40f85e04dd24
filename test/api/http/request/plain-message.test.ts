import test from 'ava';
import { z } from 'zod';
import { instant, repeatable } from '../../../../commands/inventory/parameter-values.ts';
import { validate } from '../../../../api/http/request/validate.ts';
import { pagingParameters } from '../../../../api/http/list.ts';
import { id, shortText } from '../../../../api/http/schemas.ts';

const schema = z.strictObject({
  name: shortText.optional(),
  tags: z.array(z.string().max(3)).max(2).optional(),
  kind: z.enum(['one', 'two']).optional(),
  size: z.int().min(2).max(9).optional(),
  since: instant.optional(),
  team_id: repeatable(id).optional(),
  place: z.object({ city: z.string() }).optional(),
  enabled: z.boolean().optional(),
  ...pagingParameters,
});

const cases: readonly [object, string][] = [
  [{ name: '' }, 'name: must not be empty'],
  [{ name: 'x'.repeat(201) }, 'name: must have at most 200 characters'],
  [{ name: 7 }, 'name: must be a text'],
  [{ name: ['a', 'b'] }, 'name: must be given once'],
  [{ limit: ['1', '2'] }, 'limit: must be given once'],
  [{ kind: ['one', 'two'] }, 'kind: must be given once'],
  [{ since: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'] }, 'since: must be given once'],
  [{ limit: '0x10' }, 'limit: must be a whole number'],
  [{ limit: '0' }, 'limit: must be at least 1'],
  [{ tags: ['a', 'b', 'c'] }, 'tags: must have at most 2 items'],
  [{ tags: ['abcd'] }, 'tags.0: must have at most 3 characters'],
  [{ kind: 'three' }, 'kind: must be one of one, two'],
  [{ size: 1.5 }, 'size: must be a whole number'],
  [{ size: 10 }, 'size: must be at most 9'],
  [{ since: '2026-01-01T00:00:00 02:00' }, 'since: has a space in place of its +: write + as %2B in a URL'],
  [
    { since: 'yesterday' },
    'since: must be a time in ISO 8601 with an offset from UTC, such as 2026-01-31T12:00:00Z',
  ],
  [{ team_id: 'x' }, 'team_id: must be a UUID'],
  [{ place: 'here' }, 'place: must be an object'],
  [{ place: {} }, 'place.city: is required'],
  [{ enabled: 'no' }, 'enabled: must be true or false'],
  [{ color: 1 }, 'color: is not a known field'],
];

for (const [value, message] of cases) {
  test(`${JSON.stringify(value).slice(0, 60)}: ${message}`, (t) => {
    t.throws(() => validate(schema, value, 'query'), { message, code: 'validation_failed' });
  });
}

test('a list in the place of a text of a body is no repeated parameter', (t) => {
  t.throws(() => validate(schema, { name: ['a'] }, 'body'), { message: 'name: must be a text' });
});
