import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CloudConnection, OnboardedAccount } from '../../../api-client/api-types.ts';
import { eventually } from '../eventually.ts';
import type { TestApi, TestClient } from '../test-api.ts';
import { trusting } from './customer.ts';
import { accountsOf } from './follow.ts';

export interface Connected {
  readonly client: TestClient;
  readonly connection: CloudConnection;
}

/** Creates a connection in a new organization. */
export async function connectStandalone(api: TestApi): Promise<Connected> {
  const { client } = await api.signUp();
  const body = { name: 'Single accounts', kind: 'standalone' as const, regions: ['eu-west-1'] };
  return { client, connection: await dataOf(client.POST('/api/v1/aws/connections', { body })) };
}

/** Adds an account, and waits for its validation. */
export async function addValidated(
  { client, connection }: Connected,
  awsAccountNumber: string,
): Promise<OnboardedAccount> {
  await dataOf(
    client.POST('/api/v1/aws/connections/{id}/accounts', {
      params: { path: { id: connection.id } },
      body: { account_id: awsAccountNumber },
    }),
  );
  return eventually(`${awsAccountNumber} to be validated`, async () => {
    const account = (await accountsOf(client, connection.id)).get(awsAccountNumber);
    return account === undefined || ['pending', 'validating'].includes(account.status) ? undefined : account;
  });
}

/** The failed checks, as `name: message`. */
export function failedChecks({ validation }: OnboardedAccount): readonly string[] {
  return validation.checks.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);
}

/** A trust policy that requires the external id of the connection. */
export const trusted = ({ connection }: Connected) => ({ condition: trusting(connection.external_id) });
