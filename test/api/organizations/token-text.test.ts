import { createHash } from 'node:crypto';
import test from 'ava';
import { createTokenText, hashOfToken, tokenKindOf } from '../../../api/organizations/token-text.ts';

for (const [kind, marker] of [
  ['api_token', 'svca_'],
  ['ingest_token', 'svci_'],
] as const) {
  test(`detects a mistyped ${kind} by its checksum`, (t) => {
    for (let count = 0; count < 200; count += 1) {
      const { token, prefix, tokenHash } = createTokenText(kind);
      t.regex(token, new RegExp(`^${marker}[0-9A-Za-z]{36}$`));
      t.is(prefix, token.slice(0, 10));
      t.is(tokenKindOf(token), kind);
      t.is(hashOfToken(kind, token), tokenHash.toString('hex'));
      t.is(tokenHash.toString('hex'), createHash('sha256').update(token).digest('hex'));
      const at = 5 + (count % 36);
      const changed = `${token.slice(0, at)}${token.charAt(at) === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`;
      t.is(hashOfToken(kind, changed), undefined, changed);
    }
    t.is(hashOfToken(kind, marker), undefined);
  });
}

test('a token of one kind is none of the other', (t) => {
  const { token } = createTokenText('api_token');
  t.is(hashOfToken('ingest_token', token), undefined);
  t.is(
    hashOfToken('ingest_token', token.replace('svca_', 'svci_')),
    undefined,
    'the marker is in the checksum',
  );
  t.is(tokenKindOf('eyJhbGciOiJIUzI1NiJ9.e30.x'), undefined);
});
