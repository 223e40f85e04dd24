import anyTest from 'ava';
import type { TestFn } from 'ava';
import { collect, collectBlobs, expectFault } from '../../support/scm/expect-fault.ts';
import { renamedFiles, terraformBlobs, textsOf } from '../../support/scm/provider-files.ts';
import { createTestRepository, refOf, useGithubServer } from '../../support/scm/use-github-server.ts';
import type { GithubTest } from '../../support/scm/use-github-server.ts';

const test = anyTest as TestFn<GithubTest>;
useGithubServer(test);

const tokenRoute = 'POST /app/installations/{installation_id}/access_tokens';

test('lists repositories by pages of 100 with their fields', async (t) => {
  const { github, organization, user, client } = t.context;
  for (let index = 0; index < 101; index += 1)
    await github.createRepository({ owner: organization, name: `repository-${index}` });
  await github.createRepository({ owner: user, name: 'private-of-user' });
  const fork = await github.fork(
    await github.createRepository({ owner: user, name: 'upstream' }),
    organization,
  );
  await github.setArchived(fork, true);
  const first = await client.listRepositories(1);
  t.is(first.items.length, 100);
  t.is(first.nextPage, 2);
  const last = await client.listRepositories(2);
  t.is(last.nextPage, undefined);
  t.deepEqual(
    last.items.map(({ fullName }) => fullName),
    ['acme/repository-100', 'acme/upstream'],
  );
  t.like(last.items[1], { archived: true, fork: true, visibility: 'private', defaultBranch: 'main' });
  t.is(last.items[1]?.url, `${new URL(github.app.apiUrl).origin}/acme/upstream`);
  const found = await client.listRepositories(1, 'RY-99');
  t.deepEqual(
    found.items.map(({ fullName }) => fullName),
    ['acme/repository-99'],
  );
  const ids = [...first.items, ...last.items].map(({ externalId }) => externalId);
  github.resetCalls();
  const unknown = ['1', String(Number(ids[0]) + 900_000)];
  const selected = await client.findRepositories([unknown[0] ?? '', ...ids, unknown[1] ?? '']);
  t.deepEqual(selected.map(({ externalId }) => externalId).toSorted(), ids.toSorted());
  const { calls } = github;
  t.true((calls()[tokenRoute] ?? 0) <= 32, 'halving finds an unknown id of 100 with 15 requests');
});

test('continues a list while its Link header has a next page, also when pages are smaller than requested', async (t) => {
  const { github, client } = t.context;
  const ref = { externalId: '1', fullName: 'acme/infra' };
  const routes = ['GET /installation/repositories', 'GET /repos/{owner}/{repo}/pulls'];
  const show = (link?: string) => {
    github.faults.clear();
    for (const route of routes)
      github.faults.inject(
        {
          kind: 'response',
          status: 200,
          headers: link === undefined ? {} : { link },
          body: route === routes[0] ? { total_count: 250, repositories: [] } : [],
        },
        { route },
      );
  };
  const next = async () => [
    (await client.listRepositories(3)).nextPage,
    (await client.listPullRequests(ref, 3)).nextPage,
  ];
  show('<https://github.test/x?page=2>; rel="prev", <https://github.test/x?page=4>; rel="next"');
  t.deepEqual(await next(), [4, 4]);
  show('<https://github.test/x?page=2>; rel="prev", <https://github.test/x?page=1>; rel="first"');
  t.deepEqual(await next(), [undefined, undefined]);
  show();
  t.deepEqual(await next(), [undefined, undefined]);
});

test('lists only the selected repositories of an installation', async (t) => {
  const { github, organization, installation, client } = t.context;
  const one = await github.createRepository({ owner: organization, name: 'one' });
  await github.createRepository({ owner: organization, name: 'two' });
  await github.changeRepositories(installation, { removed: [one] });
  const { items } = await client.listRepositories(1);
  t.deepEqual(
    items.map(({ fullName }) => fullName),
    ['acme/two'],
  );
});

