import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { unsafeBaseUrls } from '../../support/scm/unsafe-base-urls.ts';
import { trustedAuthority } from '../../support/scm/use-gitlab-server.ts';
import { useTestApi } from '../../support/use-test-api.ts';

// No network is allowed, as in an installation with the default configuration.
const api = useTestApi();

const create = (client: TestClient, base_url: string) =>
  client.POST('/api/v1/scm/gitlab/connections', {
    body: { base_url, group_path: 'acme', access_token: 'glpat-secret-of-the-test' },
  });

test('rejects every spelling of a base URL that is not public', async (t) => {
  const { client } = await api.signUp();
  for (const url of unsafeBaseUrls) {
    const message = await expectError(t, create(client, url), 400, 'unsafe_base_url', url);
    t.regex(message, /^base_url: (must|has a host that is not public)/, url);
  }
  t.deepEqual((await dataOf(client.GET('/api/v1/scm/connections'))).items, []);
});

test('rejects an access token that is no value of a header', async (t) => {
  const { client } = await api.signUp();
  for (const access_token of ['glpat\r\nx: y', 'gl pat', 'glpat-\u00e9', 'glpat\u0000']) {
    const body = { base_url: 'https://gitlab.example', group_path: 'acme', access_token };
    const creating = client.POST('/api/v1/scm/gitlab/connections', { body });
    await expectError(t, creating, 400, 'validation_failed', JSON.stringify(access_token));
  }
});

test('sends nothing to a private address, also when a GitLab instance listens there', async (t) => {
  const gitlab = await startGitlabServer({
    authority: await trustedAuthority(),
    names: ['gitlab.localhost'],
  });
  t.teardown(() => gitlab.close());
  const { port } = new URL(gitlab.baseUrl);
  const { client } = await api.signUp();
  for (const host of ['127.0.0.1', 'localhost', 'gitlab.localhost', '[::ffff:127.0.0.1]', '0x7f.1'])
    await expectError(t, create(client, `https://${host}:${port}`), 400, 'unsafe_base_url', host);
  t.deepEqual(gitlab.requests, []);
});
