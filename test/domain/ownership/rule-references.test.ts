import test from 'ava';
import { referencesOf } from '../../../domain/ownership/rule-references.ts';

test('returns the ids in conditions with their fields', (t) => {
  const references = referencesOf({
    all: [
      { account: { in: ['a1', 'a2'] } },
      { not: { any: [{ project: { in: ['p'] } }, { repository: { in: ['r'] } }] } },
      { related_to: { application_id: 'app' } },
      { region: { in: ['eu-west-1'] } },
      { resource_type: { in: ['AWS::SQS::Queue'] } },
      { tag: { key: 'a', equals: 'b' } },
      { name: { equals: 'b' } },
      { ou: { under: '/' } },
    ],
  });
  t.deepEqual(references, [
    { kind: 'account', id: 'a1', field: 'all.0.account.in.0' },
    { kind: 'account', id: 'a2', field: 'all.0.account.in.1' },
    { kind: 'project', id: 'p', field: 'all.1.not.any.0.project.in.0' },
    { kind: 'repository', id: 'r', field: 'all.1.not.any.1.repository.in.0' },
    { kind: 'application', id: 'app', field: 'all.2.related_to.application_id' },
  ]);
});
