import test from 'ava';
import { parsePropertyCondition, PropertyFault } from '../../../domain/inventory/property-condition.ts';

const now = new Date('2026-03-01T12:00:00Z');
const parse = (text: string) => parsePropertyCondition(text, now);

test('reads paths, elements of arrays, quoted keys, operators and alternatives', (t) => {
  t.like(parse('Runtime=nodejs14.x|python3.7'), {
    kind: 'compare',
    path: ['Runtime'],
    operator: '=',
    values: [{ text: 'nodejs14.x' }, { text: 'python3.7' }],
  });
  t.like(parse('Listeners[].Protocol!=HTTPS'), {
    path: ['Listeners', undefined, 'Protocol'],
    operator: '!=',
  });
  t.deepEqual(parse('"a.b[]".c:missing'), { kind: 'missing', path: ['a.b[]', 'c'] });
  t.deepEqual(parse('Condition.aws:SourceArn:exists'), {
    kind: 'exists',
    path: ['Condition', 'aws:SourceArn'],
  });
  t.like(parse('a=x\\|y|z'), { values: [{ text: 'x|y' }, { text: 'z' }] });
  t.like(parse('a~x|y'), { operator: '~', values: [{ text: 'x|y' }] });
  t.like(parse('Url=https://example.com/?a=b;c'), { values: [{ text: 'https://example.com/?a=b;c' }] });
  t.like(parse('Empty='), { values: [{ text: '' }] });
  t.like(parse('IpPermissions[]{FromPort<=22;IpRanges[].CidrIp=0.0.0.0/0}'), {
    kind: 'element',
    path: ['IpPermissions', undefined],
    conditions: [{ operator: '<=' }, { path: ['IpRanges', undefined, 'CidrIp'] }],
  });
});

test('reads alternatives of conditions in braces', (t) => {
  t.like(parse('{a=1;b=2}|{c:missing}'), {
    kind: 'any',
    groups: [[{ path: ['a'] }, { path: ['b'] }], [{ kind: 'missing', path: ['c'] }]],
  });
  t.like(parse('a[]{{b=1}|{c=2};d=3}'), {
    kind: 'element',
    conditions: [{ kind: 'any', groups: [[{ path: ['b'] }], [{ path: ['c'] }]] }, { path: ['d'] }],
  });
});

test('knows what a value can be compared as', (t) => {
  const valueOf = (text: string) => {
    const condition = parse(`a<${text}`);
    return condition.kind === 'compare' ? condition.values[0] : undefined;
  };
  t.deepEqual(valueOf('22'), { text: '22', json: 22, number: '22', version: [22] });
  t.like(valueOf('now-90d'), { time: '2025-12-01T12:00:00.000Z' });
  t.like(valueOf('now'), { time: now.toISOString() });
  t.like(valueOf('2026-01-02'), { time: '2026-01-02T00:00:00.000Z', version: undefined });
  t.like(valueOf('2026-01-02T03:04'), { time: '2026-01-02T03:04:00.000Z' });
  t.like(valueOf('2026-01-02T03:04:05+02:00'), { time: '2026-01-02T01:04:05.000Z' });
  t.like(valueOf('v8.0.0'), { version: [8], time: undefined });
  t.like(valueOf('5.7.mysql_aurora.2.11'), { version: [5, 7] });
  t.deepEqual(valueOf('2026-13-01'), { text: '2026-13-01' });
  t.deepEqual(valueOf('true'), { text: 'true', json: true });
  t.deepEqual(valueOf('1e999999'), { text: '1e999999' }, 'a number that no numeric holds is a text');
});

for (const [text, message] of [
  ['', 'expected a key at character 1'],
  ['Runtime', 'expected an operator: =, !=, <, <=, >, >=, ~, :exists or :missing at character 8'],
  ['a..b=1', 'expected a key at character 3'],
  ['a[b]=1', 'expected an operator: =, !=, <, <=, >, >=, ~, :exists or :missing at character 2'],
  ['a{b=1}', 'expected [] before the brace at character 3'],
  ['a[]{b=1', 'expected ; or } at character 8'],
  ['{a=1}|b=2', 'expected { after | at character 7'],
  ['{a=1', 'expected ; or } at character 5'],
  ['a[]{b=1}x', 'expected the end at character 9'],
  ['"a=1', 'expected a closing quote after the key at character 2'],
  ['a:existsx', 'expected the end at character 9'],
  ['a[]{b[]{c[]{d[]{e=1}}}}', 'more than 3 braces in each other at character 17'],
] as const) {
  test(`names the position of the fault in "${text}"`, (t) => {
    const error = t.throws(() => parse(text), { instanceOf: PropertyFault });
    t.is(error?.message, message);
  });
}

test('reads texts of any kind in linear time, or reports a fault', (t) => {
  const started = performance.now();
  for (const piece of ['[]', '"', 'a.', '{', '1.', '\\', '|', '0', ';', ':exists', '1-', 'a[]{']) {
    const long = `a=${piece.repeat(200)}`;
    for (const text of [piece.repeat(200), long, `a<${piece.repeat(200)}`])
      try {
        parse(text);
      } catch (error) {
        t.true(error instanceof PropertyFault, text.slice(0, 20));
      }
  }
  t.true(performance.now() - started < 5000);
});
