import type { SampleOrganization } from '../sample-organization/create-sample-organization.ts';
import type { Stack } from '../stack/start-stack.ts';
import { openPullRequests } from '../sample-source-control/open-pull-requests.ts';
import type { SampleSourceControl } from '../sample-source-control/start-sample-source-control.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import { connectSample, onboard } from './connect-sample.ts';
import type { Sample } from './connect-sample.ts';
import { connectSourceControl } from './connect-source-control.ts';
import { createOwnership } from './create-ownership.ts';
import { receiveEvents } from './receive-events.ts';
import { reviewMemberships } from './review-memberships.ts';
import { scanAll } from './run-scan.ts';
import { showAccess } from './show-access.ts';
import { showAssistant } from './show-assistant.ts';
import { showAccounts, showChange, showInventory, showScan } from './show.ts';
import { showDrift } from './show-drift.ts';
import { showImpact } from './show-impact.ts';
import { showMapping } from './show-mapping.ts';
import { showOwnership } from './show-ownership.ts';
import { showPlan } from './show-plan.ts';
import { showPrograms } from './show-programs.ts';
import { showProjects, showPullRequests } from './show-source-control.ts';
import { demoLogin, signUpOrLogIn } from './sign-in.ts';

export interface DemoOptions {
  /** Origin of the API. */
  readonly url: string;
  readonly stack: Stack;
  readonly organization: SampleOrganization;
  /** `undefined`: the demo has no source control. */
  readonly sourceControl: SampleSourceControl | undefined;
  readonly say: (text: string) => void;
}

/**
 * Connects the sample organization and its repositories through the public API, scans them, and prints the inventory, the
 * projects, the mapping to code, the owners, the impact of a queue, what is
 * exposed and who has access, the answers of two saved queries, a plan with the change that it explains, the drift of a
 * queue and its signed delivery, and answers of the assistant.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { url, stack, organization, sourceControl, say } = options;
  const started = new Date();
  const client = await signUpOrLogIn(url);
  say(`Console       ${url}  (${demoLogin.email} / ${demoLogin.password})\n`);
  const [sample, repositories] = await Promise.all([
    connectAndOnboard(client, stack, organization, say),
    sourceControl === undefined ? [] : connectSourceControl(client, url, sourceControl, say),
  ]);
  const scan = await scanAll(client, sample.connectionId, started, say);
  await showAccounts(client, sample.connectionId, say);
  showScan(scan, stack, say);
  await showInventory(client, say);
  await showChange(client, sample, stack, say);
  const projects = sourceControl === undefined ? [] : await showProjects(client, repositories, say);
  if (sourceControl !== undefined) await showMapping(client, projects, say);
  say('\nCreating environments, teams, inference rules and owners …');
  const ownership = await createOwnership(client, repositories, projects);
  await reviewMemberships(client, ownership, say);
  await showOwnership(client, ownership, say);
  await showImpact(client, ownership, say);
  await showAccess(client, say);
  await showPrograms(client, url, say);
  const receiver = await receiveEvents(client, say);
  try {
    await showPlan(client, { url, stack, sample }, { repositories, projects }, say);
    if (sourceControl !== undefined) {
      await showDrift(client, { stack, sample }, say);
      await receiver.showDelivery('resource.drifted', say);
    }
  } finally {
    await receiver.close();
  }
  if (sourceControl !== undefined) {
    say('\nOpening a pull request on GitHub and a merge request on GitLab …');
    await openPullRequests(sourceControl);
    await showPullRequests(client, repositories, projects, say);
  }
  await showAssistant(client, say);
  say(`
Console       ${url}
API           ${url}/api/v1
Documentation ${url}/api/v1/docs
Temporal UI   ${stack.temporalUiUrl ?? 'as configured'}
Login         ${demoLogin.email} / ${demoLogin.password}`);
}

async function connectAndOnboard(
  client: TypedClient,
  stack: Stack,
  organization: SampleOrganization,
  say: (text: string) => void,
): Promise<Sample> {
  const sample = await connectSample(client, stack, organization, say);
  await onboard(client, sample, say);
  return sample;
}
