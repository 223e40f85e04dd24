import test from 'ava';
import { normaliseProjectPath } from '../../../../domain/plans/executions/project-path.ts';

test('returns the path of a project as repositories store it', (t) => {
  t.is(normaliseProjectPath('infra/prod'), 'infra/prod');
  t.is(normaliseProjectPath('./infra//prod/'), 'infra/prod');
  t.is(normaliseProjectPath('.'), '.');
  t.is(normaliseProjectPath('./'), '.');
  t.is(normaliseProjectPath('a..b/...'), 'a..b/...');
});

test('rejects absolute paths and parents', (t) => {
  for (const path of ['/infra', '..', 'infra/..', 'infra/../../prod'])
    t.is(normaliseProjectPath(path), undefined, path);
});
