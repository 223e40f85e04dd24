import type { SampleOrganization } from '../sample-organization/create-sample-organization.ts';
import type { Stack } from '../stack/start-stack.ts';
import { connectSample, onboard } from './connect-sample.ts';
import { scanAll } from './scan.ts';
import { showAccounts, showChange, showInventory, showScan } from './show.ts';
import { demoLogin, signUpOrLogIn } from './sign-in.ts';

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
  const client = await signUpOrLogIn(url);
  const sample = await connectSample(client, stack, organization, say);
  await onboard(client, sample, say);
  const scan = await scanAll(client, sample.connectionId, started, say);
  await showAccounts(client, sample.connectionId, say);
  showScan(scan, stack, say);
  await showInventory(client, say);
  await showChange(client, sample, stack, say);
  say(`
API           ${url}/api/v1
Documentation ${url}/api/v1/docs
Temporal UI   ${stack.temporalUiUrl ?? 'as configured'}
Login         ${demoLogin.email} / ${demoLogin.password}`);
}
