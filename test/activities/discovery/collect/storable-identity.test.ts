import test from 'ava';
import {
  storableNativeId,
  withStorableIdentity,
} from '../../../../activities/discovery/collect/storable-identity.ts';
import { hostileTexts, observed } from '../support/hostile-texts.ts';

test('an ordinary identity stays as it is', (t) => {
  const ordinary = observed('arn:aws:sns:eu-west-1:123456789012:töpic 😀');
  t.deepEqual(withStorableIdentity(ordinary), ordinary);
});

test('a text that Postgres cannot store or index becomes one that it can', (t) => {
  for (const text of hostileTexts) {
    const { nativeId, arn, name } = withStorableIdentity(observed(text));
    t.true(Buffer.byteLength(nativeId) <= 2048);
    t.false(nativeId.includes('\0'));
    t.true(Buffer.byteLength(name ?? '') <= 1024);
    t.is(arn, undefined);
  }
});

test('different identifiers stay different, and an identifier is stored in one form', (t) => {
  const ids = hostileTexts.map(storableNativeId);
  t.is(new Set(ids).size, hostileTexts.length);
  t.deepEqual(ids.map(storableNativeId), ids);
});
