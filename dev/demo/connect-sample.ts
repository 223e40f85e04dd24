import type { SampleOrganization } from '../sample-organization/create-sample-organization.ts';
import type { Stack } from '../stack/start-stack.ts';
import type { ApiClient } from './api-client.ts';
import { deployTemplate } from './deploy-template.ts';
import { waitFor } from './wait-for.ts';

export interface Sample {
  readonly connectionId: string;
  readonly managementAccountNumber: string;
  readonly productionAccountNumber: string;
  /** AWS account number → id of the account in the product. {@link onboard} fills it. */
  readonly accountIds: Record<string, string>;
}

interface Connection {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly external_id: string;
  readonly last_error?: string;
}

interface Step {
  readonly key: string;
  readonly title: string;
  readonly status: string;
  readonly detail?: string;
}

const connectionName = 'Sample organization';
const onboardingSeconds = 600;

/** Connects the sample organization, unless it is connected, and deploys the role template to its accounts. */
export async function connectSample(
  api: ApiClient,
  stack: Stack,
  { managementAccountNumber, accounts }: SampleOrganization,
  say: (text: string) => void,
): Promise<Sample> {
  const connection = await findOrCreate(api, managementAccountNumber, say);
  say(
    'Deploying the role template: a stack in the management account, a stack set for the member accounts …',
  );
  const template = (variant: string) =>
    api.get<object>(`/aws/connections/${connection.id}/template?variant=${variant}`);
  await deployTemplate({
    endpoint: stack.awsEndpointUrl,
    managementAccountNumber,
    stack: await template('management'),
    stackSet: await template('member'),
  });
  return {
    connectionId: connection.id,
    managementAccountNumber,
    productionAccountNumber: accounts.find(({ name }) => name === 'shop-production')?.id ?? '',
    accountIds: {},
  };
}

async function findOrCreate(
  api: ApiClient,
  managementAccountNumber: string,
  say: (text: string) => void,
): Promise<Connection> {
  const { items } = await api.get<{ items: readonly Connection[] }>('/aws/connections');
  const known = items.find(({ name }) => name === connectionName);
  if (known !== undefined) return known;
  say('Connecting the organization …');
  return api.post<Connection>('/aws/connections', {
    name: connectionName,
    kind: 'organization',
    management_account_id: managementAccountNumber,
    regions: ['eu-west-1', 'us-east-1'],
  });
}

/**
 * Starts a validation and waits until every onboarding step is done.
 *
 * @throws Error that names the failed step
 */
export async function onboard(api: ApiClient, sample: Sample, say: (text: string) => void): Promise<void> {
  const { run_id } = await api.post<{ run_id: string }>(`/aws/connections/${sample.connectionId}/validate`);
  await waitFor('validation', () => ended(api, run_id), onboardingSeconds);
  const path = `/aws/connections/${sample.connectionId}/onboarding-steps`;
  const steps = await waitFor(
    'onboarding',
    async () => {
      const { items } = await api.get<{ items: readonly Step[] }>(path);
      const failed = items.find(({ status }) => status === 'failed');
      if (failed !== undefined) throw new Error(`${failed.title} failed: ${failed.detail ?? 'no detail'}`);
      return items.every(({ status }) => ['done', 'skipped'].includes(status)) ? items : undefined;
    },
    onboardingSeconds,
  );
  for (const step of steps) say(`  ✔ ${step.title}${step.detail === undefined ? '' : `: ${step.detail}`}`);
  const { items } = await api.get<{ items: readonly { id: string; account_id: string }[] }>(
    '/aws/accounts?limit=200',
  );
  for (const account of items) sample.accountIds[account.account_id] = account.id;
}

async function ended(api: ApiClient, runId: string): Promise<true | undefined> {
  const { status } = await api.get<{ status: string }>(`/runs/${runId}`);
  return ['queued', 'running'].includes(status) ? undefined : true;
}
