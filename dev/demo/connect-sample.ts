import type { SampleOrganization } from '../sample-organization/create-sample-organization.ts';
import type { Stack } from '../stack/start-stack.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { CloudConnection } from '../../api-client/api-types.ts';
import { deployTemplate } from './deploy-template.ts';
import { waitFor } from './wait-for.ts';

export interface Sample {
  readonly connectionId: string;
  readonly productionAccountNumber: string;
}

const connectionName = 'Sample organization';

/** Connects the sample organization, unless it is connected, and deploys the role template to its accounts. */
export async function connectSample(
  client: TypedClient,
  stack: Stack,
  { managementAccountNumber, accounts }: SampleOrganization,
  say: (text: string) => void,
): Promise<Sample> {
  const connection = await findOrCreate(client, managementAccountNumber, say);
  say(
    'Deploying the role template: a stack in the management account, a stack set for the member accounts …',
  );
  const template = (variant: 'management' | 'member') =>
    dataOf(
      client.GET('/api/v1/aws/connections/{id}/template', {
        params: { path: { id: connection.id }, query: { variant } },
      }),
    );
  await deployTemplate({
    endpoint: stack.awsEndpointUrl,
    managementAccountNumber,
    stack: await template('management'),
    stackSet: await template('member'),
  });
  return {
    connectionId: connection.id,
    productionAccountNumber: accounts.find(({ name }) => name === 'shop-production')?.id ?? '',
  };
}

async function findOrCreate(
  client: TypedClient,
  managementAccountNumber: string,
  say: (text: string) => void,
): Promise<CloudConnection> {
  const { items } = await dataOf(client.GET('/api/v1/aws/connections'));
  const existing = items.find(({ name }) => name === connectionName);
  if (existing !== undefined) return existing;
  say('Connecting the organization …');
  const body = {
    name: connectionName,
    kind: 'organization' as const,
    management_account_id: managementAccountNumber,
    regions: ['eu-west-1', 'us-east-1'],
  };
  return dataOf(client.POST('/api/v1/aws/connections', { body }));
}

/**
 * Starts a validation and waits until every onboarding step is done.
 *
 * @throws Error that names the failed step
 */
export async function onboard(
  client: TypedClient,
  sample: Sample,
  say: (text: string) => void,
): Promise<void> {
  const params = { path: { id: sample.connectionId } };
  const { run_id } = await dataOf(client.POST('/api/v1/aws/connections/{id}/validate', { params }));
  await waitFor('validation', () => hasEnded(client, run_id));
  const steps = await waitFor('onboarding', async () => {
    const { items } = await dataOf(client.GET('/api/v1/aws/connections/{id}/onboarding-steps', { params }));
    const failed = items.find(({ status }) => status === 'failed');
    if (failed !== undefined) throw new Error(`${failed.title} failed: ${failed.detail ?? 'no detail'}`);
    return items.every(({ status }) => ['done', 'skipped'].includes(status)) ? items : undefined;
  });
  for (const step of steps) say(`  ✔ ${step.title}${step.detail === undefined ? '' : `: ${step.detail}`}`);
}

async function hasEnded(client: TypedClient, run_id: string): Promise<true | undefined> {
  const { status } = await dataOf(client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id } } }));
  return ['queued', 'running'].includes(status) ? undefined : true;
}
