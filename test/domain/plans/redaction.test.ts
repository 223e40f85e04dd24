import test from 'ava';
import fc from 'fast-check';
import type { MutableJson } from '../../../domain/json/json.ts';
import { changedPaths } from '../../../domain/plans/read/changed-paths.ts';
import { KnownSecrets, SecretCollector } from '../../../domain/plans/redact/known-secrets.ts';
import { TextMatcher } from '../../../domain/plans/redact/text-matcher.ts';
import { isObject } from '../../../domain/json/json.ts';
import { applyMasks, eachMarkedLeaf } from '../../../domain/plans/redact/value-mask.ts';
import { createValueRedactor } from '../../../domain/plans/redact/value-redactor.ts';

const copy = <Value>(value: Value): Value => structuredClone(value);
const key = fc.constantFrom('a', 'b', 'c', 'name', '__proto__');

/** A value and a mask of the same shape. */
const valueAndMask: fc.Arbitrary<readonly [MutableJson, MutableJson]> = fc.letrec<{
  node: readonly [MutableJson, MutableJson];
}>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(
      fc.oneof(fc.string({ minLength: 6, maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.boolean(),
    ),
    fc
      .array(tie('node'), { maxLength: 4 })
      .map((items) => [items.map(([value]) => value), items.map(([, mask]) => mask)] as const),
    fc
      .array(fc.tuple(key, tie('node')), { maxLength: 4 })
      .map(
        (entries) =>
          [
            Object.fromEntries(entries.map(([name, [value]]) => [name, value])),
            Object.fromEntries(entries.map(([name, [, mask]]) => [name, mask])),
          ] as const,
      ),
  ),
})).node;

/** Replaces marked subtrees, from the description in Terraform's documentation. */
function naiveMask(value: MutableJson, mask: MutableJson | undefined): MutableJson {
  if (mask === true) return '(sensitive)';
  if (Array.isArray(value))
    return value.map((item, index) => naiveMask(item, Array.isArray(mask) ? mask[index] : false));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      naiveMask(item, isObject(mask) && Object.hasOwn(mask, name) ? mask[name] : false),
    ]),
  );
}

test('masks random values as a naive redactor does', (t) => {
  fc.assert(
    fc.property(valueAndMask, ([value, mask]) => {
      t.deepEqual(applyMasks(copy(value), mask, undefined), naiveMask(value, mask));
    }),
  );
});

test('no leaf below a random mask is in the redacted value, unless it is a part of a mark', (t) => {
  fc.assert(
    fc.property(valueAndMask, valueAndMask, ([value, mask], [other]) => {
      const secrets = new SecretCollector();
      eachMarkedLeaf(value, mask, secrets.add);
      const redactor = createValueRedactor(new KnownSecrets(secrets.secrets));
      const texts = [...secrets.secrets.keys()];
      const echo: MutableJson = {
        other,
        copies: texts.map((text) => `x${text}y`),
        json: JSON.stringify(texts),
        url: texts.map((text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))).join('&'),
      };
      const redacted = JSON.stringify([
        redactor.redact(copy(value), mask, undefined),
        redactor.redact(copy(echo), undefined, undefined),
      ]).replaceAll('(sensitive)', '\n');
      for (const text of texts) t.false(redacted.includes(JSON.stringify(text).slice(1, -1)), text);
    }),
  );
});

test('redacts nothing but secrets: a value without any is unchanged', (t) => {
  const redactor = createValueRedactor(new KnownSecrets(new Map()));
  fc.assert(
    fc.property(valueAndMask, ([value]) => {
      const json = JSON.parse(
        JSON.stringify(value).replaceAll(/[^\x20-\x7e]|\\u[0-9a-f]{4}/g, ''),
      ) as MutableJson;
      t.deepEqual(redactor.redact(copy(json), undefined, undefined), json);
    }),
  );
});

