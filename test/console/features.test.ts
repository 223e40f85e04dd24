import anyTest from 'ava';
import type { TestFn } from 'ava';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { updateConsole } from '../../dev/console/console-build.ts';
import { startGitlabServer } from '../../dev/gitlab-server/start-gitlab-server.ts';
import { startHcpTerraformServer } from '../../dev/hcp-terraform-server/start-hcp-terraform-server.ts';
import { storeConversation } from '../support/assistant/store-conversation.ts';
import { inspectPage, signedInPerson, startConsoleBrowser } from '../support/console/console-browser.ts';
import type { Person } from '../support/console/console-browser.ts';
import { dialogOf } from '../support/console/dialog-of.ts';
import { storedGraph } from '../support/graph/insert-edges.ts';
import { aResource } from '../support/inventory/test-inventory.ts';
import { daysAgo } from '../support/inventory/inventory-api.ts';
import { useMembershipApi } from '../support/ownership/membership-api.ts';
import { loopback, trustedAuthority } from '../support/scm/use-gitlab-server.ts';

const test = anyTest as TestFn<{ readonly browser: Browser }>;
const networks = loopback.join(',');
const fixture = useMembershipApi({
  EVENTS_ALLOWED_NETWORKS: networks,
  GITLAB_ALLOWED_NETWORKS: networks,
  HCP_ALLOWED_NETWORKS: networks,
  PUBLIC_URL: 'https://inventory.example.com',
});
const hostile = '<img src=x onerror="alert(1)">';

test.before(async (t) => {
  t.timeout(300_000);
  const [browser] = await Promise.all([startConsoleBrowser(), updateConsole()]);
  t.context = { browser };
});

test.after.always(async (t) => {
  await t.context.browser.close();
});

const inspect = (person: Person, name: string) => inspectPage(person, `features-${name}`);

test('filters by properties and states, chooses columns, reads the past, and saves queries', async (t) => {
  t.timeout(180_000);
  const organization = await fixture.withResources((account) => [
    aResource(account, { type: 'AWS::Lambda::Function', name: 'old', managementState: 'managed' }),
    aResource(account, { type: 'AWS::Lambda::Function', name: 'new', managementState: 'unmanaged' }),
    aResource(account, { name: hostile, managementState: 'unmanaged' }),
  ]);
  const { organizationId, model } = organization;
  for (const [index, runtime] of ['nodejs14.x', 'a|b'].entries())
    await fixture.inventory.query(
      'update resource_documents set configuration = $3 where organization_id = $1 and resource_id = $2',
      [organizationId, model[index]?.id, JSON.stringify({ Runtime: runtime })],
    );
  const person = await signedInPerson(t.context.browser, fixture.api.url, organization);
  const { page } = person;
  await person.open('/resources');
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'unmanaged 2' }).waitFor();
  await page.getByRole('checkbox', { name: 'managed 1', exact: true }).check();
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'unmanaged 2' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('3 of 3', { exact: true }).waitFor();

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  t.is(await page.evaluate('document.activeElement.labels[0].textContent'), 'Name, id or ARN');
  await page.getByRole('switch', { name: /Keys/ }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  t.false(await page.evaluate('document.activeElement === document.querySelector("[role=search] input")'));
  await page.getByRole('switch', { name: /Keys/ }).click();

  await page.getByRole('checkbox', { name: /AWS::Lambda::Function/ }).check();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Property …' }).click();
  const condition = page.getByRole('group', { name: 'Condition on a property' });
  await condition.getByRole('combobox', { name: 'Property', exact: true }).fill('Runtime');
  await condition.getByRole('combobox', { name: 'Value' }).fill('a|b');
  await inspect(person, 'property-filter');
  await condition.getByRole('button', { name: 'Add condition' }).click();
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'new', exact: true }).waitFor();
  t.deepEqual(new URL(page.url()).searchParams.getAll('property'), ['Runtime=a\\|b']);

  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('group', { name: 'Columns' });
  await columns.getByRole('combobox', { name: 'Property' }).fill('Runtime');
  await columns.getByRole('button', { name: 'Add the property as a column' }).click();
  await inspect(person, 'columns');
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Runtime' }).waitFor();
  await page.getByRole('cell', { name: 'a|b' }).waitFor();

  await page.getByRole('button', { name: 'Save query' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Old runtimes');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Remove Runtime=a\\|b' }).click();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  t.is(await person.open(`/resources?as_of=${daysAgo(1).toISOString()}`), 'ready');
  await page.getByText('3 of 3', { exact: true }).waitFor();
  await inspect(person, 'past');

  await person.open('/queries');
  await page.getByRole('link', { name: 'Old runtimes' }).click();
  const saved = page.getByRole('region', { name: 'Saved query' });
  await saved.getByRole('cell', { name: 'a|b' }).waitFor();
  await saved.getByText('property=Runtime=a\\|b').waitFor();
  await inspect(person, 'query');
  await saved.getByRole('button', { name: 'Edit' }).click();
  const { fill, send } = dialogOf(page);
  await fill('Filter', 'resource_type=AWS::None');
  await send('Save');
  await saved.getByText('No resource matches the query now.').waitFor();
  await saved.getByRole('button', { name: 'Delete' }).click();
  await send('Delete');
  await saved.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Create a query' }).click();
  await fill('Name', 'Servers');
  await fill('Filter', 'resource_type=AWS::EC2::Instance\nregion=eu-west-1');
  await send('Create');
  await page.getByRole('link', { name: 'Servers' }).waitFor();
  t.deepEqual(person.problems, []);
  await person.close();
});

