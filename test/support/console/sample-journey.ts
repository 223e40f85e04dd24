import path from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { createTypedClient, dataOf } from '../../../api-client/create-typed-client.ts';
import { devConfiguration } from '../../../dev/configuration.ts';
import { demoLogin } from '../../../dev/demo/sign-in.ts';
import type { Person } from './console-browser.ts';
import { startEventReceiver } from '../events/event-receiver.ts';
import { takeScreenshots } from './console-browser.ts';
import { dialogOf } from './dialog-of.ts';

const queueName = 'orders-production';

/** Signs up the organization of the demo, and connects AWS. Stays on the page that follows the onboarding. */
export async function connectInConsole({ page, usable }: Person, accountNumber: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByRole('textbox', { name: 'Organization' }).fill('Sample company');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Demo');
  await page.getByRole('textbox', { name: 'Email' }).fill(demoLogin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoLogin.password);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await usable('/');
  await page.getByRole('link', { name: 'Connect AWS' }).click();
  await usable('/connections/new');
  // The demo goes on with the connection of this name.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sample organization');
  await page.getByRole('textbox', { name: 'Number of the management account' }).fill(accountNumber);
  await page.getByRole('textbox', { name: 'Regions' }).fill('eu-west-1, us-east-1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await usable('/connections/{id}');
  await page.locator('[data-id=deploy_role]').waitFor();
}

/** Sees the end of the onboarding, and signs out. */
export async function endOnboarding(t: ExecutionContext, person: Person): Promise<void> {
  const { page, usable } = person;
  await page.getByText('Everything is done.').waitFor();
  t.is(new Set(await page.locator('.steps li').evaluateAll(statusesOf)).has('failed'), false);
  await page.getByRole('link', { name: 'See the resources' }).click();
  await usable('/resources');
  await signOut(person);
}

/**
 * Does in the console, with the organization of the demo, what a person does in the first hour: signs in, finds a queue,
 * compares two of its revisions, reads its code, owner and what fails with it, reviews a membership, reports a plan and reads
 * it, asks the assistant twice, creates an API token and a subscription, sees a delivery, and signs out.
 * @param url origin of the API
 */
export async function walkSample(t: ExecutionContext, person: Person, url: string): Promise<void> {
  const { page, usable } = person;
  await person.signIn(demoLogin.email, demoLogin.password);
  await usable('/');
  await page.getByRole('img', { name: /^Changes per day: / }).waitFor();
  await takeScreenshots(page, 'sample-overview');
  await page.locator('nav a[href="/resources"]').click();
  await usable('/resources');
  await page.getByRole('textbox', { name: 'Name, id or ARN' }).fill(queueName);
  await page.getByRole('checkbox', { name: /AWS::SQS::Queue/ }).check();
  await page.getByRole('checkbox', { name: /eu-west-1/ }).check();
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await takeScreenshots(page, 'sample-resources');
  await keepForReadme(page, 'resources');
  await page.getByRole('link', { name: queueName, exact: true }).click();
  await usable('/resources/{id}');
  await page.getByRole('link', { name: 'Shop' }).first().waitFor();

  const openTab = async (name: string) => {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.waitForURL((current) => current.searchParams.get('tab') === name.toLowerCase());
  };
  await openTab('History');
  const revisions = page.getByRole('combobox', { name: 'From revision' });
  await revisions.locator('option').nth(1).waitFor({ state: 'attached' });
  const [oldest] = (await revisions.locator('option').evaluateAll(valuesOf)).slice(-1);
  await revisions.selectOption(oldest ?? '');
  await page.waitForURL((current) => current.searchParams.get('from') === oldest);
  await page
    .getByText(/VisibilityTimeout/)
    .first()
    .waitFor();
  await openTab('Code');
  await page.getByText('terraform/modules/service/main.tf').first().waitFor();
  await openTab('Ownership');
  await page.getByRole('tabpanel').getByRole('link', { name: 'Shop' }).first().waitFor();
  await openTab('Relationships');
  await page.getByRole('link', { name: `charge-${queueName}`, exact: true }).waitFor();
  await takeScreenshots(page, 'sample-relationships');
  await keepForReadme(page, 'resource');
  await page.getByRole('link', { name: 'Open in the graph' }).click();
  await usable('/graph');
  await page.locator('.graph-picture canvas').first().waitFor();
  await takeScreenshots(page, 'sample-graph');
  await page.getByRole('button', { name: 'Show what fails with it' }).click();
  await page
    .getByRole('table', { name: 'Impact' })
    .getByRole('link', { name: `charge-${queueName}`, exact: true })
    .waitFor();

  await person.open('/ownership');
  const queue = page.getByRole('region', { name: 'Review queue' });
  const reviewed = (await queue.locator('li[data-id]').first().getAttribute('data-id')) ?? '';
  await queue
    .locator(`li[data-id="${reviewed}"]`)
    .getByRole('button', { name: 'Confirm', exact: true })
    .click();
  await queue.locator(`li[data-id="${reviewed}"]`).waitFor({ state: 'detached' });

  await person.open('/settings/ingest-tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Console');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The token is shown only now.').waitFor();
  const token = (await page.getByRole('dialog').locator('.code-text').textContent()) ?? '';
  const plan = await dataOf(
    createTypedClient(url, token).POST('/api/v1/ingest/plans', { body: reportedPlan() }),
  );
  await person.open('/plans');
  await page.locator(`tr[data-id="${plan.id}"]`).getByRole('link').first().click();
  await usable('/plans/{id}');
  await page.getByText('aws_sqs_queue.archive').first().waitFor();
  t.is((await page.getByText('a password of the plan').count()) > 0, false, 'sensitive values are not shown');

  await person.open('/assistant');
  await page.getByRole('textbox', { name: 'Question' }).fill(`Who owns queue ${queueName} in eu-west-1?`);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.waitForURL((current) => current.searchParams.has('conversation'), { timeout: 60_000 });
  await page.locator('.answer').filter({ hasText: /Shop/ }).first().waitFor();
  await page.getByRole('textbox', { name: 'Question' }).fill('Which code manages it?');
  await page.getByRole('textbox', { name: 'Question' }).press('Enter');
  await page
    .locator('section[data-id]')
    .nth(1)
    .getByText(/main\.tf|terraform/)
    .first()
    .waitFor({ timeout: 60_000 });
  await takeScreenshots(page, 'sample-assistant');

  await person.open('/settings/api-tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  const { form, fill, choose, send } = dialogOf(page);
  await fill('Name', 'Reports');
  await choose('Permissions', 'resources:read');
  await page.getByRole('option', { name: 'resources:read', exact: true }).click();
  await page.keyboard.press('Tab');
  await send('Create');
  await form.getByText('The token is shown only now.').waitFor();
  const apiToken = (await form.locator('.code-text').textContent()) ?? '';
  const found = await dataOf(
    createTypedClient(url, apiToken).GET('/api/v1/resources', { params: { query: { q: queueName } } }),
  );
  t.true(
    found.items.some(({ name }) => name === queueName),
    'the token reads the inventory',
  );

  const receiver = await startEventReceiver();
  try {
    await person.open('/settings/subscriptions');
    await page.getByRole('button', { name: 'Create subscription' }).click();
    await fill('Name', 'Deliveries');
    await fill('URL', `${receiver.origin}/`);
    await choose('Only of regions', 'eu-west-1');
    await send('Create');
    await form.getByText('It is shown only now.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await usable('/settings/subscriptions/{id}');
    await page.getByText('eu-west-1').first().waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText(/^Delivered in \d+ ms, response 204/).waitFor();
  } finally {
    await receiver.close();
  }

  await signOut(person);
  t.deepEqual(person.problems, []);
}

async function signOut({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Account of Demo' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL((current) => current.pathname === '/sign-in');
}

/** Replaces a picture of the README, if UPDATE_README_PICTURES is set. */
async function keepForReadme(page: Page, name: string): Promise<void> {
  if (process.env['UPDATE_README_PICTURES'] === '1')
    await page.screenshot({
      path: path.join(devConfiguration.projectFolder, 'docs', 'images', `${name}.png`),
    });
}

const statusesOf = (steps: readonly { getAttribute(name: string): string | null }[]) =>
  steps.map((step) => step.getAttribute('data-status') ?? '');
const valuesOf = (options: readonly { getAttribute(name: string): string | null }[]) =>
  options.map((option) => option.getAttribute('value') ?? '');

function reportedPlan() {
  return {
    commit_sha: '1'.repeat(40),
    project_path: 'terraform/shop/production',
    external_id: `console-${Date.now()}`,
    plan: {
      format_version: '1.2',
      terraform_version: '1.14.0',
      resource_changes: [
        {
          address: 'aws_sqs_queue.archive',
          mode: 'managed',
          type: 'aws_sqs_queue',
          name: 'archive',
          provider_name: 'registry.terraform.io/hashicorp/aws',
          change: {
            actions: ['delete'],
            before: { name: 'archive-production', policy: 'a password of the plan' },
            after: null,
            after_unknown: {},
            before_sensitive: { policy: true },
            after_sensitive: false,
          },
        },
      ],
    },
  };
}
