import test from 'ava';
import { isAllowedAddress } from '../../../clients/scm/address-policy.ts';
import { parseBaseUrl } from '../../../clients/scm/base-url.ts';
import { unsafeBaseUrls } from '../../support/scm/unsafe-base-urls.ts';

const refused = [...unsafeBaseUrls, `https://gitlab.com/${'a'.repeat(2000)}`];

for (const url of refused) {
  test(`rejects ${url.slice(0, 60) === '' ? 'an empty text' : url.slice(0, 60)}`, (t) => {
    t.is(parseBaseUrl(url, []), undefined);
  });
}

test('normalises public addresses', (t) => {
  t.is(parseBaseUrl('https://GitLab.com', []), 'https://gitlab.com');
  t.is(parseBaseUrl('https://gitlab.example.com:443/', []), 'https://gitlab.example.com');
  t.is(
    parseBaseUrl('https://gitlab.example.com:8443/gitlab//', []),
    'https://gitlab.example.com:8443/gitlab',
  );
  t.is(parseBaseUrl('https://1.1.1.1', []), 'https://1.1.1.1');
  t.is(parseBaseUrl('https://[2606:4700:4700::1111]', []), 'https://[2606:4700:4700::1111]');
});

test('allowed networks permit private addresses and names, but no other scheme', (t) => {
  const allowed = ['10.0.0.0/8', 'fd00::/8'];
  t.is(parseBaseUrl('https://10.1.2.3:8443', allowed), 'https://10.1.2.3:8443');
  t.is(parseBaseUrl('https://[fd00::1]', allowed), 'https://[fd00::1]');
  t.is(parseBaseUrl('https://gitlab.internal', allowed), 'https://gitlab.internal');
  t.is(parseBaseUrl('https://192.168.0.1', allowed), undefined);
  t.is(parseBaseUrl('http://10.1.2.3', allowed), undefined);
});

test('an address that is no IP address is not permitted', (t) => {
  t.false(isAllowedAddress('gitlab.com', []));
  t.false(isAllowedAddress('', []));
});

test('rejects an address that exceeds 2,000 characters after its path is escaped', (t) => {
  t.is(parseBaseUrl(`https://gitlab.example.com/${'\u20ac'.repeat(1900)}`, []), undefined);
  t.truthy(parseBaseUrl(`https://gitlab.example.com/${'\u20ac'.repeat(200)}`, []));
});
