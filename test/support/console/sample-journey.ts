import type { ExecutionContext } from 'ava';
import { demoLogin } from '../../../dev/demo/sign-in.ts';
import type { Person } from './console-browser.ts';
import { takeScreenshots } from './console-browser.ts';

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

/** Sees the end of the onboarding of the demo's organization, and finds its queue. */
export async function walkSample(t: ExecutionContext, person: Person): Promise<void> {
  const { page, usable } = person;
  await page.getByText('Everything is done.').waitFor();
  t.is(new Set(await page.locator('.steps li').evaluateAll(statusesOf)).has('failed'), false);
  await page.getByRole('link', { name: 'See the resources' }).click();
  await usable('/resources');
  await page.getByRole('textbox', { name: 'Name, id or ARN' }).fill(queueName);
  await page.getByRole('checkbox', { name: /AWS::SQS::Queue/ }).check();
  await page.getByRole('link', { name: queueName, exact: true }).first().waitFor();
  await takeScreenshots(page, 'sample-resources');
  t.deepEqual(person.problems, []);
}

const statusesOf = (steps: readonly { getAttribute(name: string): string | null }[]) =>
  steps.map((step) => step.getAttribute('data-status') ?? '');
