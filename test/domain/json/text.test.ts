import test from 'ava';
import fc from 'fast-check';
import { toJsonText } from '../../../domain/json/text.ts';

test('replaces NUL characters and lone surrogates in values and keys, and nothing else', (t) => {
  t.is(
    toJsonText({ 'a\0': '\ud800b\udc00', pair: '\ud83d\ude00' }),
    '{"a\ufffd":"\ufffdb\ufffd","pair":"😀"}',
  );
  t.is(toJsonText(String.raw`\u0000 \ud800 \\u0000`), JSON.stringify(String.raw`\u0000 \ud800 \\u0000`));
});

test('a text without such characters is the one of JSON.stringify', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      t.is(toJsonText(value), text.includes(String.raw`\u0000`) ? toJsonText(value) : text);
      t.false(/[^\\](?:\\\\)*\\u(?:0000|d[89a-f])/.test(toJsonText(value)));
    }),
  );
});
