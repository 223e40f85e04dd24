import test from 'ava';
import fc from 'fast-check';
import { JsonTokenizer } from '../../../runtime/json/json-tokenizer.ts';
import { InvalidJson } from '../../../runtime/json/json-visitor.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';

/** Builds the parsed value. Objects are maps, so that `__proto__` is a key like any other. */
function collect(receive: (value: unknown) => void): JsonVisitor {
  const properties = new Map<string, unknown>();
  const elements: unknown[] = [];
  let type: 'object' | 'array' | undefined;
  return {
    property(name) {
      type = 'object';
      return collect((value) => properties.set(name, value));
    },
    element(index) {
      type = 'array';
      return collect((value) => (elements[index] = value));
    },
    scalar: (text, kind) => receive(kind === 'string' ? text : JSON.parse(text ?? '')),
    end: () => receive(type === 'array' ? elements : type === 'object' ? Object.fromEntries(properties) : {}),
  };
}

function parse(text: string | Buffer, chunkSize = Infinity, maximumDepth = 1_000): unknown {
  const bytes = Buffer.from(text);
  let result: unknown;
  const tokenizer = new JsonTokenizer(
    collect((value) => (result = value)),
    maximumDepth,
  );
  for (let start = 0; start < bytes.length; start += chunkSize)
    tokenizer.push(bytes.subarray(start, Math.min(bytes.length, start + chunkSize)));
  tokenizer.end();
  return result;
}

/** The tokenizer does not report whether an empty container is an object or an array. */
function withoutEmptyArrays(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(withoutEmptyArrays);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutEmptyArrays(item)]));
}

test('reads every JSON text as JSON.parse does, however it is cut into chunks', (t) => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, chunkSize, pretty) => {
      const value: unknown = JSON.parse(text);
      const source = pretty ? JSON.stringify(value, null, 2) : text;
      t.deepEqual(parse(source, chunkSize), withoutEmptyArrays(value));
    }),
  );
});

test('reads escapes, surrogate pairs and multi-byte characters that are cut into chunks', (t) => {
  const value = { 'k\u00e9y': '\ud83d\ude00 "\\ \b\f\n\r\t/ \u00e9 \u2028', lone: '\\ud800' };
  const text = JSON.stringify(value).replace(String.raw`\\ud800`, String.raw`\ud800`);
  for (let size = 1; size < 8; size += 1) t.deepEqual(parse(text, size), JSON.parse(text));
});

test('rejects what JSON.parse rejects, and a text that ends too early', (t) => {
  const invalid = [
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '{"a" 1}',
    '{a:1}',
    '{"a":1]',
    '[1}',
    '01',
    '1.',
    '-',
    'tru]',
    '"\u0001"',
    String.raw`"\x"`,
    String.raw`"\u12g4"`,
    '1 2',
    '{} {}',
    '\u00a0{}',
    "{'a':1}",
    '[NaN]',
    '<html>',
  ];
  for (const text of invalid) t.throws(() => parse(text), { instanceOf: InvalidJson }, text);
  const whole = '{"a": [1, "b", true, {"c": null}], "d": "\\u0041"}';
  for (let length = 0; length < whole.length; length += 1) {
    const error = t.throws(() => parse(whole.slice(0, length)), { instanceOf: InvalidJson });
    t.is(error?.problem, 'truncated');
  }
});

test('skips a byte order mark at the start only', (t) => {
  t.deepEqual(parse('\ufeff[1]'), [1]);
  t.deepEqual(parse('\ufeff[1]', 1), [1]);
  t.throws(() => parse('[\ufeff1]'), { instanceOf: InvalidJson });
  t.throws(() => parse(Buffer.from('\ufeff[1]', 'utf16le')), { instanceOf: InvalidJson });
});

test('replaces invalid UTF-8 as Go does', (t) => {
  t.deepEqual(parse(Buffer.from([0x5b, 0x22, 0x61, 0xff, 0x62, 0x22, 0x5d])), ['a\ufffdb']);
});

test('reports strings of more than 4,096 bytes without their text', (t) => {
  t.deepEqual(parse(JSON.stringify(['a'.repeat(4_096), 'b'.repeat(4_097)])), ['a'.repeat(4_096), undefined]);
  t.deepEqual(parse(JSON.stringify(['a'.repeat(4_096), 'b'.repeat(4_097)]), 100), [
    'a'.repeat(4_096),
    undefined,
  ]);
});

test('counts objects and arrays that are open', (t) => {
  t.deepEqual(parse('[[1]]', 1, 2), [[1]]);
  const error = t.throws(() => parse('[{"a":[1]}]', 1, 2), { instanceOf: InvalidJson });
  t.is(error?.problem, 'too_deep');
});

test('keeps a key __proto__ apart from the prototype', (t) => {
  const value = parse('{"__proto__": {"polluted": true}}');
  t.is(Object.getPrototypeOf(value), Object.prototype);
  t.false('polluted' in {});
});

test('reports the position of each value and the number of values in it', (t) => {
  const text = ' {"a": [1, "x\\"", {"b": null}], "c": -1.5e3 , "d": {}}';
  const spans: [text: string, values: number][] = [];
  const visitor: JsonVisitor = {
    property: () => visitor,
    element: () => visitor,
    scalar: () => {},
    span: (start, end, values) => spans.push([text.slice(start, end), values]),
  };
  for (const size of [1, 5, 100]) {
    spans.length = 0;
    const tokenizer = new JsonTokenizer(visitor, 10);
    for (let start = 0; start < text.length; start += size)
      tokenizer.push(Buffer.from(text.slice(start, start + size)));
    tokenizer.end();
    t.deepEqual(spans, [
      ['1', 1],
      ['"x\\""', 1],
      ['null', 1],
      ['{"b": null}', 2],
      ['[1, "x\\"", {"b": null}]', 5],
      ['-1.5e3', 1],
      ['{}', 1],
      [text.trim(), 8],
    ]);
  }
});
