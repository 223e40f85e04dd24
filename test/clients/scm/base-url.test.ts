import test from 'ava';
import { isAllowedAddress } from '../../../clients/scm/address-policy.ts';
import { parseBaseUrl } from '../../../clients/scm/base-url.ts';

const refused = [
  'https://127.0.0.1',
  'https://127.0.0.1.',
  'https://127.0.0.1..',
  'https://127.1',
  'https://0x7f.1',
  'https://0x7f000001',
  'https://0177.0.0.1',
  'https://2130706433',
  'https://①②⑦.0.0.1',
  'https://0.0.0.0',
  'https://localhost',
  'https://LOCALHOST',
  'https://localhost.',
  'https://localhost..',
  'https://gitlab.localhost',
  'https://gitlab.local',
  'https://gitlab.local.',
  'https://gitlab.internal',
  'https://metadata.google.internal',
  'https://gitlab.home.arpa',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:7f00:1]',
  'https://[::127.0.0.1]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://[fec0::1]',
  'https://[ff02::1]',
  'https://[64:ff9b::7f00:1]',
  'https://[64:ff9b:1::1]',
  'https://[2002:7f00:1::]',
  'https://[2001:db8::1]',
  'https://169.254.169.254',
  'https://100.64.0.1',
  'https://10.0.0.1',
  'https://172.16.0.1',
  'https://192.168.0.1',
  'https://192.0.2.1',
  'https://198.18.0.1',
  'https://224.0.0.1',
  'https://255.255.255.255',
  'http://gitlab.com',
  'ftp://gitlab.com',
  'file:///etc/passwd',
  'gitlab.com',
  '',
  'https://user@gitlab.com',
  'https://user:password@gitlab.com',
  'https://gitlab.com@127.0.0.1',
  'https://gitlab.com?x',
  'https://gitlab.com?',
  'https://gitlab.com#x',
  'https://gitlab.com/#',
  String.raw`https://gitlab.com\@127.0.0.1`,
  `https://gitlab.com/${'a'.repeat(2000)}`,
];

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
