import { deepEqual } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { runInference } from '../../../db/ownership/inference/run-inference.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { changeResources } from '../../support/inventory/inventory-writer.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { ownerOf } from '../../support/inventory/owner-of.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import { insertS3Project } from '../../support/mapping/stored-projects.ts';
import { createTeam } from '../../support/ownership/ownership-client.ts';
import { applyChange, change } from '../../support/ownership/random-changes.ts';
import type { ChangingWorld } from '../../support/ownership/random-changes.ts';
import { createApplication, createEnvironment } from '../../support/ownership/rule-fixture.ts';
import { storedOwnership } from '../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();

test('the run that follows random changes writes what a full run would write', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 10 }),
      async (steps) => {
        const { organizationId, world } = await makeWorld();
        await runInFull(organizationId);
        for (const changes of steps) {
          for (const one of changes) await applyChange(world, one);
          await processQueue(organizationId);
          const incremental = await readResults(organizationId);
          await runInFull(organizationId);
          deepEqual(incremental, await readResults(organizationId));
        }
      },
    ),
    // Shrinking would sign up an organization for each attempt.
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 6), includeErrorInReport: true, endOnFailure: true },
  );
  t.pass();
});

async function makeWorld(): Promise<{ readonly organizationId: string; readonly world: ChangingWorld }> {
  const { inventory } = fixture;
  const organization = await makeMappedOrganization(fixture, ['web-1', 'web-2', 'db-1', 'db-2']);
  const { client, organizationId, account, model, projectId, repositoryId, sourceId, entry } = organization;
  await organization.sync([entry('web-1'), entry('db-1')]);
  const resources = model.map(({ id }) => id);
  const [first = '', second = '', third = ''] = resources;
  await storedOwnership(inventory, organizationId).relationship(first, second);
  await storedOwnership(inventory, organizationId).relationship(third, second);
  const { userId: member } = await inviteMember(fixture.api, organization, ['engineer']);
  const other = await insertS3Project(ownerOf(inventory), organizationId, repositoryId, {
    path: 'other',
    backend: {},
  });
  const rescan: ChangingWorld['rescan'] = async (id, status, tags) => {
    const resource = model.find((one) => one.id === id);
    if (resource === undefined) throw new Error('the resource does not exist');
    const { managementState } = resource;
    const to = { name: resource.versions[0]?.name ?? null, status, managementState, tags };
    await inventory.write(organizationId, (tenant) =>
      changeResources(tenant, [{ resource, to }], new Date()),
    );
  };
  return {
    organizationId,
    world: {
      client,
      accounts: [account],
      resources,
      projects: [projectId, other],
      sources: [sourceId],
      repository: repositoryId,
      member,
      applications: [await createApplication(client, 'shop'), await createApplication(client, 'Billing')],
      teams: [await createTeam(client, 'Web'), await createTeam(client, 'Core')],
      environments: [await createEnvironment(client, 'live')],
      rules: [],
      rescan,
    },
  };
}

async function processQueue(organizationId: string): Promise<void> {
  await fixture.inventory.write(organizationId, async (tenant) => {
    while ((await runInference(tenant)) !== undefined);
  });
}

async function runInFull(organizationId: string): Promise<void> {
  await fixture.inventory.query("insert into inference_queue (organization_id, kind) values ($1, 'all')", [
    organizationId,
  ]);
  await processQueue(organizationId);
}

/** Returns the inferred rows and the open issues. */
async function readResults(organizationId: string): Promise<readonly object[]> {
  return fixture.inventory.query(
    `select resource_id, application_id as id, status, case when status = 'inferred'
         then jsonb_build_array(rule_id, source, confidence, evidence, only_related) end as inferred
       from memberships where organization_id = $1
     union all select resource_id, environment_id, source, jsonb_build_array(rule_id, evidence)
       from resource_environments where organization_id = $1
     union all select resource_id, team_id, 'team', jsonb_build_array(rule_id, confidence, evidence)
       from resource_teams where organization_id = $1
     union all select target_id, target_id, kind, to_jsonb(detail)
       from ownership_issues where organization_id = $1 and resolved_at is null
     order by 1, 2, 3`,
    [organizationId],
  );
}
