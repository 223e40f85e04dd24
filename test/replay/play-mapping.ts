import { randomUUID } from 'node:crypto';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { requestStateDetection } from '../../commands/mapping/request-state-detection.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { connectOwner } from '../support/discovery/owner.ts';
import { connectAccount } from '../support/discovery/scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { connectStateAccount, untilSynced } from '../support/mapping/state-fixture.ts';
import { insertRepository, insertS3Project } from '../support/mapping/stored-projects.ts';
import { stateQueue, terraformState } from '../support/mapping/terraform-state.ts';
import type { TestApi } from '../support/test-api.ts';

/** Syncs and deletes a state source, detects the states of a repository, infers memberships, and extracts relationships. A worker must be running. */
export async function playMapping(api: TestApi): Promise<void> {
  const { client, organizationId } = await api.signUp();
  const owner = connectOwner(api.database.url);
  try {
    const account = await connectStateAccount({
      owner,
      organizationId,
      connectAccount: (regions = ['eu-west-1']) => connectAccount(owner, organizationId, regions),
    });
    await account.putState('a', terraformState([stateQueue('one', account.awsAccountNumber)]));
    const { id } = await dataOf(
      client.POST('/api/v1/state-sources', { body: { bucket: account.bucket, key: 'a' } }),
    );
    await untilSynced({ client, owner }, id);
    await dataOf(client.DELETE('/api/v1/state-sources/{id}', { params: { path: { id } } }));
    await dataOf(client.POST('/api/v1/graph/extraction-runs', { body: { aws_account_id: account.id } }));
    const repositoryId = await insertRepository(owner, organizationId);
    const backend = { bucket: account.bucket, key: 'a' };
    await insertS3Project(owner, organizationId, repositoryId, { path: 'a', backend });
    await api.services.database.withTenant(organizationId, (tenant) =>
      requestStateDetection(tenant, api.services, { id: repositoryId, fullName: 'acme/infra' }),
    );
    // A connection that was deleted in the meantime: HCP Terraform is not called.
    await api.services.database.withTenant(organizationId, (tenant) =>
      launchRun(tenant, api.services, { kind: 'sync_hcp_terraform', subjectId: randomUUID() }),
    );
    const { workflow } = api.services.temporal.client;
    const prefix = api.configuration.taskQueuePrefix;
    const maintenance = [
      'startStateSyncs',
      'refreshMappings',
      'requestQueuedInferences',
      'requestFullInferences',
      'requestFullExtractions',
    ] as const;
    for (const name of maintenance)
      await workflow.execute(name, {
        taskQueue: `${prefix}inventory`,
        workflowId: `${prefix}${name}`,
        args: [],
      });
    await eventually('the runs to end', async () => {
      const active = await owner.query(
        `select from runs where organization_id = $1 and status in ('queued', 'running')`,
        [organizationId],
      );
      return active.length === 0;
    });
  } finally {
    await owner.close();
  }
}
