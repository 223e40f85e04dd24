import test from 'ava';
import { KnownSecrets, SecretCollector } from '../../../domain/plans/redact/known-secrets.ts';
import { createValueRedactor } from '../../../domain/plans/redact/value-redactor.ts';

const redactor = createValueRedactor(new KnownSecrets(new Map()));
const redact = (text: string) => {
  const value = redactor.redact({ text }, undefined, undefined);
  return (value as { readonly text: string }).text;
};

function redactorOf(...secrets: readonly (string | number)[]) {
  const collector = new SecretCollector();
  for (const secret of secrets) collector.add(secret);
  return createValueRedactor(new KnownSecrets(collector.secrets));
}

test('redacts texts that are JSON by names, also in JSON texts within them', (t) => {
  const environment = [{ value: 'hunter22hunter', name: 'DB_PASSWORD' }];
  const hidden = [{ value: '(sensitive)', name: 'DB_PASSWORD' }];
  t.deepEqual(JSON.parse(redact(JSON.stringify([{ environment }]))), [{ environment: hidden }]);
  const nested = redact(JSON.stringify({ inner: JSON.stringify({ password: 'a"hunter22hunter' }) }));
  t.deepEqual(JSON.parse(nested), { inner: '{"password":"(sensitive)"}' });
  t.is(redact('{"user_data":"#!/bin/sh"}'), '{"user_data":"(sensitive)"}');
});

test('keeps JSON texts without secrets as they are, and texts that are no JSON', (t) => {
  for (const text of [
    '{ "a" : 1.0 }',
    '[1,\n2]',
    '{a}',
    '[',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`.slice(0, 900),
  ])
    t.is(redact(text), text);
  t.true(redact(`${'['.repeat(100_000)}${']'.repeat(100_000)}`).startsWith('[[['));
});

test('reads texts of 12 MB without exceeding the stack', (t) => {
  t.true(redact(`${'-eyJ'.repeat(3_000_000)}.aaaaaaaa.`).length <= 4_096);
  t.true(redact(`${':'.repeat(5_000_000)}//${'a'.repeat(5_000_000)}@`).length <= 4_096);
});

test('gives 50,000 keys with one redacted name different names in linear time', (t) => {
  const value = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`AKIA${String(index).padStart(16, '0')}`, index]),
  );
  const redacted = redactor.redact(value, undefined, undefined) ?? {};
  t.is(Object.keys(redacted).length, 50_000);
  t.false(JSON.stringify(redacted).includes('AKIA'));
});

test('replaces secrets in the index keys of addresses only', (t) => {
  const { addressOf } = redactorOf('canary-1', 'ca"na${ry}', 'network');
  t.is(
    addressOf('module.network["canary-1"].aws_iam_user.network["x-canary-1"]'),
    'module.network["(sensitive)"].aws_iam_user.network["x-(sensitive)"]',
  );
  t.is(addressOf(String.raw`a.b["ca\"na$${'{'}ry}"]`), 'a.b["(sensitive)"]');
  t.is(addressOf('a.b["postgres://u:hunter22@h/db"]'), 'a.b["postgres://u:(sensitive)@h/db"]');
  t.is(addressOf('a.b["eu-west-1"].c[0]'), 'a.b["eu-west-1"].c[0]');
});

test('finds the lines of a secret with other line ends and indentation', (t) => {
  const lines = ['-----BEGIN CERTIFICATE-----', 'AAAABBBBCCCCDDDDEEEE', 'FFFFGGGGHHHHIIIIJJJJ'];
  const known = redactorOf(lines.join('\n'));
  for (const separator of ['\r\n', '\n    ']) {
    const redacted = JSON.stringify(known.redact({ text: lines.join(separator) }, undefined, undefined));
    t.false(/AAAA|FFFF/.test(redacted), redacted);
  }
});

test('finds the digits of a number that is larger than a double is exact', (t) => {
  for (const digits of ['12345678901234567890', `15${'0'.repeat(29)}`]) {
    const known = redactorOf(Number(digits));
    t.deepEqual(known.redact({ text: `id ${digits}` }, undefined, undefined), { text: 'id (sensitive)' });
  }
  t.notThrows(() => redactorOf(Number.POSITIVE_INFINITY, -1e300, 1.5));
});

test('finds a secret in base64 of a JSON text', (t) => {
  for (const json of [JSON.stringify({ a: 'ca"na<ry' }), String.raw`{"a":"ca\"na\u003cry"}`]) {
    const text = Buffer.from(json).toString('base64');
    const redacted = redactorOf('ca"na<ry').redact({ text }, undefined, undefined);
    t.regex(JSON.stringify(redacted), /\(sensitive\)/);
    t.notRegex(JSON.stringify(redacted), /Y2FcIm5h|NhXCJuY|jYVwibm/);
  }
});

test('finds the passwords within sensitive texts', (t) => {
  const secrets = [
    JSON.stringify({
      engine: 'postgres',
      password: 'canary-1',
      nested: [{ name: 'API_TOKEN', value: 'canary-2' }],
    }),
    'postgres://admin:canary-3@db.example.com/orders',
    'Server=db;Password=canary-4;Port=1433',
    JSON.stringify({ inner: JSON.stringify({ secret: 'canary-5' }) }),
  ];
  const known = redactorOf(...secrets);
  for (const number of [1, 2, 3, 4, 5])
    t.deepEqual(known.redact({ text: `see canary-${number}` }, undefined, undefined), {
      text: 'see (sensitive)',
    });
  t.deepEqual(known.redact({ engine: 'postgres' }, undefined, undefined), { engine: 'postgres' });
});
