import test from 'ava';
import { capTexts, maximumTextLength } from '../../../domain/json/cap-texts.ts';
import { normalise } from '../../../domain/discovery/observation/normalise.ts';

const hash = (text: string) => text.slice(-2);

test('replaces texts that are too long, at any depth, by a marker with length and hash', (t) => {
  const long = `${'a'.repeat(maximumTextLength)}bc`;
  const root = { long, kept: 'a'.repeat(maximumTextLength), list: [long, { long }] };
  capTexts(root, hash);
  const marker = `too-long:${long.length}:hmac-sha256:bc`;
  t.deepEqual(root, { ...root, long: marker, list: [marker, { long: marker }] });
  t.is(root.kept.length, maximumTextLength);
});

test('a normalised configuration with a marker stays the same when it is normalised again', (t) => {
  const once = normalise({ body: 'x'.repeat(maximumTextLength + 1) }, {}, () => '0'.repeat(64));
  const again = normalise(structuredClone(once.configuration) as { body: string }, {}, () => '1'.repeat(64));
  t.deepEqual(again.configuration, once.configuration);
});

test('an embedded document is parsed before long texts are replaced', (t) => {
  const policy = JSON.stringify({ items: Array.from({ length: 20_000 }, (_, index) => `item ${index}`) });
  t.true(policy.length > maximumTextLength);
  const { configuration } = normalise({ policy }, { embedded: ['policy'] }, hash);
  t.is((configuration['policy'] as { items: string[] }).items.length, 20_000);
});