test('finds texts as a naive search does', (t) => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(letters, fc.array(pattern, { maxLength: 8 }), fc.nat(3), (text, patterns, rest) => {
      const marked = Array.from(text, () => false);
      for (const one of patterns)
        for (let start = text.indexOf(one); start !== -1; start = text.indexOf(one, start + 1))
          marked.fill(true, start, start + one.length + rest);
      const expected = Array.from(text, (character, index) => (marked[index] ? '#' : character)).join('');
      const found = new TextMatcher(patterns.map((one) => ({ text: one, rest }))).replaceAll(text, '#');
      t.is(found, expected.replaceAll(/#+/g, '#'));
    }),
  );
});

test('the changed paths lead from one value to the other, and an unchanged value has none', (t) => {
  const same = { unknown: false, beforeSensitive: false, afterSensitive: false } as const;
  const paths = (before: MutableJson, after: MutableJson) =>
    changedPaths({ ...same, before, after }, (name) => name);
  fc.assert(
    fc.property(valueAndMask, valueAndMask, ([before], [after]) => {
      t.deepEqual(paths(before, copy(before)), []);
      let patched: MutableJson = copy(before);
      for (const pointer of paths(before, after)) {
        const tokens = pointer
          .split('/')
          .slice(1)
          .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
        patched = assign(patched, tokens, at(after, tokens));
      }
      t.deepEqual(withoutNull(patched), withoutNull(after));
    }),
  );
});

function at(value: MutableJson | undefined, tokens: readonly string[]): MutableJson {
  let found: MutableJson | undefined = value;
  for (const token of tokens)
    found = Array.isArray(found)
      ? found[Number(token)]
      : isObject(found) && Object.hasOwn(found, token)
        ? found[token]
        : null;
  return found ?? null;
}

function assign(value: MutableJson, [token, ...rest]: readonly string[], item: MutableJson): MutableJson {
  if (token === undefined) return item;
  if (Array.isArray(value))
    return value.with(Number(token), assign(value[Number(token)] ?? null, rest, item));
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries([
    ...entries.filter(([name]) => name !== token),
    [token, assign(at(value, [token]), rest, item)],
  ]);
}

/** A missing member and null are equal. The order of members is not compared. */
function withoutNull(value: MutableJson): MutableJson {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([name, item]) => [name, withoutNull(item)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

test('escapes the tokens of pointers, and falls back to attributes and the whole value', (t) => {
  const same = { unknown: false, beforeSensitive: false, afterSensitive: false } as const;
  const paths = (before: MutableJson, after: MutableJson) =>
    changedPaths({ ...same, before, after }, (name) => name);
  t.deepEqual(paths({ 'a/b~': 1 }, { 'a/b~': 2 }), ['/a~1b~0']);
  t.deepEqual(paths(null, { a: 1 }), ['']);
  t.deepEqual(paths({ a: 1 }, null), ['']);
  const many = (value: number) =>
    Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, value]));
  t.deepEqual(paths({ a: many(1) }, { a: many(2) }), ['/a']);
  t.deepEqual(paths(many(1), many(2)), ['']);
});

test('user data and private keys are hidden whole, and their flags are shown', (t) => {
  const redactor = createValueRedactor(new KnownSecrets(new Map()));
  const pem = `-----BEGIN EC ${'PRIVATE KEY'}-----\nabc`;
  t.deepEqual(
    redactor.redact(
      {
        user_data: '#!/bin/sh',
        user_data_base64: 'eA==',
        user_data_replace_on_change: true,
        private_key_pem: 'x',
        private_key_id: 'K1',
        text: `key: ${pem}`,
        password: '(known after apply)',
        token: 'abc',
        url: 'postgres://app:hunter22@db/x',
      },
      undefined,
      undefined,
    ),
    {
      user_data: '(sensitive)',
      user_data_base64: '(sensitive)',
      user_data_replace_on_change: true,
      private_key_pem: '(sensitive)',
      private_key_id: 'K1',
      text: '(sensitive)',
      password: '(known after apply)',
      token: '(sensitive)',
      url: 'postgres://app:(sensitive)@db/x',
    },
  );
});
