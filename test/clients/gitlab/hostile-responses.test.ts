import test from 'ava';
import { Response } from 'undici';
import { createGitlabClient } from '../../../clients/gitlab/gitlab-client.ts';
import type { GitlabClient } from '../../../clients/gitlab/gitlab-client.ts';

const repository = { externalId: '7', fullName: 'acme/infra' };

test('rejects a response of millions of values before it uses gigabytes of memory', async (t) => {
  const body = `[${'{},'.repeat(1_000_000)}{}]`;
  const client = respondWith(() => new Response(body));
  await t.throwsAsync(() => client.getGroup('acme'), {
    name: 'ScmError',
    message: /more than 250000 values/,
  });
});

test('stops at the page limit of a list whose links have no end', async (t) => {
  let requests = 0;
  const client = respondWith((url) => {
    requests += 1;
    if (requests > 500) throw new Error('the list is read without end');
    if (url.pathname.endsWith('/user')) return new Response('{"id":1}');
    // A keyset link has no page number, and no size of the page.
    return new Response('[]', { headers: { link: `<${url.origin}/x?cursor=${requests}>; rel="next"` } });
  });
  const { complete } = await client.listPullRequestFiles(repository, 1);
  t.true(complete);
  const comment = { marker: 'm', body: 'm', mayWrite: () => Promise.resolve(false) };
  t.is(await client.upsertComment(repository, 1, comment), undefined);
  t.true(requests < 10, `${requests} requests`);
});

/** Returns a client of a GitLab instance that responds as `respond` says. */
function respondWith(respond: (url: URL) => Response): GitlabClient {
  const safeFetch = {
    request: (url: URL) => Promise.resolve(respond(url)),
    close: () => Promise.resolve(),
  };
  return createGitlabClient({ baseUrl: 'https://gitlab.test', accessToken: 'secret', group: '1', safeFetch });
}
