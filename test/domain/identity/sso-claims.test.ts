import test from 'ava';
import fc from 'fast-check';
import { isOfOwnOrganization, readSsoClaims } from '../../../domain/identity/sso-claims.ts';

test('reads the claims of a person, and normalises the email', (t) => {
  const payload = {
    sub: 'subject',
    email: ' Ada@EXAMPLE.com ',
    email_verified: 'true',
    name: ' Ada ',
    roles: ['one', 'one', 'two', 3, ''],
    hd: 'Example.com',
    sid: 'session',
  };
  t.deepEqual(readSsoClaims(payload, 'roles'), {
    subject: 'subject',
    email: 'ada@example.com',
    isEmailVerified: true,
    name: 'Ada',
    groups: ['one', 'two'],
    hasOverage: false,
    hostedDomain: 'example.com',
    providerSession: 'session',
  });
  t.deepEqual(readSsoClaims({ sub: 'a', groups: 'one' }, 'groups')?.groups, ['one']);
  t.is(readSsoClaims({ sub: 'a' }, 'groups')?.isEmailVerified, undefined);
  t.is(readSsoClaims({ sub: 'a', email_verified: 1 }, 'groups')?.isEmailVerified, false);
});

test('a text that is no email is none', (t) => {
  for (const email of [
    'a',
    '@b',
    'a@',
    'a b@c',
    '<a@b>',
    'a@b, c@d',
    `${'a'.repeat(250)}@b.example`,
    5,
    null,
  ])
    t.is(readSsoClaims({ sub: 'a', email }, 'groups')?.email, undefined, String(email));
});

test('a token that only points to its groups has an overage', (t) => {
  t.true(readSsoClaims({ sub: 'a', _claim_names: { groups: 'src1' } }, 'groups')?.hasOverage);
  t.false(readSsoClaims({ sub: 'a', _claim_names: { other: 'src1' } }, 'groups')?.hasOverage);
  t.true(readSsoClaims({ sub: 'a', hasgroups: true }, 'groups')?.hasOverage);
});

test('an account of Google has to be of a proven domain', (t) => {
  const google = 'https://accounts.google.com';
  t.true(isOfOwnOrganization(google, { hostedDomain: 'example.com' }, ['example.com']));
  t.false(isOfOwnOrganization(google, { hostedDomain: 'other.example' }, ['example.com']));
  t.false(isOfOwnOrganization(google, { hostedDomain: undefined }, ['example.com']));
  t.true(isOfOwnOrganization('https://other.example', { hostedDomain: undefined }, []));
});

test('any claims are read or rejected, without an error', (t) => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.jsonValue(),
      fc.string(),
      (payload, value, claim) => {
        const claims = readSsoClaims({ ...payload, sub: value, email: value, [claim]: value }, claim);
        if (claims === undefined) return;
        t.true(claims.subject.length <= 255);
        t.true(claims.groups.length <= 1000);
      },
    ),
  );
});
