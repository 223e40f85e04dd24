import test from 'ava';
import fc from 'fast-check';
import {
  codeAddressOf,
  formatAddress,
  maximumAddressLength,
  parseAddress,
} from '../../../domain/mapping/address.ts';
import type { ResourceAddress } from '../../../domain/mapping/address.ts';
import { codePoint } from '../../support/code-point.ts';

test('parses modules, instance keys and deposed keys', (t) => {
  t.deepEqual(parseAddress('module.a["x.y"].module.b[0].aws_sqs_queue.q["é\\"$${n}"] (deposed 0a1b2c3d)'), {
    modules: [
      { name: 'a', key: 'x.y' },
      { name: 'b', key: 0 },
    ],
    type: 'aws_sqs_queue',
    name: 'q',
    key: 'é"${n}',
    deposedKey: '0a1b2c3d',
  });
});

test('removes instance keys and the deposed key for the code address', (t) => {
  t.is(
    codeAddressOf('module.a["x"].module.b[0].aws_sqs_queue.q["module.c[1]"] (deposed 0a1b2c3d)'),
    'module.a.module.b.aws_sqs_queue.q',
  );
  t.is(codeAddressOf('aws_sqs_queue.q'), 'aws_sqs_queue.q');
});

for (const text of [
  '',
  'aws_sqs_queue',
  'aws_sqs_queue.',
  '.aws_sqs_queue.q',
  'aws_sqs_queue..q',
  'aws_sqs_queue.q.arn',
  'aws_sqs_queue[0].q',
  'aws_sqs_queue.q[',
  'aws_sqs_queue.q[]',
  'aws_sqs_queue.q[0',
  'aws_sqs_queue.q[01]',
  'aws_sqs_queue.q[-1]',
  'aws_sqs_queue.q[0][1]',
  'aws_sqs_queue.q["a]',
  'aws_sqs_queue.q["\\x"]',
  'aws_sqs_queue.q["\\ud800"]',
  'aws_sqs_queue.q["${name}"]',
  'aws_sqs_queue.q["a\nb"]',
  'aws_sqs_queue.q ',
  'aws_sqs_queue.q\u0000',
  '<b>aws_sqs_queue</b>.q',
  'module.a',
  'module.a.module.b',
  'module.a[0]',
  'module[0].a.aws_sqs_queue.q',
  'modules.a.aws_sqs_queue.q',
  'data.aws_sqs_queue.q',
  'module.a.data.aws_sqs_queue.q',
  '0aws.q',
  `aws_sqs_queue.${'q'.repeat(maximumAddressLength)}`,
  `aws_sqs_queue.${'é'.repeat(maximumAddressLength / 2)}`,
  'aws_sqs_queue.q (deposed 0A1B2C3D)',
  'aws_sqs_queue.q (deposed )',
]) {
  test(`rejects ${JSON.stringify(text.slice(0, 40))}`, (t) => {
    t.is(parseAddress(text), undefined);
    t.is(codeAddressOf(text), undefined);
  });
}

const key = fc.option(fc.oneof(fc.nat(), fc.string({ unit: 'grapheme', maxLength: 20 })), { nil: undefined });
const identifier = fc.stringMatching(/^[A-Za-z_éλ][A-Za-z0-9_éλ-]{0,10}$/u);
const withKey = (step: { name: string; key: number | string | undefined }) =>
  step.key === undefined ? { name: step.name } : { name: step.name, key: step.key };
const addresses = fc
  .record({
    modules: fc.array(fc.record({ name: identifier, key }).map(withKey), { maxLength: 3 }),
    type: identifier.filter((type) => type !== 'module' && type !== 'data'),
    last: fc.record({ name: identifier, key }).map(withKey),
  })
  .map(({ modules, type, last }): ResourceAddress => ({ modules, type, ...last }));

test('parses every address that it formats', (t) => {
  fc.assert(
    fc.property(addresses, (address) => {
      t.deepEqual(parseAddress(formatAddress(address)), address);
    }),
  );
  t.pass();
});

test('returns an address or null for any text', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      const code = codeAddressOf(text);
      t.true(code === undefined || codeAddressOf(code) === code);
    }),
  );
});
