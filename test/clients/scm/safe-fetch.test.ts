import type { LookupAddress } from 'node:dns';
import anyTest from 'ava';
import type { TestFn } from 'ava';
import { createSafeFetch } from '../../../clients/scm/safe-fetch.ts';
import type { AddressLookup, SafeFetch } from '../../../clients/scm/safe-fetch.ts';
import { compileRoutes } from '../../../dev/scm-servers/route-table.ts';
import { startHttpServer } from '../../../dev/scm-servers/http-server.ts';
import type { HttpServer } from '../../../dev/scm-servers/http-server.ts';
import { expectFault } from '../../support/scm/expect-fault.ts';
import { loopback, trustedAuthority } from '../../support/scm/use-gitlab-server.ts';

// The tests may connect to names below `localhost` only; `lookup` decides where they lead.
const name = 'gitlab.localhost';

interface Context {
  readonly server: HttpServer;
  /** Creates a client that is closed after the test. */
  readonly open: (allowedNetworks: readonly string[], lookup?: AddressLookup) => SafeFetch;
}

const test = anyTest as TestFn<Context>;
const opened = new Map<Context, SafeFetch[]>();

test.beforeEach(async (t) => {
  const authority = await trustedAuthority();
  const server = await startHttpServer({
    tls: await authority.issue(['localhost', name], ['127.0.0.1']),
    // Each request needs a connection of its own, and so a lookup of its own.
    headers: () => ({ connection: 'close' }),
    routes: compileRoutes('', { 'GET /': () => ({ status: 200, body: { ok: true } }) }),
  });
  const clients: SafeFetch[] = [];
  opened.set(t.context, clients);
  const open: Context['open'] = (allowedNetworks, lookup) => {
    const client = createSafeFetch({ allowedNetworks, ...(lookup === undefined ? {} : { lookup }) });
    clients.push(client);
    return client;
  };
  Object.assign(t.context, { server, open });
});

test.afterEach.always(async (t) => {
  await Promise.all((opened.get(t.context) ?? []).map((client) => client.close()));
  await t.context.server.close();
});

const get = (client: SafeFetch, host: string, port: string) =>
  client.request(new URL(`https://${host}:${port}/`), { method: 'GET' });

for (const host of [
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '[::ffff:127.0.0.1]',
  '[::1]',
  '169.254.169.254',
  '[fd00::1]',
  '100.64.0.1',
  '[64:ff9b::7f00:1]',
  '[::127.0.0.1]',
]) {
  test(`rejects the literal address ${host} at the connection`, async (t) => {
    const { port } = new URL(t.context.server.origin);
    await expectFault(t, 'unsafe_address', get(t.context.open([]), host, port));
    t.deepEqual(t.context.server.requests, []);
  });
}

test('rejects a name that resolves to loopback', async (t) => {
  const { server, open } = t.context;
  const { port } = new URL(server.origin);
  t.is((await get(open(loopback), 'localhost', port)).status, 200);
  await expectFault(t, 'unsafe_address', get(open([]), 'localhost', port));
  t.is(server.requests.length, 1);
});

test('rejects a name whose address changes to a private one after its check', async (t) => {
  const { server, open } = t.context;
  const { port } = new URL(server.origin);
  const { lookup, lookups } = lookupOf([['127.0.0.1'], ['127.0.0.2']]);
  const client = open(['127.0.0.1/32'], lookup);
  t.is((await get(client, name, port)).status, 200);
  await expectFault(t, 'unsafe_address', get(client, name, port));
  t.deepEqual(lookups, [name, name]);
  t.is(server.requests.length, 1);
});

test('rejects a name of which one address is private, and one without an address', async (t) => {
  const { server, open } = t.context;
  const { port } = new URL(server.origin);
  for (const addresses of [['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['fd00::1'], []]) {
    const { lookup } = lookupOf([addresses]);
    await expectFault(t, 'unsafe_address', get(open([], lookup), name, port));
  }
  t.deepEqual(server.requests, []);
});

test('rejects a redirect to a private address and to http', async (t) => {
  const { server, open } = t.context;
  const { port } = new URL(server.origin);
  const { lookup } = lookupOf([['127.0.0.1']]);
  for (const location of [
    `https://127.0.0.2:${port}/`,
    `http://${name}:${port}/`,
    'file:///etc/passwd',
    '//[',
  ]) {
    server.faults.inject({ kind: 'response', status: 302, headers: { location } }, { times: 1 });
    await expectFault(t, 'wrong_server', get(open(['127.0.0.1/32'], lookup), name, port));
  }
});

test('a name that does not resolve is unavailable, and a certificate for another name is a wrong server', async (t) => {
  const { server, open } = t.context;
  const { port } = new URL(server.origin);
  const failing: AddressLookup = (_, __, callback) =>
    callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
  await expectFault(t, 'unavailable', get(open([], failing), name, port));
  const { lookup } = lookupOf([['127.0.0.1']]);
  await expectFault(t, 'wrong_server', get(open(loopback, lookup), 'other.localhost', port));
  t.deepEqual(server.requests, []);
});

/** Returns a lookup that responds with the given addresses in turn; the last ones repeat. */
function lookupOf(answers: readonly (readonly string[])[]): {
  readonly lookup: AddressLookup;
  readonly lookups: string[];
} {
  const lookups: string[] = [];
  const lookup: AddressLookup = (hostname, _, callback) => {
    const addresses = answers[Math.min(lookups.length, answers.length - 1)] ?? [];
    lookups.push(hostname);
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    process.nextTick(() => callback(null, found));
  };
  return { lookup, lookups };
}
