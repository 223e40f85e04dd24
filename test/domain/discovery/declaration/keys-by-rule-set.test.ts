import test from 'ava';
import { keysByRuleSet, keysReadSince } from '../../../../domain/discovery/declaration/keys-by-rule-set.ts';
import { collectorOf } from '../../../../domain/discovery/declaration/resource-types.ts';
import { RULE_SET_VERSION } from '../../../../domain/discovery/declaration/rule-set.ts';

test('the table has only keys that a detail call or the parent of the type sets, of rule sets that exist', (t) => {
  for (const { since, keys } of keysByRuleSet) {
    t.true(since <= RULE_SET_VERSION);
    for (const [resourceType, ofType] of Object.entries(keys)) {
      const { details = [], fromParent = {} } = collectorOf(resourceType) ?? {};
      const set = [
        ...details.flatMap(({ into, pick = [] }) => (into === undefined ? pick : [into])),
        ...Object.keys(fromParent),
      ];
      t.deepEqual(
        ofType.filter((key) => !set.includes(key)),
        [],
        resourceType,
      );
    }
  }
});

test('returns the keys of later rule sets only', (t) => {
  t.deepEqual(keysReadSince('AWS::EFS::FileSystem', 3), ['Policy']);
  t.deepEqual(keysReadSince('AWS::EFS::FileSystem', 4), []);
  t.deepEqual(keysReadSince('AWS::SQS::Queue', 0), []);
});
