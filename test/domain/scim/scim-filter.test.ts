import test from 'ava';
import fc from 'fast-check';
import { ScimError } from '../../../domain/scim/scim-error.ts';
import {
  listFilterAttributes,
  matchesConditions,
  parseScimFilter,
} from '../../../domain/scim/scim-filter.ts';
import { parseScimPath } from '../../../domain/scim/scim-path.ts';

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0'));
const condition = fc.oneof(
  fc.record({
    attribute: fc.constantFrom('id', 'userName', 'externalId', 'displayName'),
    operator: fc.constantFrom('eq' as const, 'sw' as const),
    value: wellFormed,
  }),
  fc.record({ attribute: fc.constant('active'), operator: fc.constant('eq' as const), value: fc.boolean() }),
);

test('a filter that is written from conditions is read as these, in any case of the names', (t) => {
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 10 }), fc.boolean(), (conditions, isUpper) => {
      const change = (text: string) => (isUpper ? text.toUpperCase() : text);
      const text = conditions
        .map(
          ({ attribute, operator, value }) =>
            `${change(attribute)} ${change(operator)} ${JSON.stringify(value)}`,
        )
        .join(change(' and '));
      t.deepEqual(parseScimFilter(text, listFilterAttributes.User), conditions);
    }),
  );
});

test('any text is read or refused as a filter and as a path', (t) => {
  const piece = fc.oneof(
    fc.constantFrom('userName', ' eq ', '"', '\\', '[', ']', 'and', '.', 'emails', 'urn:', '(', ' ', 'true'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      for (const parse of [
        () => parseScimFilter(pieces.join(''), listFilterAttributes.User),
        () => parseScimPath(pieces.join('')),
      ])
        try {
          parse();
        } catch (error) {
          if (!(error instanceof ScimError)) throw error;
        }
      return true;
    }),
  );
  t.pass();
});

test('a path has an attribute, conditions on its values and a part, with or without the name of the schema', (t) => {
  t.like(parseScimPath('NAME.givenName'), {
    attribute: 'name',
    subAttribute: 'givenname',
    conditions: undefined,
  });
  const path = 'emails[type eq "wo]rk" and primary eq "True"].value';
  for (const text of [path, `urn:ietf:params:scim:schemas:core:2.0:User:${path}`])
    t.like(parseScimPath(text), {
      attribute: 'emails',
      subAttribute: 'value',
      conditions: [
        { attribute: 'type', operator: 'eq', value: 'wo]rk' },
        { attribute: 'primary', operator: 'eq', value: true },
      ],
    });
  const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager';
  t.is(parseScimPath(extension).attribute, undefined);
});

test('values of an attribute are compared without case', (t) => {
  const element = { value: 'Ada@Example.com', type: 'work', primary: true };
  const matches = (text: string) =>
    matchesConditions(element, parseScimPath(`emails[${text}]`).conditions ?? []);
  t.true(matches('value eq "ada@example.COM" and primary eq true'));
  t.true(matches('type sw "WO"'));
  t.false(matches('primary eq false'));
  t.false(matches('display eq ""'));
});
