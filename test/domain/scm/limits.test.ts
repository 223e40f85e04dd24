import test from 'ava';
import fc from 'fast-check';
import { affectedProjects } from '../../../domain/scm/detection/affected-projects.ts';
import type { AffectableProject } from '../../../domain/scm/detection/affected-projects.ts';
import { limitChangedFiles } from '../../../domain/scm/limit-changed-files.ts';
import { limitPullRequest } from '../../../domain/scm/limit-pull-request.ts';
import { cutText, storableText } from '../../../domain/text/storable.ts';
import { codePoint } from '../../support/code-point.ts';

const project = (path: string): AffectableProject => ({
  path,
  system: 'terraform',
  kind: 'root',
  status: 'active',
  references: [],
});

test('a list of 100,000 files keeps every folder and every file that can be a project', (t) => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({ path: `big/f${index}.txt` }));
  const given = [
    ...many,
    { path: 'a/x.txt' },
    { path: 'big/t.yaml' },
    { path: 'c.txt', previousPath: 'old/c.txt' },
  ];
  const limited = limitChangedFiles(given);
  t.is(limited.files.length, 20_000);
  t.false(limited.truncated);
  const projects = ['big', 'a', 'big/t.yaml', 'old', 'untouched'].map(project);
  t.deepEqual(affectedProjects(limited.files, projects), affectedProjects(given, projects));
  const wide = limitChangedFiles(Array.from({ length: 30_000 }, (_, index) => ({ path: `d${index}/f` })));
  t.deepEqual([wide.files.length, wide.truncated], [20_000, true]);
  const long = limitChangedFiles([{ path: 'x'.repeat(5000) }, { path: 'a' }]);
  t.deepEqual(long, { files: [{ path: 'a' }], truncated: true });
});

test('cuts the texts of a pull request and names the fields', (t) => {
  const now = new Date();
  const given = {
    number: 1,
    title: `a\0${'\u{1F600}'.repeat(1000)}`,
    authorLogin: 'ada',
    state: 'open',
    sourceBranch: 'b',
    targetBranch: 'main',
    headSha: 'f'.repeat(40),
    url: 'https://github.com/acme/infra/pull/1',
    labels: ['x'.repeat(300)],
    openedAt: now,
    updatedAt: now,
  } as const;
  const { request, truncated } = limitPullRequest(given);
  t.deepEqual(truncated, ['title', 'labels']);
  t.true(request.title.length <= 1000);
  t.is(storableText(request.title), request.title, 'no surrogate pair is cut');
  t.is(request.labels[0]?.length, 255);
  t.deepEqual(limitPullRequest({ ...given, title: 'short', labels: [] }).truncated, []);
});

test('a stored text has neither NUL nor lone surrogates', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.nat(20), (text, most) => {
      const cut = cutText(storableText(text), most + 1);
      t.true(cut.length <= most + 1);
      t.notRegex(cut, /\0|\p{Surrogate}/u);
    }),
  );
});
