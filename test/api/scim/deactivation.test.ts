import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { withAssistant } from '../../support/assistant/use-assistant-api.ts';
import type { AssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { createScriptedAnswerer, outputOf } from '../../support/assistant/scripted-answerer.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { gate } from '../../support/gate.ts';
import { actionsOf, joinMember } from '../../support/scim/scim-members.ts';
import { signUpWithScim } from '../../support/scim/use-scim.ts';
import { useSsoApi } from '../../support/sso/use-sso-api.ts';
import { createClient } from '../../support/test-api.ts';

const api = useSsoApi();
let assistant: AssistantApi;
test.serial.before(async () => {
  const answerer = createScriptedAnswerer();
  await api.startWorker({}, answerer);
  assistant = withAssistant(api, answerer);
});

test('a deactivated user loses sessions, tokens and open streams', async (t) => {
  const organization = await signUpWithScim(api);
  const { scim } = organization;
  const member = await joinMember(api, organization, ['cloud_admin']);
  const made = await dataOf(
    member.client.POST('/api/v1/organization/api-tokens', {
      body: { name: 'theirs', permissions: ['resources:read'] },
    }),
  );
  const held = gate();
  assistant.answerer.on('until the end', async () => {
    await held.opened;
    return outputOf('a secret');
  });
  const asker = { client: member.client, token: member.accessToken };
  const conversationId = await assistant.startConversation(asker);
  const stream = await assistant.ask(asker, conversationId, 'until the end');
  await stream.until('turn.started');
  const changed = await scim.patch(`/Users/${member.userId}`, {
    op: 'Replace',
    path: 'active',
    value: 'False',
  });
  t.deepEqual([changed.status, changed.body.active], [200, false]);
  held.open();
  const events = await stream.rest();
  t.false(
    events.some(({ type }) => type === 'turn.completed'),
    'nothing is sent after the deactivation',
  );
  const me = await member.client.request<{ code: string }>('GET', '/auth/me');
  t.deepEqual([me.status, me.body.code], [403, 'account_deactivated']);
  t.is((await createClient(api.url, made.token).request('GET', '/auth/me')).status, 401);
  const refresh = await api.anonymous.POST('/api/v1/auth/refresh', {
    body: { refresh_token: member.refreshToken },
  });
  t.true(refresh.response.status >= 400);
  await expectError(
    t,
    api.anonymous.POST('/api/v1/auth/login', { body: { email: member.email, password: member.password } }),
    403,
    'account_deactivated',
  );
  t.deepEqual(await actionsOf(api, organization), ['api_token.revoked', 'member.deactivated']);
  await scim.patch(`/Users/${member.userId}`, { op: 'Replace', path: 'active', value: 'False' });
  t.is((await actionsOf(api, organization)).length, 2, 'a repeat is not audited');
  const entry = await eventually('the entry as an event', async () => {
    const { items } = await dataOf(
      organization.client.GET('/api/v1/events', {
        params: { query: { after: 'start', type: ['audit.entry'] } },
      }),
    );
    return items.some(({ data }) => JSON.stringify(data).includes('member.deactivated'));
  });
  t.true(entry);
});
