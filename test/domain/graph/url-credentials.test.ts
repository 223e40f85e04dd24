import test from 'ava';
import fc from 'fast-check';
import { withoutCredentials } from '../../../domain/graph/url-credentials.ts';

for (const [text, expected] of [
  ['https://user:password@shop.example.com/hook', 'https://shop.example.com/hook'],
  ['https://token@shop.example.com', 'https://shop.example.com'],
  ['https://a:b@c@shop.example.com/d@e', 'https://shop.example.com/d@e'],
  ['https://shop.example.com:8443/hook?token=secret#part', 'https://shop.example.com:8443/hook'],
  ['jdbc:redshift://db.example.com:5439/dev;UID=a;PWD=b', 'jdbc:redshift://db.example.com:5439/dev'],
  ['https://shop.example.com/a@b', 'https://shop.example.com/a@b'],
] as const)
  test(`removes the credentials of ${text}`, (t) => {
    t.is(withoutCredentials(text, 'id'), expected);
    t.is(withoutCredentials(text, 'dns'), expected);
  });

test('reads a host without a scheme only where the text can be one', (t) => {
  t.is(withoutCredentials('user:password@db.example.com?ssl=true', 'dns'), 'db.example.com');
  t.is(withoutCredentials('team@shop?', 'name'), 'team@shop?');
});

test('contains neither the user, the password nor the query of any URL', (t) => {
  const word = fc.stringMatching(/^[a-z]{12}$/);
  fc.assert(
    fc.property(word, word, word, word, (user, password, query, path) => {
      const url = `https://${user}:${password}@db.example.com/${path}?${query}`;
      t.is(withoutCredentials(url, 'url'), `https://db.example.com/${path}`);
    }),
  );
});
