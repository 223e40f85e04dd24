import test from 'ava';
import fc from 'fast-check';
import { csvLine } from '../../../domain/inventory/csv.ts';

test('prefixes formulas with an apostrophe', (t) => {
  t.is(csvLine(['=1+1', '+x', '-x', '@x', '\tx', 'a=b']), "'=1+1,'+x,'-x,'@x,'\tx,a=b\r\n");
});

test('a CSV parser returns the original values, with an apostrophe before formulas', (t) => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (values) => {
      const read = readLine(csvLine(values));
      t.deepEqual(
        read.map((value, index) => (value === `'${values[index]}` ? values[index] : value)),
        values,
      );
      t.false(read.some((value) => /^[=+\-@\t\r\n]/.test(value)));
    }),
  );
});

function readLine(line: string): string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < line.length - 2; at += 1) {
    const character = line[at] ?? '';
    if (quoted && character === '"' && line[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  return [...fields, field];
}
