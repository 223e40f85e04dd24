import test from 'ava';
import { rowset } from '../../db/rowset.ts';

test('names columns after properties and sends only properties with a column, in one parameter', (t) => {
  const rows = [{ resourceType: 'AWS::SQS::Queue', position: 1, tags: undefined, other: 'a\0' }];
  const item = rowset('o', { resourceType: 'text', position: 'integer', tags: 'jsonb' }, rows);
  t.is(item.text, 'jsonb_to_recordset($1::jsonb) as o(resource_type text, position integer, tags jsonb)');
  t.deepEqual(item.values, ['[{"resource_type":"AWS::SQS::Queue","position":1}]']);
});
