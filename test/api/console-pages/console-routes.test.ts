import test from 'ava';
import { updateConsole } from '../../../dev/console/console-build.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const withoutConsole = useTestApi({ environment: { CONSOLE: 'false' } });
const html = { accept: 'text/html,application/xhtml+xml' };

test.before(() => updateConsole());

test('serves the page with a new nonce for paths of pages, to GET and HEAD', async (t) => {
  const nonces = new Set<string>();
  for (const path of ['/', '/resources', '/resources/01a2', '/invitations/abc', '/settings/members?x=1']) {
    const response = await fetch(`${api.url}${path}`, { headers: html });
    t.is(response.status, 200, path);
    t.is(response.headers.get('cache-control'), 'no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    nonces.add(nonce);
    t.regex(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
    t.true((await response.text()).includes(`nonce="${nonce}"`));
  }
  t.is(nonces.size, 5);
  const head = await fetch(`${api.url}/resources`, { method: 'HEAD', headers: html });
  t.is(head.status, 200);
  t.is(await head.text(), '');
});

test('leaves other paths, methods and programs to the API', async (t) => {
  for (const path of [
    '/api',
    '/api/v1/nothing',
    '/scim/v1/Users',
    '/.well-known/x',
    '/assets/none.js',
    '/robots.txt',
  ]) {
    const response = await fetch(`${api.url}${path}`, { headers: html });
    t.is(response.status, 404, path);
    t.is(((await response.json()) as { code: string }).code, 'not_found');
  }
  t.is((await fetch(`${api.url}/scim/v2/Users`, { headers: html })).status, 401, 'SCIM asks for its token');
  t.is((await fetch(`${api.url}/resources`)).status, 404);
  t.is((await fetch(`${api.url}/resources`, { method: 'POST', headers: html })).status, 404);
});

test('serves compressed files that a browser keeps for ever', async (t) => {
  const page = await (await fetch(`${api.url}/`, { headers: html })).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  t.true(files.some((file) => file.includes('color-scheme')) && files.length > 2);
  for (const file of files) {
    const response = await fetch(`${api.url}${file}`, { headers: { 'accept-encoding': 'br' } });
    t.is(response.status, 200, file);
    t.regex(response.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    const size = (await response.arrayBuffer()).byteLength;
    t.is(response.headers.get('content-encoding'), size < 1024 ? null : 'br', file);
  }
});

test('serves no page if CONSOLE is false', async (t) => {
  t.is((await fetch(`${withoutConsole.url}/`, { headers: html })).status, 404);
});