test('decides several memberships at once, and edits a rule with its preview', async (t) => {
  t.timeout(180_000);
  const organization = await fixture.withApplication((account) => [
    aResource(account, { name: 'web-1', tags: { app: 'web' } }),
    aResource(account, { name: 'web-2', tags: { app: 'web' } }),
    aResource(account, { name: hostile }),
  ]);
  const { organizationId, application, ids, client } = organization;
  for (const resource of ids)
    await fixture.addMembership(organizationId, {
      application: application.id,
      resource,
      status: 'inferred',
      evidence: [{ kind: 'tag', key: 'app', value: 'web' }],
    });
  const person = await signedInPerson(t.context.browser, fixture.api.url, organization);
  const { page } = person;
  await person.open('/ownership');
  await page.getByRole('link', { name: 'web-1' }).waitFor();
  await inspect(person, 'review');
  await page.getByRole('region', { name: 'Review queue' }).focus();
  for (const key of ['x', 'j', 'x', 'c']) await page.keyboard.press(key);
  await page.getByText('Decided.').waitFor();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('textbox', { name: 'Reason of a rejection' }).fill('A server of another team');
  await Promise.all([
    page.waitForResponse(/memberships\/review/),
    page.getByRole('button', { name: 'Reject selected (1)' }).click(),
  ]);
  await page.getByText('Nothing to review.').waitFor();
  const { items } = await dataOf(client.GET('/api/v1/memberships'));
  t.deepEqual(
    items.map(({ status, reason }) => [status, reason]),
    [
      ['confirmed', undefined],
      ['confirmed', undefined],
      ['rejected', 'A server of another team'],
    ],
  );

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Create a rule' }).click();
  const form = page.getByRole('form', { name: 'Rule' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Web');
  await form.getByRole('textbox', { name: 'Tag key 1.1' }).fill('app');
  await form.getByRole('textbox', { name: 'Value 1.1' }).fill('web');
  await form.getByRole('button', { name: 'Add a condition to 1' }).click();
  await form.getByRole('combobox', { name: 'Condition 1.2' }).selectOption('not');
  await form.getByRole('combobox', { name: 'Condition 1.2.1' }).selectOption('name');
  await form.getByRole('textbox', { name: 'Value 1.2.1' }).fill('*-2');
  await form.getByRole('combobox', { name: 'Application', exact: true }).selectOption(application.name);
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByText('Matches 1 resource.').waitFor();
  await form.getByText(/People confirmed 1 and rejected 0/).waitFor();
  await inspect(person, 'rule');
  await form.getByRole('button', { name: 'Create rule' }).click();
  await page.getByText('tag app is web and not (name matches *-2)').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('button', { name: 'Remove condition 1.2' }).click();
  await form.getByRole('button', { name: 'Save rule' }).click();
  await page.getByText('tag app is web', { exact: true }).waitFor();
  await inspect(person, 'rules');
  const rules = await dataOf(client.GET('/api/v1/inference-rules'));
  t.deepEqual(
    rules.items.map(({ conditions }) => conditions),
    [{ all: [{ tag: { key: 'app', equals: 'web' } }] }],
  );
  t.deepEqual(person.problems, []);
  await person.close();
});

test('groups the graph, shows what fails, exports the picture, and shows paths of exposure', async (t) => {
  t.timeout(180_000);
  const organization = await fixture.withResources((account) => [
    aResource(account, { type: 'AWS::EC2::VPC', name: 'network' }),
    aResource(account, { type: 'AWS::EC2::Subnet', name: 'subnet' }),
    aResource(account, { name: hostile, managementState: 'unmanaged' }),
    aResource(account, { type: 'AWS::SQS::Queue', name: 'orders', managementState: 'unmanaged' }),
  ]);
  const { organizationId, account, model } = organization;
  const [vpc = '', subnet = '', server = '', queue = ''] = model.map(({ id }) => id);
  const graph = storedGraph(fixture.inventory, organizationId);
  await graph.edges([
    { source: subnet, target: vpc, type: 'contained_in' },
    { source: server, target: subnet, type: 'contained_in' },
    { source: server, target: queue, type: 'reads_from' },
  ]);
  await graph.application('Shop', [server]);
  await fixture.inventory.query(
    `insert into exposures (organization_id, resource_id, kind, aws_account_id, region, state, path)
     values ($1, $2, 'network', $3, 'eu-west-1', 'exposed', $4::uuid[])`,
    [organizationId, server, account, [vpc, subnet]],
  );
  const person = await signedInPerson(t.context.browser, fixture.api.url, organization);
  const { page } = person;
  await person.open('/graph');
  await page.getByRole('textbox', { name: 'Start from' }).fill('orde');
  await page.getByRole('list', { name: 'Found' }).getByRole('button', { name: 'orders' }).click();
  await page.getByRole('combobox', { name: 'Depth' }).selectOption('3');
  await page.locator('[data-drawn="4"]').waitFor();
  await page.getByRole('combobox', { name: 'Groups' }).selectOption('vpc');
  const group = page.getByRole('checkbox', { name: 'network (3)' });
  await group.waitFor();
  await page.locator('[data-drawn="4"]').waitFor();
  await inspect(person, 'graph-groups');
  await group.uncheck();
  await page.locator('[data-drawn="2"]').waitFor();
  await page.getByRole('combobox', { name: 'Groups' }).selectOption('application');
  await page.getByRole('checkbox', { name: 'Shop (1)' }).waitFor();
  await page.locator('[data-drawn="4"]').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'SVG' }).click(),
  ]);
  const svg = await readFile(await download.path(), 'utf8');
  t.true(svg.includes('&lt;img src=x'));
  t.false(svg.includes('<img'));
  t.true(svg.includes('>Shop</text>'));
  await page.getByRole('button', { name: 'Show what fails with it' }).click();
  await page.getByText(/1 resource would fail with it/).waitFor();
  await page.getByRole('table', { name: 'Impact' }).waitFor();
  await inspect(person, 'graph-impact');

  await person.open('/exposure');
  const steps = page.getByRole('row').filter({ hasText: 'network' }).getByRole('listitem');
  t.deepEqual(await steps.allInnerTexts(), ['internet', 'network', 'subnet']);
  await inspect(person, 'exposure');

  await person.open('/mapping');
  await page.getByRole('checkbox', { name: 'Choose orders' }).check();
  await inspect(person, 'mapping');
  await page.getByRole('button', { name: 'Import blocks', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/aws_sqs_queue|is left out/)
    .first()
    .waitFor();
  t.deepEqual(person.problems, []);
  await person.close();
});

