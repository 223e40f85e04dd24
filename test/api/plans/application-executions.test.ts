import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { ownerOf } from '../../support/inventory/owner-of.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { seedState } from '../../support/mapping/seed-state.ts';
import { createApplication } from '../../support/ownership/ownership-client.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useInventoryApi();

const list = (client: TestClient, id: string, query: { limit?: number; cursor?: string } = {}) =>
  client.GET('/api/v1/applications/{id}/executions', { params: { path: { id }, query } });

async function withMembers() {
  const someone = await fixture.withResources((account) => [
    aResource(account, { name: 'by state' }),
    aResource(account, { name: 'by correction' }),
    aResource(account, { name: 'of another application' }),
  ]);
  const { client, organizationId, model } = someone;
  const owner = ownerOf(fixture.inventory);
  const repository = await insertRepository(owner, organizationId);
  const project = (path: string) => insertS3Project(owner, organizationId, repository, { path, backend: {} });
  const [one = '', two = '', three = ''] = model.map(({ id }) => id);
  const shop = await createApplication(client, 'Shop');
  const declare = (id: string, resource_ids: string[]) =>
    client.POST('/api/v1/applications/{id}/resources', { params: { path: { id } }, body: { resource_ids } });
  await dataOf(declare(shop, [one, two]));
  await dataOf(declare(await createApplication(client, 'Blog'), [three]));
  return {
    ...someone,
    shop,
    repository,
    project,
    resources: [one, two, three] as const,
    /** Inserts a state of the project that counts, with an entry for the resource. Returns its id. */
    manage: async (iacProjectId: string, resourceId: string) => {
      const id = await seedState({ ...owner, organizationId }, { iacProjectId }, ['aws_instance.one']);
      await owner.query('update state_sources set counted = true where id = $1', [id]);
      await owner.query(
        `update state_entries set resource_id = $2, class = 'matched', method = 'arn', confidence = 'high'
         where state_source_id = $1`,
        [id, resourceId],
      );
      return id;
    },
    /** Inserts an execution. */
    execute: (externalId: string, of: { project?: string; repository?: string } = {}) =>
      owner.query(
        `insert into executions (organization_id, external_id, kind, provider, status, iac_project_id, repository_id)
         values ($1, $2, 'apply', 'github_actions', 'succeeded', $3, $4)`,
        [organizationId, externalId, of.project ?? null, of.repository ?? null],
      ),
    executions: async () => (await dataOf(list(client, shop))).items.map((item) => item.external_id),
  };
}

test('lists the executions of projects that manage a member, newest first', async (t) => {
  const { client, organizationId, shop, project, resources, manage, execute, executions } =
    await withMembers();
  const [one, two, three] = resources;
  const [app, base, other] = [await project('app'), await project('base'), await project('other')];
  const state = await manage(app, one);
  await manage(other, three);
  await fixture.inventory.query(
    `insert into mapping_corrections (organization_id, resource_id, action, iac_project_id, address)
     values ($1, $2, 'link', $3, 'aws_instance.two')`,
    [organizationId, two, base],
  );
  await execute('1', { project: app });
  await execute('2', { project: base });
  await execute('3', { project: other });
  await execute('4');
  await execute('5', { project: app });
  t.deepEqual(await executions(), ['5', '2', '1']);
  const first = await dataOf(list(client, shop, { limit: 2 }));
  t.like(first.items[0], {
    external_id: '5',
    kind: 'apply',
    status: 'succeeded',
    provider: 'github_actions',
    iac_project_id: app,
    tool: {},
  });
  const rest = await dataOf(list(client, shop, { limit: 2, cursor: first.next_cursor ?? '' }));
  t.deepEqual(
    rest.items.map((item) => item.external_id),
    ['1'],
  );

  await fixture.inventory.query(
    `insert into mapping_corrections (organization_id, resource_id, action) values ($1, $2, 'unlink')`,
    [organizationId, one],
  );
  t.deepEqual(await executions(), ['2'], 'an unlinked claim does not manage');
  await fixture.inventory.query(
    "delete from mapping_corrections where action = 'unlink' and resource_id = $1",
    [one],
  );
  await fixture.inventory.query('update state_sources set counted = false where id = $1', [state]);
  t.deepEqual(await executions(), ['2'], 'a state that does not count does not manage');
  await fixture.inventory.query("update memberships set status = 'rejected' where resource_id = $1", [two]);
  t.deepEqual(await executions(), [], 'a rejected resource is no member');
});

test('lists the executions of linked repositories', async (t) => {
  const { client, shop, repository, project, execute, executions } = await withMembers();
  await execute('1', { repository });
  await execute('2', { repository, project: await project('app') });
  t.deepEqual(await executions(), []);
  await dataOf(
    client.PUT('/api/v1/repositories/{id}/associations', {
      params: { path: { id: repository } },
      body: { application_ids: [shop], team_ids: [] },
    }),
  );
  t.deepEqual(await executions(), ['2', '1']);
  const stranger = await fixture.api.signUp();
  await expectError(t, list(stranger.client, shop), 404, 'not_found');
  await expectError(t, list(client, randomUUID()), 404, 'not_found');
});
