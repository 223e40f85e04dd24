import { randomUUID } from 'node:crypto';
import test from 'ava';
import { signInstallState } from '../../../api/scm/install-state-token.ts';
import { githubFaults } from '../../../dev/github-server/github-faults.ts';
import { expectError } from '../../support/expect-error.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import {
  callBack,
  claim,
  connectionsOf,
  createAccount,
  newState,
  outcome,
  refused,
  useGithubApi,
} from '../../support/scm/use-github-api.ts';

const fixture = useGithubApi({ worker: false });
const unconfigured = useTestApi();

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test.serial('uses a state once, also for a refused claim', async (t) => {
  const { github, api } = fixture;
  const { client } = await api.signUp();
  const { owner, account } = createAccount(fixture, 'once');
  const installation = await github.install({ account, by: owner });
  const state = await newState(client);
  const query = { state, installation_id: installation.id };
  t.deepEqual(outcome(await callBack(fixture, { ...query, code: 'wrong' })), refused);
  t.deepEqual(outcome(await callBack(fixture, { ...query, code: github.authorize(owner) })), refused);
  const second = { installation_id: installation.id, state: await newState(client) };
  const codes = [github.authorize(owner), github.authorize(owner)];
  const answers = await Promise.all(codes.map((code) => callBack(fixture, { ...second, code })));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
});

test.serial('refuses states that are expired, forged or of another organization', async (t) => {
  const { github, api } = fixture;
  const [own, foreign] = [await api.signUp(), await api.signUp()];
  const { owner, account } = createAccount(fixture, 'states');
  const installation = await github.install({ account, by: owner });
  const query = () => ({ code: github.authorize(owner), installation_id: installation.id });
  const state = await newState(own.client);
  const [header = '', payload = '', signature = ''] = state.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string; exp: number };
  const forged = Buffer.from(JSON.stringify({ ...claims, org: foreign.organizationId })).toString(
    'base64url',
  );
  const ofForeign = signInstallState(
    api.configuration.jwtKeys,
    { organizationId: foreign.organizationId, stateId: claims.jti },
    new Date(claims.exp * 1000),
  );
  for (const bad of ['', 'x', `${header}.${forged}.${signature}`, `${header}.${payload}.`, ofForeign])
    t.deepEqual(outcome(await callBack(fixture, { ...query(), state: bad })), refused, bad);
  t.deepEqual(outcome(await callBack(fixture, query())), refused);
  await queryAsOwner(
    api.database.url,
    "update scm_install_states set expires_at = now() - interval '1 second' where id = $1",
    [claims.jti],
  );
  t.deepEqual(outcome(await callBack(fixture, { ...query(), state })), refused);
  t.deepEqual(await connectionsOf(fixture, own.organizationId), []);
});

test.serial('refuses the state of a user who was deactivated', async (t) => {
  const { github, api } = fixture;
  const { client, userId } = await api.signUp();
  const { owner, account } = createAccount(fixture, 'deactivated');
  const installation = await github.install({ account, by: owner });
  const state = await newState(client);
  await queryAsOwner(api.database.url, "update users set status = 'deactivated' where id = $1", [userId]);
  const query = { state, code: github.authorize(owner), installation_id: installation.id };
  t.deepEqual(outcome(await callBack(fixture, query)), refused);
});

test.serial('refuses malformed ids and missing codes', async (t) => {
  const { github, api } = fixture;
  const { client } = await api.signUp();
  const { owner, account } = createAccount(fixture, 'malformed');
  const installation = await github.install({ account, by: owner });
  const code = github.authorize(owner);
  for (const query of [
    { code, installation_id: `${installation.id}x` },
    { code, installation_id: '0' },
    { code, installation_id: '1e3' },
    { code, installation_id: '9'.repeat(40) },
    { code: 'x'.repeat(2000), installation_id: installation.id },
    { code },
    { installation_id: installation.id },
  ])
    t.deepEqual(outcome(await callBack(fixture, { ...query, state: await newState(client) })), refused);
  const repeated = `state=${await newState(client)}&state=x`;
  for (const query of [repeated, 'state[]=x', `state=${'x'.repeat(5000)}`, ''])
    t.like(await api.anonymous.request('GET', `/scm/github/callback?${query}`), {
      status: 400,
      body: { code: 'invalid_state' },
    });
});

test.serial('responds with a page, and with JSON when the client asks for it', async (t) => {
  const { api } = fixture;
  const { client, tokens } = await api.signUp();
  const state = await newState(client);
  const get = (accept: string) =>
    fetch(`${api.url}/api/v1/scm/github/callback?setup_action=request&state=${state}`, {
      headers: { accept },
    });
  for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
    const page = await get(accept);
    t.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const text = await page.text();
    t.regex(text, /^<!doctype html>.*An owner of the GitHub account must approve/);
    t.true(text.includes(tokens.organization.name), 'names the organization of the state');
  }
  const json = await get('application/json');
  t.deepEqual(await json.json(), { status: 'requested' });
});

test.serial('reports an unavailable GitHub, and an installation without a GitHub App', async (t) => {
  const { github, api } = fixture;
  const { client } = await api.signUp();
  const { owner, account } = createAccount(fixture, 'outage');
  const installation = await github.install({ account, by: owner });
  github.faults.inject(githubFaults.serverError(), { route: 'GET /user/installations' });
  const failed = await claim(fixture, client, owner, installation);
  github.faults.clear();
  t.deepEqual(outcome(failed), [503, 'provider_unavailable']);

  const { client: without, organizationId } = await unconfigured.signUp();
  const url = without.GET('/api/v1/scm/github/installation-url');
  await expectError(t, url, 503, 'provider_unavailable');
  const callback = (state: string) =>
    unconfigured.anonymous.request('GET', `/scm/github/callback?state=${state}`);
  const { jwtKeys } = unconfigured.configuration;
  const valid = signInstallState(jwtKeys, { organizationId, stateId: randomUUID() }, inMinutes(10));
  t.like(await callback(valid), { status: 503, body: { code: 'provider_unavailable' } });
  t.like(await callback('x'), { status: 400, body: { code: 'invalid_state' } });
});