test('opens a citation beside the answer, and the tool calls of a turn', async (t) => {
  t.timeout(120_000);
  const organization = await fixture.withResources((account) => [aResource(account, { name: 'orders' })]);
  const { organizationId, model } = organization;
  const conversation = await storeConversation(fixture.inventory, organization, 'Orders');
  const citation = {
    index: 1,
    entity_type: 'resource',
    id: model[0]?.id,
    name: 'orders',
    url: `/api/v1/resources/${model[0]?.id ?? ''}`,
  };
  await conversation.add({
    question: 'Which server?',
    toolCalls: ['search_resources'],
    answer: { text: 'It is orders [1].', citations: [citation] },
  });
  const person = await signedInPerson(t.context.browser, fixture.api.url, organization);
  const { page } = person;
  await person.open(`/assistant?conversation=${conversation.id}`);
  await page.getByText('1 tool call').click();
  await page.locator('main').getByText('search resources').waitFor();
  await page.getByRole('button', { name: '[1] orders' }).click();
  const panel = page.getByRole('dialog', { name: 'orders' });
  await panel.getByRole('link', { name: 'Open the page' }).waitFor();
  await panel.getByText('AWS::EC2::Instance').waitFor();
  await inspect(person, 'assistant');
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Ask again' }).waitFor();

  // A turn that runs. The connection ends after its first event, and the page reads the rest of the events.
  const running = await conversation.add({ question: 'Which queue?', streamed: 'It may be' });
  await page.route(/\/events\?after=0$/, (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `id: ${running.id}:1\nevent: turn.started\ndata: ${JSON.stringify(running.started)}\n\n`,
    }),
  );
  const [again] = await Promise.all([
    page.waitForRequest(/\/events\?after=1$/),
    page.getByText('The connection was lost.').waitFor(),
    page.reload(),
  ]);
  t.true(again.url().includes(running.id));
  await page.locator('.answer').filter({ hasText: 'It may be' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The turn was cancelled.').waitFor();
  await Promise.all([
    page.waitForResponse(/\/ask$/),
    page.locator(`section[data-id="${running.id}"]`).getByRole('button', { name: 'Ask again' }).click(),
  ]);
  await page.locator('section[aria-busy]').getByText('Which queue?').waitFor();
  const asked = await fixture.inventory.query<{ status: string }>(
    "select status from ai_turns where organization_id = $1 and question = 'Which queue?' order by started_at",
    [organizationId],
  );
  t.deepEqual(
    asked.map(({ status }) => status),
    ['cancelled', 'running'],
  );
  t.deepEqual(person.problems, []);
  await person.close();
});

test('connects GitLab and HCP Terraform, edits a subscription, defines a role, and configures single sign-on', async (t) => {
  t.timeout(180_000);
  const authority = await trustedAuthority();
  const [gitlab, hcp] = await Promise.all([
    startGitlabServer({ authority }),
    startHcpTerraformServer({ authority, organization: 'acme' }),
  ]);
  t.teardown(() => Promise.all([gitlab.close(), hcp.close()]));
  const organization = await fixture.withResources((account) => [aResource(account, { name: 'orders' })]);
  const { client } = organization;
  const group = await gitlab.createGroup('acme');
  const person = await signedInPerson(t.context.browser, fixture.api.url, organization);
  const { page } = person;
  const { form, fill, fillSecret, choose, send } = dialogOf(page);

  await person.open('/source-control');
  await page.getByRole('button', { name: 'Connect GitLab' }).click();
  await fill('Address of GitLab', gitlab.baseUrl);
  await fill('Group', 'acme');
  await fillSecret('Group access token', 'glpat-wrong');
  await send('Connect');
  await form.getByRole('alert').or(form.locator('[id$=-error]')).first().waitFor();
  await fillSecret('Group access token', gitlab.createToken(group).token);
  await send('Connect');
  await form.getByText('The secret is shown only now.').waitFor();
  await inspect(person, 'gitlab-secret');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New token' }).click();
  await fillSecret('Group access token', gitlab.createToken(group).token);
  await send('Replace');
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete the connection of acme' }).click();
  await send('Delete');
  await page.getByText('No connection exists.').waitFor();

  await person.open('/state-sources');
  await page.getByRole('button', { name: 'Connect HCP Terraform' }).click();
  await fill('Organization', 'acme');
  await fillSecret('API token', hcp.token());
  await fill('Host', hcp.hostname);
  await send('Connect');
  await form.waitFor({ state: 'hidden' });
  const connections = page.getByRole('table', { name: 'Connections with HCP Terraform' });
  await connections.getByRole('button', { name: 'Edit' }).click();
  await choose('Workspaces', 'prod-*');
  await send('Save');
  await connections.getByRole('cell', { name: 'prod-*' }).waitFor();
  await inspect(person, 'hcp-terraform');

  await person.open('/settings/subscriptions');
  await page.getByRole('button', { name: 'Create subscription' }).click();
  await fill('Name', 'Deliveries');
  await fill('URL', 'http://127.0.0.1:9/');
  await send('Create');
  await form.getByText('It is shown only now.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await person.usable('/settings/subscriptions/{id}');
  await page.getByRole('button', { name: 'Edit' }).click();
  await fill('Name', 'Deliveries of Ireland');
  await choose('Only of regions', 'eu-west-1');
  await send('Save');
  await page.getByRole('heading', { level: 1, name: 'Deliveries of Ireland' }).waitFor();
  await page.getByText('eu-west-1').first().waitFor();
  await page.getByRole('button', { name: 'New secret' }).click();
  await send('Replace');
  await form.locator('.code-text').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByText(/^Not delivered/).waitFor();
  await inspect(person, 'subscription');

  await person.open('/settings/roles');
  await page.getByRole('button', { name: 'Create role' }).click();
  await fill('Name', 'Reader');
  await choose('Permissions', 'resources:read');
  await page.getByRole('option', { name: 'resources:read', exact: true }).click();
  await page.keyboard.press('Tab');
  await send('Create');
  await page.getByRole('button', { name: 'Change' }).click();
  await fill('Description', 'Reads resources');
  await send('Save');
  await page.getByRole('cell', { name: 'Reads resources' }).waitFor();
  await inspect(person, 'roles');
  const roles = await dataOf(client.GET('/api/v1/organization/custom-roles'));
  t.deepEqual(
    roles.items.map(({ name, permissions }) => [name, permissions]),
    [['Reader', ['resources:read']]],
  );
  await page.getByRole('button', { name: 'Delete Reader' }).click();
  await send('Delete');
  await page.getByText('No role is defined').waitFor();

  await person.open('/settings/sso');
  const sso = page.getByRole('form', { name: 'Single sign-on' });
  await sso.getByRole('textbox', { name: 'Issuer' }).fill('https://login.example.com');
  await sso.getByRole('textbox', { name: 'Client id' }).fill('inventory');
  await sso.getByLabel('Client secret', { exact: true }).fill('a client secret');
  await sso.getByRole('textbox', { name: 'Domains of email addresses' }).fill('example.com');
  await sso.getByRole('textbox', { name: 'Roles by group' }).fill('platform: engineer, auditor');
  await sso.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Domain example.com' }).getByText(/^no$/).waitFor();
  await inspect(person, 'sso');
  await page
    .getByRole('region', { name: 'Provisioning' })
    .getByText('https://inventory.example.com/scim/v2')
    .waitFor();
  const configured = await dataOf(client.GET('/api/v1/organization/sso'));
  t.deepEqual(configured.role_mappings, [{ group: 'platform', roles: ['engineer', 'auditor'] }]);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await send('Delete');
  await page.getByText('No identity provider is configured.').waitFor();
  t.deepEqual(person.problems, []);
  await person.close();
});
