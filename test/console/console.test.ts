import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import anyTest from 'ava';
import type { TestFn } from 'ava';
import { Secret, TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { updateConsole } from '../../dev/console/console-build.ts';
import {
  inspectPage,
  newPerson,
  signedInPerson,
  startConsoleBrowser,
} from '../support/console/console-browser.ts';
import { scriptSizes } from '../support/console/script-sizes.ts';
import { inviteMember } from '../support/invite-member.ts';
import { startInventoryApi } from '../support/inventory/inventory-api.ts';
import type { InventoryApi } from '../support/inventory/inventory-api.ts';
import { aResource } from '../support/inventory/test-inventory.ts';

const test = anyTest as TestFn<{ readonly fixture: InventoryApi; readonly browser: Browser }>;

/** Texts that a stranger can put into names and tags. */
const hostileNames = [
  '<img src=x onerror="alert(1)">',
  'javascript:alert(1)',
  '\u202Egnp.exe',
  'x'.repeat(10_000),
  '__proto__',
  '"><script>alert(1)</script>',
];

test.before(async (t) => {
  t.timeout(300_000);
  const [fixture, browser] = await Promise.all([startInventoryApi(), startConsoleBrowser(), updateConsole()]);
  t.context = { fixture, browser };
});

test.after.always(async (t) => {
  await t.context.browser.close();
  await t.context.fixture.close();
});

test('lets a person sign up, connect AWS, find a queue, read its parts, and sign out', async (t) => {
  t.timeout(180_000);
  const { fixture, browser } = t.context;
  const person = await newPerson(browser, fixture.api.url);
  const { page } = person;
  await page.goto('/resources?region=eu-west-1');
  await page.waitForURL((url) => url.pathname === '/sign-in');
  t.is(new URL(page.url()).searchParams.get('next'), '/resources?region=eu-west-1');
  await page.getByRole('link', { name: 'Create an organization' }).click();
  const email = `person-${Date.now()}@example.com`;
  await page.getByRole('textbox', { name: 'Organization' }).fill('A company');
  await page.getByRole('textbox', { name: 'Your name' }).fill('A person');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page
    .getByText(/at least 12|12 characters/i)
    .first()
    .waitFor();
  await page.getByLabel('Password', { exact: true }).fill('a password of a person');
  await page.getByRole('button', { name: 'Create organization' }).click();
  t.is(await person.usable('/'), 'empty');

  await page.getByRole('link', { name: 'Connect AWS' }).click();
  t.is(await person.usable('/connections/new'), 'ready');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Our organization');
  await page.getByRole('textbox', { name: 'Number of the management account' }).fill('123456789012');
  await page.getByRole('button', { name: 'Continue' }).click();
  t.is(await person.usable('/connections/{id}'), 'ready');
  await page.locator('[data-id=deploy_role]').waitFor();
  await page.getByRole('link', { name: 'Template of the management account' }).waitFor();

  await page.getByRole('button', { name: 'Account of A person' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/sign-in');
  await page.goto('/accounts');
  await page.waitForURL((url) => url.pathname === '/sign-in');
  t.deepEqual(person.problems, []);
  await person.close();

  const organization = await fixture.withResources((account) => [
    aResource(account, {
      type: 'AWS::SQS::Queue',
      name: 'orders',
      tags: { team: 'payments' },
      arn: 'arn:aws:sqs:eu-west-1:123456789012:{id}',
    }),
    ...Array.from({ length: 150 }, (_, index) => aResource(account, { name: `server-${index}` })),
  ]);
  const queue = organization.model.find(({ type }) => type === 'AWS::SQS::Queue')?.id ?? '';
  const { client } = organization;
  const team = await dataOf(client.POST('/api/v1/teams', { body: { name: 'Payments', slug: 'payments' } }));
  const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Shop' } }));
  await dataOf(
    client.POST('/api/v1/applications/{id}/owners', {
      params: { path: { id: application.id } },
      body: { team_id: team.id },
    }),
  );
  await dataOf(
    client.POST('/api/v1/applications/{id}/resources', {
      params: { path: { id: application.id } },
      body: { resource_ids: [queue] },
    }),
  );

  const owner = await newPerson(browser, fixture.api.url);
  await owner.page.goto('/sign-in?next=//evil.example/x');
  await owner.page.getByRole('textbox', { name: 'Email' }).fill(organization.email);
  await owner.page.getByLabel('Password', { exact: true }).fill(organization.password);
  await owner.page.getByRole('button', { name: 'Sign in' }).click();
  await owner.usable('/');
  t.is(new URL(owner.page.url()).origin, fixture.api.url, 'next leads to no other origin');

  await owner.page.getByRole('link', { name: 'Resources', exact: true }).click();
  await owner.usable('/resources');
  await owner.page.getByText('151 of 151').waitFor();
  t.true((await owner.page.locator('tr[data-id]').count()) < 100, 'only visible rows are elements');
  await owner.page.getByRole('checkbox', { name: /AWS::SQS::Queue/ }).check();
  await owner.page.getByText('1 of 1', { exact: true }).waitFor();
  t.regex(owner.page.url(), /resource_type=AWS%3A%3ASQS%3A%3AQueue/);
  await owner.page.goBack();
  await owner.page.getByText('151 of 151').waitFor();
  await owner.page.getByRole('textbox', { name: 'Name, id or ARN' }).fill('orde');
  await owner.page.getByText('1 of 1', { exact: true }).waitFor();
  await owner.page.getByRole('region', { name: 'List of resources' }).focus();
  await owner.page.keyboard.press('j');
  await owner.page.keyboard.press('Enter');
  await owner.usable('/resources/{id}');
  t.is(new URL(owner.page.url()).pathname, `/resources/${queue}`);
  await owner.page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
  await owner.page.getByRole('link', { name: 'Payments' }).first().waitFor();
  for (const tab of ['History', 'Code', 'Ownership', 'Relationships', 'Executions']) {
    await owner.page.getByRole('tab', { name: tab, exact: true }).click();
    await owner.page.waitForURL((url) => url.searchParams.get('tab') === tab.toLowerCase());
    await owner.page.getByRole('tabpanel').waitFor();
  }
  const aws = owner.page.getByRole('link', { name: /Open in AWS/ });
  t.regex((await aws.getAttribute('href')) ?? '', /^https:\/\/console\.aws\.amazon\.com\/go\/view\?arn=/);

  await owner.page.keyboard.press('Control+k');
  await owner.page.getByRole('textbox', { name: /Search resources/ }).fill('order');
  await owner.page.getByRole('button', { name: /Resource.*orders/ }).waitFor();
  await owner.page.keyboard.press('Escape');

  await owner.open('/settings/ingest-tokens');
  await owner.page.getByRole('button', { name: 'Create token' }).click();
  await owner.page.getByRole('textbox', { name: 'Name', exact: true }).fill('CI');
  await owner.page.getByRole('button', { name: 'Create', exact: true }).click();
  await owner.page.getByText('The token is shown only now.').waitFor();

  // An expired access token is refreshed, and the request repeated, without a question.
  await owner.page.context().clearCookies({ name: 'svc_at' });
  t.is(await owner.open('/teams'), 'ready');
  t.deepEqual(owner.problems, []);

  const other = await fixture.api.signUp();
  const stranger = await newPerson(browser, fixture.api.url);
  await stranger.signIn(other.email, other.password);
  for (const address of [`/resources/${queue}`, `/applications/${application.id}`, `/teams/${team.id}`]) {
    t.is(await stranger.open(address), 'failed');
    await stranger.page.getByText('Not found', { exact: true }).first().waitFor();
  }
  await Promise.all([owner.close(), stranger.close()]);
});

test('shows hostile names as text on every page, accessibly, and offers each role only what it may do', async (t) => {
  t.timeout(300_000);
  const { fixture, browser } = t.context;
  const organization = await fixture.withResources((account) =>
    hostileNames.map((name) =>
      aResource(account, { name: name.slice(0, 2000), tags: { [name.slice(0, 120)]: name.slice(0, 250) } }),
    ),
  );
  const { client } = organization;
  const name = hostileNames[0] ?? '';
  const team = await dataOf(
    client.POST('/api/v1/teams', { body: { name, slug: 'hostile', description: name } }),
  );
  const application = await dataOf(
    client.POST('/api/v1/applications', { body: { name, description: name } }),
  );
  await dataOf(
    client.POST('/api/v1/applications/{id}/resources', {
      params: { path: { id: application.id } },
      body: { resource_ids: organization.model.map(({ id }) => id) },
    }),
  );
  await dataOf(client.POST('/api/v1/environments', { body: { name, class: 'production' } }));
  await dataOf(client.PATCH('/api/v1/organization', { body: { name } }));
  const person = await signedInPerson(browser, fixture.api.url, organization);
  const addresses = [
    ...(await listedPages(person.page)),
    `/applications/${application.id}`,
    `/teams/${team.id}`,
    `/accounts/${organization.account}`,
    ...organization.model.slice(0, 1).map(({ id }) => `/resources/${id}`),
  ];
  t.true(addresses.length > 30);
  const found: string[] = [];
  for (const address of addresses) {
    const state = await person.open(address);
    if (state === 'failed') found.push(`${address} failed`);
    const label = address.replace(/[0-9a-f]{8}-[0-9a-f-]+/, 'id').replaceAll(/[^a-z]+/gi, '-');
    await inspectPage(person, `page${label}`);
    const elements = await person.page.locator('img[src=x], a[href^="javascript:"], main script').count();
    if (elements > 0) found.push(`${address} made elements of a name`);
  }
  t.deepEqual([...found, ...person.problems], []);
  await person.close();

  const roles = ['viewer', 'auditor', 'engineer', 'cloud_admin'] as const;
  const walked = await Promise.all(
    roles.map(async (role) => {
      const member = await inviteMember(fixture.api, organization, [role]);
      const walker = await signedInPerson(browser, fixture.api.url, member);
      for (const address of await listedPages(walker.page)) await walker.follow(address);
      await walker.open(`/resources/${organization.model[0]?.id ?? ''}`);
      await walker.close();
      return [role, walker.problems] as const;
    }),
  );
  t.deepEqual(
    walked,
    roles.map((role) => [role, []] as const),
  );
});

/** The pages that the navigation offers. */
async function listedPages(page: Awaited<ReturnType<typeof newPerson>>['page']): Promise<readonly string[]> {
  return page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

test('adds a second factor, and asks for its code at the next sign-in', async (t) => {
  t.timeout(120_000);
  const { fixture, browser } = t.context;
  const { email, password } = await fixture.api.signUp();
  const signIn = async ({ page }: Awaited<ReturnType<typeof newPerson>>) => {
    await page.goto('/sign-in?next=/settings/sessions');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const first = await newPerson(browser, fixture.api.url);
  await signIn(first);
  await first.usable('/settings/sessions');
  await first.page.getByRole('button', { name: 'Add second factor' }).click();
  await first.page.getByLabel('Password', { exact: true }).fill(password);
  await first.page.getByRole('button', { name: 'Continue' }).click();
  await first.page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await first.page.getByRole('dialog').locator('code').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  // The first code is of this period and the second of the next one: each is accepted for half a minute longer.
  const codeAt = (periods: number) => app.generate({ timestamp: Date.now() + periods * 30_000 });
  await first.page.getByRole('textbox', { name: 'Code' }).fill(codeAt(0));
  await first.page.getByRole('button', { name: 'Confirm' }).click();
  await first.page.getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}/).waitFor();
  t.deepEqual(first.problems, []);
  await first.close();

  const second = await newPerson(browser, fixture.api.url);
  await signIn(second);
  await second.page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.page.getByText('The code is wrong, was used before, or has expired.').waitFor();
  await second.page.getByRole('textbox', { name: 'Code' }).fill(codeAt(1));
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.usable('/settings/sessions');
  await second.page.getByRole('button', { name: 'Remove second factor' }).waitFor();
  await second.close();
});

test('loads no more script than the limits of the first page, of each further page and of the graph', async (t) => {
  const { signIn, overview, pages, graph, worker } = await scriptSizes();
  t.true(Object.keys(pages).length > 40);
  const tooLarge = Object.entries({ signIn, overview, graph, worker, ...pages })
    .filter(([, { bytes, limit }]) => bytes === 0 || bytes > limit)
    .map(([name, { bytes, limit }]) => `${name} has ${bytes} bytes of ${limit}`);
  t.deepEqual(tooLarge, []);
});

test("gives another site's page and a foreign script nothing of a session", async (t) => {
  t.timeout(120_000);
  const { fixture, browser } = t.context;
  const { email, password } = await fixture.api.signUp();
  const victim = await newPerson(browser, fixture.api.url);
  await victim.signIn(email, password);
  await victim.usable('/');
  const { page } = victim;
  const origin = fixture.api.url;
  const requested: string[] = [];
  const attacker = createServer((request, response) => {
    requested.push(request.url ?? '');
    const logout = `${origin}/api/v1/auth/logout`;
    response.setHeader('Content-Type', request.url === '/x.js' ? 'text/javascript' : 'text/html');
    response.end(
      request.url === '/x.js'
        ? 'document.title = "taken"'
        : `<iframe src="${origin}/"></iframe><iframe name="hidden"></iframe>
           <form action="${logout}" method="post" target="hidden" enctype="text/plain"><input name="a"></form>
           <script>
             document.forms[0].submit();
             fetch("${logout}", { method: "POST", mode: "no-cors", credentials: "include", body: "{}" }).catch(() => 0);
           </script>`,
    );
  });
  // Another name of this machine is another site.
  await new Promise<void>((resolve) => attacker.listen(0, resolve));
  t.teardown(() => attacker.close());
  const attackerUrl = `http://localhost:${(attacker.address() as AddressInfo).port}`;

  const other = await page.context().newPage();
  await other.goto(`${attackerUrl}/`, { waitUntil: 'networkidle' });
  const [, framed] = other.frames();
  t.not(framed === undefined ? '' : await framed.locator('main').count(), 1, 'the console is in no frame');
  await other.close();
  await page.reload();
  t.is(await victim.usable('/'), 'empty', 'a request of another site does not sign out');

  const readable = String(
    await page.evaluate('document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
  );
  t.regex(readable, /svc_csrf=/);
  t.notRegex(readable, /svc_at|svc_rt|eyJ/, 'no token is where a script reads');
  t.deepEqual(victim.problems, []);
  await page.evaluate(`(async (foreign) => {
    const script = document.createElement('script');
    script.src = foreign + '/x.js';
    const inline = document.createElement('script');
    inline.textContent = 'document.title = "taken"';
    document.body.append(script, inline);
    await fetch(foreign + '/stolen').catch(() => undefined);
    new Image().src = foreign + '/stolen.png';
    const form = Object.assign(document.createElement('form'), { action: foreign + '/form', method: 'post' });
    document.body.append(form);
    form.submit();
  })(${JSON.stringify(attackerUrl)})`);
  const violated = () => victim.problems.flatMap((problem) => /^policy: (\S+)/.exec(problem)?.[1] ?? []);
  while (new Set(violated()).size < 4) await page.waitForTimeout(50);
  t.deepEqual([...new Set(violated())].toSorted(), [
    'connect-src',
    'form-action',
    'img-src',
    'script-src-elem',
  ]);
  t.not(await page.title(), 'taken');
  t.deepEqual(
    requested.filter((path) => path !== '/' && path !== '/favicon.ico'),
    [],
    'nothing reaches the other site',
  );
  await victim.close();
});

test('shows the shape of a page while it loads, why it failed, and a lost connection once', async (t) => {
  t.timeout(120_000);
  const { fixture, browser } = t.context;
  const person = await signedInPerson(browser, fixture.api.url, await fixture.api.signUp());
  const { page } = person;

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/v1\/teams\?|\/api\/v1\/teams$/, async (route) => {
    await held;
    await route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'request-1' },
      json: { code: 'internal_error', reason: 'An unexpected error occurred.', request_id: 'request-1' },
    });
  });
  await page.locator('nav a[href="/teams"]').click();
  await page.locator('main[data-page="/teams"][data-state=loading] .mantine-Skeleton-root').first().waitFor();
  release();
  t.is(await person.usable('/teams'), 'failed');
  await page.getByText('request-1').waitFor();
  await page.unroute(/\/api\/v1\/teams\?|\/api\/v1\/teams$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('main[data-page="/teams"][data-state=empty]').waitFor();

  await page.context().setOffline(true);
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Name' }))
    .first()
    .fill('a');
  const lost = page.getByText('The connection to the service is lost.');
  await lost.waitFor();
  t.is(await lost.count(), 1);
  await page.context().setOffline(false);
  await lost.waitFor({ state: 'detached' });
  t.is(await person.usable('/teams'), 'empty', 'the page recovers by itself');

  // The files of a release disappear with the next one: the page loads once again, and not for ever.
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/assets/plans-page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.locator('nav a[href="/plans"]').click();
  await page.waitForEvent('load');
  await page.locator('main[data-page=failed][data-state=failed]').waitFor();
  t.is(loads, 1);
  await page.unroute('**/assets/plans-page-*.js');
  t.is(await person.open('/plans'), 'empty');
  await person.close();
});

test('does not call the coverage complete when a page of the ledger failed to load', async (t) => {
  t.timeout(120_000);
  const { fixture, browser } = t.context;
  const organization = await fixture.withResources(() => []);
  await fixture.inventory.query(
    `insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, last_attempt_at,
       last_complete_at)
     values ($1, $2, 'eu-west-1', 'AWS::EC2::Instance', 'complete', now(), now())`,
    [organization.organizationId, organization.account],
  );
  const person = await signedInPerson(browser, fixture.api.url, organization);
  const { page } = person;
  await page.route(/\/discovery\/coverage\?/, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    if (!url.searchParams.has('cursor')) return route.continue({ url: url.href });
    return route.fulfill({
      status: 500,
      json: { code: 'internal_error', reason: 'An error.', request_id: 'r' },
    });
  });
  await page.locator('nav a[href="/coverage"]').click();
  await page.getByRole('heading', { name: 'No service of the cells shown has gaps' }).waitFor();
  await page.getByText('The picture shows the first 1 cell.').waitFor();
  await page.unroute(/\/discovery\/coverage\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: /^\d+ of \d+ services have gaps$/ }).waitFor();
  const others = person.problems.filter((problem) => !/^500 GET \S+\/discovery\/coverage\?/.test(problem));
  t.deepEqual(others, []);
  await person.close();
});
