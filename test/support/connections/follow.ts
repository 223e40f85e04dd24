import { eventually } from '../eventually.ts';
import type { TestClient } from '../test-api.ts';

export interface ConnectionAnswer {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly external_id: string;
  readonly role_name: string;
  readonly last_error?: string;
  readonly last_synced_at?: string;
  readonly organization_id_external?: string;
  readonly template: { readonly version: string; readonly url: string; readonly quick_create_url?: string };
}

export interface AccountAnswer {
  readonly id: string;
  readonly connection_id: string;
  readonly account_id: string;
  readonly name?: string;
  readonly email?: string;
  readonly ou_path?: string;
  readonly status: string;
  readonly included: boolean;
  readonly regions: readonly string[];
  readonly effective_regions: readonly string[];
  readonly scan_interval_minutes: number;
  readonly validation: {
    readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly message: string }[];
    readonly missing_permissions: readonly string[];
    readonly error?: string;
  };
  readonly template: { readonly version?: string; readonly behind: boolean };
}

export interface StepAnswer {
  readonly key: string;
  readonly status: string;
  readonly detail?: string;
  readonly completed_at?: string;
}

export interface RunAnswer {
  readonly run_id: string;
  readonly status: string;
  readonly error?: string;
}

/** Waits until a run has ended. */
export async function runEnded(client: TestClient, runId: unknown): Promise<RunAnswer> {
  return eventually(`run ${String(runId)} to end`, async () => {
    const { body } = await client.get<RunAnswer>(`/runs/${String(runId)}`);
    return ['queued', 'running'].includes(body.status) ? undefined : body;
  });
}

/** Sends a POST request that starts a run, and waits until the run has ended. */
export async function runOf(client: TestClient, path: string): Promise<RunAnswer> {
  const { status, body } = await client.post(path);
  if (status !== 202) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
  return runEnded(client, body['run_id']);
}

export async function stepsOf(client: TestClient, connectionId: string): Promise<Record<string, StepAnswer>> {
  const { body } = await client.get<{ items: StepAnswer[] }>(
    `/aws/connections/${connectionId}/onboarding-steps`,
  );
  return Object.fromEntries(body.items.map((step) => [step.key, step]));
}

/** Waits until a step has a status. */
export async function stepIs(
  client: TestClient,
  connectionId: string,
  key: string,
  status: string,
): Promise<StepAnswer> {
  return eventually(`step ${key} to be ${status}`, async () => {
    const step = (await stepsOf(client, connectionId))[key];
    return step?.status === status ? step : undefined;
  });
}

export async function accountsOf(
  client: TestClient,
  connectionId: string,
): Promise<ReadonlyMap<string, AccountAnswer>> {
  const { body } = await client.get<{ items: AccountAnswer[] }>(
    `/aws/connections/${connectionId}/accounts?limit=200`,
  );
  return new Map(body.items.map((account) => [account.account_id, account]));
}

/** Returns the template of an older release without the collectors of a service. */
export function olderTemplate(
  template: Record<string, unknown>,
  withoutService: string,
): Record<string, unknown> {
  const text = JSON.stringify(template, (key, value: unknown) => {
    if (key !== 'Action' || !Array.isArray(value)) return value;
    return (value as string[]).filter((action) => !action.startsWith(`${withoutService}:`));
  });
  const older = JSON.parse(text) as {
    Resources: Record<string, { Properties: { Tags?: { Key: string; Value: unknown }[] } }>;
  };
  for (const [name, resource] of Object.entries(older.Resources)) {
    for (const tag of resource.Properties.Tags ?? []) if (tag.Key === 'svc:template-version') tag.Value = '0';
    const renamed = name.replace(/V\d+$/, 'V0');
    delete older.Resources[name];
    older.Resources[renamed] = resource;
  }
  return older as Record<string, unknown>;
}
