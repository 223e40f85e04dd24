import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import test from 'ava';
import { createEventSender } from '../../../clients/events/event-sender.ts';
import type { AddressLookup } from '../../../clients/scm/safe-fetch.ts';

/** Resolves every name to the next of the addresses, and then always to the last one. */
function resolvesTo(...addresses: readonly string[]): AddressLookup {
  const rest = [...addresses];
  return (_name, _options, callback) => {
    const address = (rest.length > 1 ? rest.shift() : rest[0]) ?? '';
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
}

async function withServer<T>(server: Server, use: (port: number) => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.close();
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
  }
}

const answering = (listener: RequestListener) => createServer(listener);
const loopback = { eventsAllowedNetworks: ['127.0.0.0/8'] };
const request = (url: string) => ({ url, headers: {}, body: '{"events":[]}' });

test('sends to no private address, also when a name resolves to one after it was checked', async (t) => {
  let connections = 0;
  const server = answering((_request, response) => response.end());
  server.on('connection', () => (connections += 1));
  await withServer(server, async (port) => {
    const rebinding = createEventSender(
      { eventsAllowedNetworks: ['192.0.2.0/24'] },
      { lookup: resolvesTo('192.0.2.1', '127.0.0.1') },
    );
    t.true(await rebinding.isReachable(`https://receiver.localhost:${port}/`));
    t.like(await rebinding.send(request(`https://receiver.localhost:${port}/`)), {
      delivered: false,
      error: 'address_not_permitted',
    });
    await rebinding.close();
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const sender = createEventSender(
        { eventsAllowedNetworks: ['192.0.2.0/24'] },
        { lookup: resolvesTo(address) },
      );
      t.false(await sender.isReachable('https://receiver.localhost/'), address);
      const host = address.includes(':') ? `[${address}]` : address;
      t.not(sender.urlFault(`https://${host}:${port}/`), undefined, address);
      t.like(await sender.send(request(`https://${host}:${port}/`)), { error: 'address_not_permitted' });
      await sender.close();
    }
  });
  t.is(connections, 0);
});

test('sends without TLS only to the allowed networks', async (t) => {
  const server = answering((_request, response) => response.end());
  await withServer(server, async (port) => {
    const none = createEventSender({ eventsAllowedNetworks: [] });
    t.is(none.urlFault(`http://127.0.0.1:${port}/`), 'must begin with https://');
    const allowed = createEventSender(loopback);
    t.is(allowed.urlFault(`http://127.0.0.1:${port}/`), undefined);
    t.like(await allowed.send(request(`http://127.0.0.1:${port}/`)), { delivered: true, statusCode: 200 });
    const elsewhere = createEventSender(loopback, { lookup: resolvesTo('93.184.215.14') });
    t.false(await elsewhere.isReachable('http://receiver.localhost/'));
    t.true(await elsewhere.isReachable('https://receiver.localhost/'));
    t.like(await elsewhere.send(request('http://receiver.localhost/')), { error: 'address_not_permitted' });
    for (const sender of [none, allowed, elsewhere]) await sender.close();
  });
});

test('rejects URLs with another protocol, credentials or a fragment', async (t) => {
  const sender = createEventSender(loopback);
  for (const url of [
    'ftp://receiver.example/',
    'https://a:b@receiver.example/',
    'https://receiver.example/#x',
    'x',
  ])
    t.not(sender.urlFault(url), undefined, url);
  t.is(sender.urlFault('https://receiver.example/hook?key=1'), undefined);
  await sender.close();
});

test('reads little of a huge answer, and follows no redirect', async (t) => {
  let written = 0;
  const server = answering((incoming, response) => {
    if (incoming.url === '/redirect') {
      response.writeHead(307, { location: '/target' }).end();
      return;
    }
    if (incoming.url === '/target') t.fail('the redirect was followed');
    const chunk = Buffer.alloc(64 * 1024);
    const write = (): void => {
      while (!response.destroyed && written < 1e9 && response.write(chunk)) written += chunk.length;
    };
    response.on('drain', write);
    write();
  });
  await withServer(server, async (port) => {
    const sender = createEventSender(loopback);
    t.like(await sender.send(request(`http://127.0.0.1:${port}/huge`)), { delivered: true, statusCode: 200 });
    t.true(written < 32 * 1024 * 1024, `${written}`);
    t.like(await sender.send(request(`http://127.0.0.1:${port}/redirect`)), {
      delivered: false,
      statusCode: 307,
      error: 'redirect',
    });
    await sender.close();
  });
});

test('says whether the connection, the certificate or the time was the problem', async (t) => {
  const sender = createEventSender(loopback);
  const file = (name: string) => readFileSync(new URL(`../../support/tls/${name}`, import.meta.url));
  const untrusted = createTlsServer({ key: file('server.key.pem'), cert: file('server.pem') });
  await withServer(untrusted, async (port) =>
    t.like(await sender.send(request(`https://127.0.0.1:${port}/`)), { error: 'tls' }),
  );
  const closed = await withServer(
    answering(() => undefined),
    (port) => Promise.resolve(port),
  );
  t.like(await sender.send(request(`http://127.0.0.1:${closed}/`)), { error: 'connection' });
  const dropping = answering((incoming) => incoming.socket.destroy());
  await withServer(dropping, async (port) =>
    t.like(await sender.send(request(`http://127.0.0.1:${port}/`)), { error: 'connection' }),
  );
  // An answer that never ends, a byte at a time.
  const slow = answering((_incoming, response) => {
    const timer = setInterval(() => response.write('.'), 200);
    response.on('close', () => clearInterval(timer));
  });
  await withServer(slow, async (port) => {
    const result = await sender.send(request(`http://127.0.0.1:${port}/`));
    t.like(result, { delivered: false, error: 'timeout' });
    t.true(result.durationMs < 12_000);
  });
  await sender.close();
});
