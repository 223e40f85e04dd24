import test from 'ava';
import fc from 'fast-check';
import {
  isRepositoryPath,
  maximumPathLength,
  nearestPossible,
  selfAndAncestors,
} from '../../../../../domain/scm/detection/paths/repository-path.ts';

test('rejects paths with more than 100 segments or 800 characters', (t) => {
  t.true(isRepositoryPath(Array(100).fill('a').join('/')));
  t.false(isRepositoryPath(Array(101).fill('a').join('/')));
  t.true(isRepositoryPath('a'.repeat(maximumPathLength)));
  t.false(isRepositoryPath('a'.repeat(maximumPathLength + 1)));
});

test('returns the first of a path and the folders above it that can be a path of a project', (t) => {
  const segment = fc.stringMatching(/^[a-z]{1,400}$/);
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 130 }), (segments) => {
      const path = segments.join('/');
      const expected = [...selfAndAncestors(path)].find(
        (folder) => folder === '.' || isRepositoryPath(folder),
      );
      t.is(nearestPossible(path), expected ?? '.');
    }),
  );
  t.is(nearestPossible(Array(101).fill('a').join('/')), Array(100).fill('a').join('/'));
});