test('returns the commit of a branch, and none for a missing branch or an empty repository', async (t) => {
  const { github, organization, client } = t.context;
  const { repository, ref, head } = await createTestRepository(t.context, { 'main.tf': 'a' });
  t.is(await client.getHead(ref, 'main'), head);
  const sha = await github.push(repository, { branch: 'feature/a', parent: head, files: { 'main.tf': 'b' } });
  t.is(await client.getHead(ref, 'feature/a'), sha);
  t.is(await client.getHead(ref, 'gone'), undefined);
  const empty = await github.createRepository({ owner: organization, name: 'empty' });
  github.resetCalls();
  t.is(await client.getHead(refOf(empty), 'main'), undefined);
  t.deepEqual(github.calls(), { 'GET /repos/{owner}/{repo}/commits/{ref}': 1 });
});

test('reads the tree of a commit in one call, with modes, links and submodules', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, {
    'main.tf': 'resource',
    'run.sh': { content: '#!/bin/sh', mode: '100755' },
    'a/b/ü "x".tf': 'x',
    link: { content: 'main.tf', mode: '120000' },
    vendor: { submodule: '1'.repeat(40) },
  });
  github.resetCalls();
  const tree = await client.readTree(ref, head);
  t.false(tree.truncated);
  t.is(tree.commitSha, head);
  t.deepEqual(
    tree.entries.map(({ path, mode, type, size }) => [path, mode, type, size]),
    [
      ['a', '040000', 'tree', undefined],
      ['a/b', '040000', 'tree', undefined],
      ['a/b/ü "x".tf', '100644', 'blob', 1],
      ['link', '120000', 'blob', 7],
      ['main.tf', '100644', 'blob', 8],
      ['run.sh', '100755', 'blob', 9],
      ['vendor', '160000', 'commit', undefined],
    ],
  );
  t.is(github.calls()['GET /repos/{owner}/{repo}/git/trees/{tree_sha}'], 1);
});

test('reads a truncated tree folder by folder', async (t) => {
  const { client } = t.context;
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`f${index % 3}/g${index % 2}/file-${index}.tf`, `${index}`]),
  );
  const { repository, ref, head } = await createTestRepository(t.context, files);
  const whole = await client.readTree(ref, head);
  repository.treeLimit = 5;
  const walked = await client.readTree(ref, head);
  t.false(walked.truncated);
  const ordered = (entries: typeof walked.entries) => entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  t.deepEqual(ordered(walked.entries), ordered(whole.entries));
});

test('reports a tree as truncated when GitHub truncates the list of a folder', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  github.faults.inject(
    { kind: 'response', status: 200, body: { sha: head, tree: [], truncated: true } },
    { route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}' },
  );
  t.true((await client.readTree(ref, head)).truncated);
});

test('reads blobs by GraphQL, 100 a query', async (t) => {
  const { github, client } = t.context;
  const files = Object.fromEntries(
    Array.from({ length: 201 }, (_, index) => [`${index}.tf`, `content ${index}`]),
  );
  const { ref, head } = await createTestRepository(t.context, files);
  const { entries } = await client.readTree(ref, head);
  github.resetCalls();
  const { read: blobs } = await collectBlobs(
    client.readBlobs(ref, head, new Map(entries.map(({ path, sha }) => [path, sha]))),
  );
  t.deepEqual(textsOf(blobs), files);
  t.deepEqual(github.calls(), { 'POST /graphql': 3 });
});

