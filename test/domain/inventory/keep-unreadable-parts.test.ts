import test from 'ava';
import fc from 'fast-check';
import type { JsonObject } from '../../../domain/json/json.ts';
import { adoptFirstReadings, keepUnreadableParts } from '../../../domain/inventory/keep-unreadable-parts.ts';

const rest = { part: 'DescribeKey', scope: 'rest', reason: 'denied' } as const;
const content = (configuration: JsonObject) => ({ configuration, tags: {} });

const keep = (earlier: JsonObject, observed: JsonObject, except: readonly string[] = []) =>
  keepUnreadableParts(content(earlier), content(observed), [{ ...rest, except }]).configuration;

test('without a merged part, keys that the list does not return keep their values', (t) => {
  t.deepEqual(keep({ Id: 'k', State: 'on' }, { Id: 'k' }), { Id: 'k', State: 'on' });
});

test('a key of another part that was read has its new value, also when it is gone', (t) => {
  t.deepEqual(keep({ Id: 'k', Policy: 'old' }, { Id: 'k' }, ['Policy']), { Id: 'k' });
  t.deepEqual(keep({ Id: 'k', Policy: 'old' }, { Id: 'k', Policy: 'new' }, ['Policy']), {
    Id: 'k',
    Policy: 'new',
  });
});

test('a value of the list that is part of the earlier value does not replace it', (t) => {
  const earlier = { Environment: { name: 'prod', variables: ['a'] } };
  t.deepEqual(keep(earlier, { Environment: { name: 'prod' } }), earlier);
  t.deepEqual(keep(earlier, { Environment: { name: 'test' } }), { Environment: { name: 'test' } });
});

test('an observation without its unreadable parts is equal to the earlier content', (t) => {
  const object = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonObject[string]>);
  fc.assert(
    fc.property(object, fc.array(fc.string()), (configuration, names) => {
      const earlier = content(configuration);
      const keys = Object.keys(configuration);
      const lost = keys.filter((_, index) => index % 2 === 0).concat(names);
      const partial = content(
        Object.fromEntries(Object.entries(configuration).filter(([key]) => !lost.includes(key))),
      );
      const parts = lost.map((part) => ({ part, scope: 'key', reason: 'error' }) as const);
      t.deepEqual(keepUnreadableParts(earlier, partial, parts), earlier);
      t.deepEqual(keepUnreadableParts(earlier, partial, [{ ...rest, except: [] }]), earlier);
      t.deepEqual(adoptFirstReadings(partial, earlier, parts), earlier);
      t.deepEqual(adoptFirstReadings(partial, earlier, [rest]), earlier);
    }),
  );
});
