import test from 'ava';
import fc from 'fast-check';
import { createRouteTable } from '../../../api/http/route-table.ts';

function tableOf(routes: readonly string[]) {
  const table = createRouteTable<string>();
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    table.add(method, path, route);
  }
  return (method: string, path: string) => table.find(method, path);
}

test('a literal wins over a parameter, and a parameter serves where the literal leads nowhere', (t) => {
  const find = tableOf([
    'GET /resources',
    'GET /resources/{id}',
    'GET /resources/export',
    'DELETE /resources/{id}',
    'GET /resources/{id}/changes',
    'GET /{kind}/export/{name}',
  ]);
  t.is(find('GET', '/resources/export')?.value, 'GET /resources/export');
  t.deepEqual(find('GET', '/resources/7'), { value: 'GET /resources/{id}', params: { id: '7' } });
  t.deepEqual(find('DELETE', '/resources/export')?.params, { id: 'export' });
  t.deepEqual(find('GET', '/resources/export/x')?.params, { kind: 'resources', name: 'x' });
  t.is(find('HEAD', '/resources')?.value, 'GET /resources');
  t.is(find('GET', '/resources/')?.value, 'GET /resources');
  for (const [method, path] of [
    ['POST', '/resources'],
    ['GET', '/resources//'],
    ['GET', '/Resources'],
    ['GET', '/resources/1/2/3'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/__proto__'],
    ['GET', '/constructor/name'],
  ] as const) {
    t.is(find(method, path), undefined, `${method} ${path}`);
  }
});

test('a parameter is decoded, and one that cannot be is an error', (t) => {
  const find = tableOf(['GET /names/{name}']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      t.is(find('GET', `/names/${encodeURIComponent(name)}`)?.params['name'], name);
    }),
  );
  t.throws(() => find('GET', '/names/%E0%A4%A'), { instanceOf: URIError });
});

test('a route is declared once', (t) => {
  t.throws(() => tableOf(['GET /a/{id}', 'GET /a/{other}']), { message: /declared twice/ });
});
