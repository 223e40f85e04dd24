import test from 'ava';
import { permalinkOf } from '../../../../domain/mapping/locate/permalink.ts';

const sha = '0123456789012345678901234567890123456789';

test('links to the line of a file at a commit', (t) => {
  const position = { file: 'prod/main.tf', line: 12 };
  t.is(
    permalinkOf({ provider: 'github', url: 'https://github.com/acme/infra' }, sha, position),
    `https://github.com/acme/infra/blob/${sha}/prod/main.tf#L12`,
  );
  t.is(
    permalinkOf({ provider: 'gitlab', url: 'https://gitlab.com/acme/sub/infra/' }, sha, position),
    `https://gitlab.com/acme/sub/infra/-/blob/${sha}/prod/main.tf#L12`,
  );
});

test('encodes the segments of the path', (t) => {
  t.is(
    permalinkOf({ provider: 'github', url: 'https://github.com/acme/infra' }, sha, {
      file: 'a b/ü#?%"<.tf',
      line: 1,
    }),
    `https://github.com/acme/infra/blob/${sha}/a%20b/%C3%BC%23%3F%25%22%3C.tf#L1`,
  );
});

test('returns no link for a repository without a web address', (t) => {
  for (const url of ['javascript:alert(1)', '', 'ssh://github.com/acme/infra'])
    t.is(permalinkOf({ provider: 'github', url }, sha, { file: 'main.tf', line: 1 }), undefined);
});
