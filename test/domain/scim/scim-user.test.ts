import test from 'ava';
import fc from 'fast-check';
import { patchScimGroup } from '../../../domain/scim/scim-group.ts';
import { patchScimUser, readScimUser, shownNameOf } from '../../../domain/scim/scim-user.ts';
import { readScimSelection, selectScimAttributes } from '../../../domain/scim/select-scim-attributes.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() === one && one !== '');
const name = fc.record({ givenName: text, familyName: text, formatted: text }, { requiredKeys: [] });
const body = fc.record({
  userName: text,
  externalId: text,
  displayName: text,
  name,
  active: fc.boolean(),
  emails: fc.array(fc.record({ value: text, type: fc.constantFrom('work', 'home') }), { maxLength: 3 }),
});

test('a user is the same after a PUT of it, and after a PATCH that replaces each attribute with itself', (t) => {
  fc.assert(
    fc.property(body, (given) => {
      const user = readScimUser(given);
      t.deepEqual(readScimUser(user), user);
      const operations = Object.entries(given).map(([path, value]) => ({ op: 'Replace', path, value }));
      t.deepEqual(patchScimUser(user, { Operations: operations }), user);
      t.deepEqual(patchScimUser(user, { Operations: [{ op: 'replace', value: given }] }), user);
    }),
  );
});

test('members after a PATCH are those of a set after the same additions and removals', (t) => {
  const id = fc.integer({ min: 0, max: 7 }).map((n) => `00000000-0000-7000-8000-00000000000${n}`);
  const ids = fc.array(id, { maxLength: 5 });
  const operation = fc.record({ op: fc.constantFrom('add', 'remove', 'replace', 'filter'), ids });
  fc.assert(
    fc.property(ids, fc.array(operation, { minLength: 1, maxLength: 8 }), (before, operations) => {
      let expected = new Set(before);
      for (const { op, ids: some } of operations) {
        if (op === 'replace') expected = new Set(some);
        for (const one of some) {
          if (op === 'add') expected.add(one);
          else if (op !== 'replace') expected.delete(one);
        }
      }
      const given = operations.flatMap(({ op, ids: some }) =>
        op === 'filter'
          ? some.map((one) => ({ op: 'remove', path: `members[value eq "${one}"]` }))
          : [{ op, path: 'members', value: some.map((value) => ({ value })) }],
      );
      if (given.length === 0) return;
      const group = { displayName: 'g', members: new Set(before) };
      const patched = patchScimGroup(group, { Operations: given });
      t.deepEqual([...patched.members].toSorted(), [...expected].toSorted());
    }),
  );
});

test('the name that people see is the first that is known', (t) => {
  const user = { userName: 'ada@example.com', name: {}, emails: [] };
  t.is(shownNameOf(user), 'ada');
  t.is(shownNameOf({ ...user, name: { familyName: 'Lovelace' } }), 'Lovelace');
  t.is(shownNameOf({ ...user, name: { givenName: 'Ada', familyName: 'Lovelace' } }), 'Ada Lovelace');
  t.is(shownNameOf({ ...user, name: { givenName: 'Ada', formatted: 'Countess' } }), 'Countess');
  t.is(shownNameOf({ ...user, displayName: 'Augusta', name: { formatted: 'Countess' } }), 'Augusta');
});

test('a selection never leaves out the id, and names parts', (t) => {
  const user = { id: '1', name: { givenName: 'a', familyName: 'b' }, emails: [{ value: 'c', type: 'd' }] };
  const select = (only?: string, without?: string) =>
    selectScimAttributes(user, readScimSelection(only, without));
  t.deepEqual(select('emails.value, name'), { id: '1', name: user.name, emails: [{ value: 'c' }] });
  t.deepEqual(select(undefined, 'ID,name.GIVENNAME,emails'), { id: '1', name: { familyName: 'b' } });
  t.deepEqual(select('nothing'), { id: '1' });
  t.deepEqual(select(''), user);
});
