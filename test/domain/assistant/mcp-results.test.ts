import test from 'ava';
import fc from 'fast-check';
import { fitResponse } from '../../../domain/assistant/fit-response.ts';
import { withCursor, withNextCursor, withOffset } from '../../../domain/assistant/mcp-cursors.ts';
import type { JsonObject } from '../../../domain/json/json.ts';

const sizeOf = (response: JsonObject) => JSON.stringify(response).length;
const rowsOf = ({ rows }: JsonObject) => rows as readonly JsonObject[];

test('a response fits: it keeps the first rows, and says that there are more', (t) => {
  let cut = 0;
  const row = fc.record({
    ref: fc.uuid(),
    type: fc.constant('resource'),
    name: fc.string(),
    more: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), fc.integer({ min: 200, max: 3000 }), (rows, maximum) => {
      const whole = { untrusted: true, rows, truncated: false, total: rows.length };
      const fitted = fitResponse(whole, maximum, sizeOf);
      if (sizeOf(whole) <= maximum) return fitted === whole;
      cut += 1;
      const kept = rowsOf(fitted);
      const isPrefix = kept.every(({ ref }, index) => ref === rows[index]?.ref);
      const next = { ...whole, rows: rows.slice(0, kept.length + 1), truncated: true };
      const isLongest = kept.length <= 1 || sizeOf(next) > maximum;
      return sizeOf(fitted) <= maximum && fitted['truncated'] === true && isPrefix && isLongest;
    }),
  );
  t.true(cut > 0);
});

test('a row that is too large alone loses its largest fields, and names them', (t) => {
  const row = {
    ref: 'r',
    type: 'resource',
    name: 'orders',
    configuration: 'x'.repeat(5000),
    tags: 'y'.repeat(100),
  };
  const fitted = fitResponse({ rows: [row], truncated: false }, 1000, sizeOf);
  t.deepEqual(fitted, {
    rows: [{ ref: 'r', type: 'resource', name: 'orders', tags: row.tags, omitted_fields: ['configuration'] }],
    truncated: true,
  });
});

test('a cursor is the offset of the next row, also of rows that did not fit', (t) => {
  const parameters = { type: 'object', properties: { q: { type: 'string' }, offset: { type: 'integer' } } };
  t.deepEqual(Object.keys(withCursor(parameters)['properties'] as JsonObject), ['q', 'cursor']);
  t.is(withCursor({ type: 'object', properties: {} })['properties'] !== undefined, true);
  t.deepEqual(withOffset({ q: 'a', cursor: '50' }), { q: 'a', offset: 50 });
  t.deepEqual(withOffset({ q: 'a', cursor: '-1' }), { q: 'a', cursor: '-1' });
  t.deepEqual(withOffset({ q: 'a' }), { q: 'a' });
  t.deepEqual(withNextCursor({ total: 120, next_offset: 100 }, 10), { total: 120, next_cursor: '90' });
  t.deepEqual(withNextCursor({ total: 120 }, 0), { total: 120 });
});