test('reads a truncated blob by REST, and names binary and missing ones', async (t) => {
  const { github, client } = t.context;
  const large = 'ä'.repeat(300_000);
  const { ref, head } = await createTestRepository(t.context, {
    'large.tf': large,
    'image.png': Buffer.from([0, 1, 2, 3]),
    'empty.tf': '',
  });
  const { entries } = await client.readTree(ref, head);
  const wanted = new Map([...entries.map(({ path, sha }) => [path, sha] as const), ['gone', 'a'.repeat(40)]]);
  github.resetCalls();
  const { read: blobs, problems } = await collectBlobs(client.readBlobs(ref, head, wanted));
  t.deepEqual(
    blobs.map(({ path }) => path),
    ['empty.tf', 'large.tf'],
  );
  t.deepEqual(problems, { 'image.png': 'binary', gone: 'not_found' });
  t.is(Buffer.from(blobs[1]?.content ?? '').toString(), large);
  t.deepEqual(github.calls(), { 'POST /graphql': 1, 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': 1 });
});

test('reads 1,000 blobs from one archive at another origin, to which no token is sent', async (t) => {
  const { github, client } = t.context;
  const files = Object.fromEntries(
    Array.from({ length: 1001 }, (_, index) => [`d${index % 7}/${index}.tf`, `${index}`]),
  );
  const { ref, head } = await createTestRepository(t.context, { ...files, 'other.md': 'not wanted' });
  const { entries } = await client.readTree(ref, head);
  github.resetCalls();
  const { read: blobs } = await collectBlobs(client.readBlobs(ref, head, terraformBlobs(entries)));
  t.deepEqual(textsOf(blobs), files);
  t.deepEqual(github.calls(), { 'GET /repos/{owner}/{repo}/tarball/{ref}': 1 });
  t.deepEqual(
    github.archives.requests.map(({ authorization }) => authorization),
    [undefined],
  );
});

test('reads files that an archive excludes by queries, and names large files, and reads the targets of links', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, {
    '.gitattributes': 'hidden/ export-ignore\n',
    'hidden/main.tf': 'hidden',
    'shown.tf': 'shown',
    'large.tf': 'x'.repeat(1024 * 1024 + 1),
    'link.tf': { content: 'shown.tf', mode: '120000' },
  });
  const { entries } = await client.readTree(ref, head);
  const wanted = terraformBlobs(entries);
  for (let index = 0; index < 400; index += 1) wanted.set(`gone-${index}.tf`, 'a'.repeat(40));
  github.resetCalls();
  const { read, problems } = await collectBlobs(client.readBlobs(ref, head, wanted, 1_000_000));
  t.deepEqual(textsOf(read), { 'hidden/main.tf': 'hidden', 'shown.tf': 'shown', 'link.tf': 'shown.tf' });
  t.like(problems, { 'large.tf': 'too_large', 'gone-0.tf': 'not_found' });
  t.is(read.length + Object.keys(problems).length, wanted.size);
  t.like(github.calls(), { 'GET /repos/{owner}/{repo}/tarball/{ref}': 1, 'POST /graphql': 5 });
});

test('an archive that ends early is an invalid response', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a'.repeat(1000) });
  const wanted = new Map(Array.from({ length: 1000 }, (_, index) => [`${index}.tf`, 'a'.repeat(40)]));
  github.archives.faults.inject({ kind: 'response', status: 200, body: 'not an archive' });
  await expectFault(t, 'invalid_response', collect(client.readBlobs(ref, head, wanted)));
});

test('compares two commits, with renames and deletions', async (t) => {
  const { github, client } = t.context;
  const { before, change, changed } = renamedFiles;
  const { repository, ref, head } = await createTestRepository(t.context, before);
  const next = await github.push(repository, { files: change });
  const { files, complete } = await client.compare(ref, head, next);
  t.true(complete);
  t.deepEqual(
    files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    changed,
  );
});

test('a comparison is incomplete after a force push and from 300 files on', async (t) => {
  const { github, client } = t.context;
  const { repository, ref, head: root } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const old = await github.push(repository, { files: { 'b.tf': 'b' } });
  const forced = await github.push(repository, { files: { 'c.tf': 'c' }, parent: root });
  t.is(await client.getHead(ref, 'main'), forced);
  t.deepEqual(await client.compare(ref, old, forced), { files: [{ path: 'c.tf' }], complete: false });
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`many/${index}.tf`, `${index}`]),
  );
  const head = await github.push(repository, { files: many });
  const { files, complete } = await client.compare(ref, forced, head);
  t.is(files.length, 300);
  t.false(complete);
  await expectFault(t, 'not_found', client.compare(ref, 'f'.repeat(40), head));
});

test('a renamed and transferred repository is found by its former names', async (t) => {
  const { github, client } = t.context;
  const { repository, ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  await github.rename(repository, 'platform');
  const [entry] = (await client.readTree(ref, head)).entries;
  t.is(entry?.path, 'a.tf');
  t.is(await client.getHead(ref, 'main'), head);
  t.is((await collect(client.readBlobs(ref, head, new Map([['a.tf', entry?.sha ?? '']])))).length, 1);
  await createTestRepository(t.context, { 'b.tf': 'b' }, 'infra');
  await expectFault(t, 'not_found', client.readTree(ref, head));
  const other = github.createOrganization('other');
  await github.transfer(repository, other);
  await expectFault(t, 'not_found', client.readTree(refOf(repository), head));
});
