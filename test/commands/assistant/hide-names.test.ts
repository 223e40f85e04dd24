import test from 'ava';
import { hideNamesOf } from '../../../commands/assistant/hide-names.ts';
import type { PastTurn } from '../../../domain/assistant/cut-history.ts';
import { TurnReferences } from '../../../domain/assistant/turn-references.ts';
import type { CitedEntityType } from '../../../domain/assistant/tool-response.ts';
import { permissions } from '../../../domain/identity/permissions.ts';
import type { Permission } from '../../../domain/identity/permissions.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import { storedOwnership } from '../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();

async function makeOrganization() {
  const organization = await makeMappedOrganization(fixture, ['orders', 'mail']);
  const store = storedOwnership(fixture.inventory, organization.organizationId);
  const shop = await store.application('Web Shop');
  const team = await store.team('Payments');
  return { ...organization, shop, team };
}

async function hide(
  organizationId: string,
  question: string,
  granted: readonly Permission[] = permissions,
  history: readonly (Pick<PastTurn, 'question' | 'answer'> & Partial<PastTurn>)[] = [],
) {
  const references = new TurnReferences();
  const turns = history.map((turn) => ({ dataMode: 'schema_only' as const, citations: [], ...turn }));
  const session = {
    withTool: <T>(work: Parameters<Parameters<typeof hideNamesOf>[1]['withTool']>[0]) =>
      fixture.api.services.database.withTenant(organizationId, (tenant) =>
        work({ tenant, permissions: new Set(granted), now: new Date() }),
      ) as Promise<T>,
  };
  return { ...(await hideNamesOf({ question, history: turns }, session, references)), references };
}

test('replaces the names, ids and ARNs of records by references', async (t) => {
  const { organizationId, shop, queue, projectId, repositoryId } = await makeOrganization();
  const { question, history, references } = await hide(
    organizationId,
    `Does team payments own web shop, ORDERS and ${queue('mail')}? And ${projectId}, ${repositoryId}?`,
    permissions,
    [{ question: 'Who owns mail?', answer: 'Payments owns mail [1]. https://x' }],
  );
  t.is(question, 'Does team [r1] own [r2], [r3] and [r4]? And [r5], [r6]?');
  t.deepEqual(history, [{ question: 'Who owns [r4]?', answer: '[r1] owns [r4] [1]. (URL)' }]);
  t.deepEqual(references.find('r2'), {
    type: 'application',
    id: shop,
    name: 'Web Shop',
    url: `/api/v1/applications/${shop}`,
  });
  t.is(references.find('r3')?.id, queue('orders'));
});

test('does not refer to records that the user may not read, nor to records of other organizations', async (t) => {
  const { organizationId } = await makeOrganization();
  const other = await makeMappedOrganization(fixture, ['foreign']);
  const { question, references } = await hide(
    organizationId,
    `team Payments, orders and foreign ${other.queue('foreign')}`,
    ['resources:read'],
  );
  t.is(question, 'team (team), [r1] and foreign (id)');
  t.is(references.find('r1')?.name, 'orders');
});

test('replaces the citations of earlier answers, whose names need not resolve', async (t) => {
  const { organizationId, queue, shop } = await makeOrganization();
  const cited = (index: number, entity_type: CitedEntityType, id: string, name: string) => ({
    index,
    entity_type,
    id,
    name,
    url: '/',
  });
  const citations = [
    cited(1, 'pull_request', queue('mail'), 'Rotate the secret of alice'),
    cited(2, 'application', shop, 'A name [eu] of eleven words that no question can have today'),
  ];
  const closing = '\n\nData as of 2026-05-01T10:00:00Z; stale: A renamed account.';
  const { history } = await hide(organizationId, 'And?', permissions, [
    {
      question: 'Which one?',
      answer: `Rotate the secret of alice [1] changes A name eu of eleven words that no question can have today [2].${closing}`,
      citations,
    },
    { question: 'Changed by a filter?', answer: 'Rotate the[link removed]secret [1].', citations },
  ]);
  t.deepEqual(history, [
    { question: 'Which one?', answer: '(pull_request) changes [r1].' },
    { question: 'Changed by a filter?', answer: '' },
  ]);
});

test('leaves out earlier turns of the mode full', async (t) => {
  const { organizationId } = await makeOrganization();
  const { history } = await hide(organizationId, 'And?', permissions, [
    { question: 'Who is it?', answer: 'The tag Owner is alice.', dataMode: 'full' },
  ]);
  t.deepEqual(history, []);
});

test('replaces names that punctuation separates', async (t) => {
  const { organizationId } = await makeOrganization();
  const { question } = await hide(organizationId, 'Do orders,mail;orders|Name=mail differ?');
  t.is(question, 'Do [r1],[r2];[r1]|Name=[r2] differ?');
});

test('a name of several records becomes one reference, with which a tool finds the candidates', async (t) => {
  const { organizationId } = await fixture.withResources((account) => [
    aResource(account, { name: 'worker-a', region: 'eu-west-1' }),
    aResource(account, { name: 'worker-a', region: 'us-east-1' }),
  ]);
  const { question, references } = await hide(organizationId, 'Who owns worker-a?');
  t.is(question, 'Who owns [r1]?');
  t.is(references.find('r1')?.id, 'worker-a');
  t.is(references.cite('r1'), undefined);
  t.is(references.nameOf('r1'), 'worker-a');
});

test('resources whose names are words of questions do not change the questions of others', async (t) => {
  const names = ['all', 'queues', 'changed', 'production', 'lambda'];
  const { organizationId } = await fixture.withResources((account) =>
    names.map((name) => aResource(account, { name })),
  );
  for (const question of [
    'Show all queues that changed in production.',
    'Which lambda functions changed?',
    'How many queues are in all accounts?',
  ])
    t.is((await hide(organizationId, question)).question, question);
  t.is((await hide(organizationId, 'Who owns "queues"?')).question, 'Who owns "[r1]"?');
  t.is((await hide(organizationId, 'Who owns the resource lambda?')).question, 'Who owns the resource [r1]?');
});

test('replaces names between any borders', async (t) => {
  const { organizationId } = await makeMappedOrganization(fixture, ['orders-production', 'mail']);
  for (const [question, expected] of [
    ['queue:orders-production', 'queue:[r1]'],
    ['*orders-production*', '*[r1]*'],
    ['#orders-production', '#[r1]'],
    ['«orders-production»', '«[r1]»'],
    ['orders-productionのキューは?', '[r1]のキューは?'],
    ['Name=orders-production', 'Name=[r1]'],
  ] as const)
    t.is((await hide(organizationId, question)).question, expected, question);
});
