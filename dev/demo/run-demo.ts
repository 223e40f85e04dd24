import type { SampleOrganization } from '../sample-organization/create-sample-organization.ts';
import type { Stack } from '../stack/start-stack.ts';
import { createApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { connectSample, onboard } from './connect-sample.ts';
import { demoLogin, signUpOrLogIn } from './sign-in.ts';
import { showAccounts, showChange, showInventory, showScan } from './show.ts';
import { scanAll } from './scan.ts';

export interface DemoOptions {
  /** Origin of the API. */
  readonly url: string;
  readonly stack: Stack;
  readonly organization: SampleOrganization;
  readonly say: (text: string) => void;
}

/** Connects the sample organization through the public API, scans it, and prints the inventory. */
export async function runDemo({ url, stack, organization, say }: DemoOptions): Promise<void> {
  const started = new Date();
  const api: ApiClient = await signUpOrLogIn(createApiClient(url), url);
  const sample = await connectSample(api, stack, organization, say);
  await onboard(api, sample, say);
  const scan = await scanAll(api, sample.connectionId, started, say);
  await showAccounts(api, sample.connectionId, say);
  await showScan(scan, stack, say);
  await showInventory(api, say);
  await showChange(api, sample, stack, say);
  say(`
API           ${url}/api/v1
Documentation ${url}/api/v1/docs
Temporal UI   ${stack.temporalUiUrl ?? 'as configured'}
Login         ${demoLogin.email} / ${demoLogin.password}`);
}
