import { dataOf } from '../../../api-client/create-typed-client.ts';
import type {
  Accepted,
  ApiError as ErrorBody,
  OnboardedAccount,
  OnboardingStep,
  BackgroundRun,
} from '../../../api-client/api-types.ts';
import { eventually } from '../eventually.ts';
import type { TestClient } from '../test-api.ts';

/** Waits until a run has ended. */
export async function waitForRun(client: TestClient, run_id: string): Promise<BackgroundRun> {
  return eventually(`run ${run_id} to end`, async () => {
    const run = await dataOf(client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id } } }));
    return ['queued', 'running'].includes(run.status) ? undefined : run;
  });
}

/** Waits until the run that a request started has ended. @throws ApiError when the request is rejected */
export async function waitForRunOf(
  client: TestClient,
  request: Promise<{ readonly data?: Accepted; readonly error?: ErrorBody; readonly response: Response }>,
): Promise<BackgroundRun> {
  const { run_id } = await dataOf(request);
  return waitForRun(client, run_id);
}

/** Returns the onboarding steps of a connection by key. */
export async function stepsOf(
  client: TestClient,
  connectionId: string,
): Promise<Partial<Record<OnboardingStep['key'], OnboardingStep>>> {
  const params = { path: { id: connectionId } };
  const { items } = await dataOf(client.GET('/api/v1/aws/connections/{id}/onboarding-steps', { params }));
  return Object.fromEntries(items.map((step) => [step.key, step]));
}

/** Waits until a step has a status. */
export async function waitForStep(
  client: TestClient,
  connectionId: string,
  key: OnboardingStep['key'],
  status: OnboardingStep['status'],
): Promise<OnboardingStep> {
  return eventually(`step ${key} to be ${status}`, async () => {
    const step = (await stepsOf(client, connectionId))[key];
    return step?.status === status ? step : undefined;
  });
}

/** Returns the accounts of a connection by AWS account number. */
export async function accountsOf(
  client: TestClient,
  connectionId: string,
): Promise<ReadonlyMap<string, OnboardedAccount>> {
  const params = { path: { id: connectionId }, query: { limit: 200 } };
  const { items } = await dataOf(client.GET('/api/v1/aws/connections/{id}/accounts', { params }));
  return new Map(items.map((account) => [account.account_id, account]));
}

/** Returns an account by its id in the product. */
export function accountById(client: TestClient, id: string): Promise<OnboardedAccount> {
  return dataOf(client.GET('/api/v1/aws/accounts/{id}', { params: { path: { id } } }));
}

/** Returns the template of an older release without the collectors of a service, whose actions the boundary allows. */
export function olderTemplate(
  template: Record<string, unknown>,
  withoutService: string,
): Record<string, unknown> {
  const older = structuredClone(template) as {
    Resources: Record<
      string,
      {
        Properties: {
          Tags?: { Key: string; Value: unknown }[];
          PolicyDocument?: { Statement: { Action: string[] }[] };
        };
      }
    >;
  };
  for (const [id, { Properties }] of Object.entries(older.Resources)) {
    for (const tag of Properties.Tags ?? []) if (tag.Key === 'svc:template-version') tag.Value = '0';
    if (!id.startsWith('Read')) continue;
    for (const statement of Properties.PolicyDocument?.Statement ?? [])
      statement.Action = statement.Action.filter((action) => !action.startsWith(`${withoutService}:`));
  }
  return older as Record<string, unknown>;
}
