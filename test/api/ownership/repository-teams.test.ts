import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteScmConnectionBatch } from '../../../db/scm/delete-scm-connection.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { ownerOf } from '../../support/inventory/owner-of.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import {
  createApplication,
  createTeam,
  eventsOf,
  issuesOf,
  updateTeam,
} from '../../support/ownership/ownership-client.ts';

const fixture = useInventoryApi();

async function withRepository() {
  const someone = await fixture.withResources((account) => [aResource(account)]);
  const { client, organizationId } = someone;
  const repository = await insertRepository(ownerOf(fixture.inventory), organizationId);
  await fixture.inventory.query("update repositories set full_name = 'acme/web' where id = $1", [repository]);
  const params = { path: { id: repository } };
  return {
    ...someone,
    repository,
    link: (team_ids: readonly string[], application_ids: readonly string[] = []) =>
      client.PUT('/api/v1/repositories/{id}/associations', {
        params,
        body: { application_ids: [...application_ids], team_ids: [...team_ids] },
      }),
    linked: async () => (await dataOf(client.GET('/api/v1/repositories/{id}', { params }))).team_ids,
    /** Returns the subjects of the queue of inference, and empties it. */
    takeQueue: async () =>
      (
        await fixture.inventory.query<{ subject: string }>(
          `delete from inference_queue where organization_id = $1 returning kind || ' ' || subject_id as subject`,
          [organizationId],
        )
      )
        .map(({ subject }) => subject)
        .filter((subject) => !subject.startsWith('resource ')),
  };
}

test('sets the teams of a repository and requests inference for a change', async (t) => {
  const { client, repository, link, linked, takeQueue } = await withRepository();
  const teams = [await createTeam(client, 'Web'), await createTeam(client, 'Data')].toSorted();
  const [first = '', second = ''] = teams;
  await takeQueue();
  t.deepEqual(await dataOf(link([second, first, first])), {
    repository_id: repository,
    application_ids: [],
    team_ids: teams,
  });
  t.deepEqual(await linked(), teams);
  const { items } = await dataOf(client.GET('/api/v1/repositories'));
  t.deepEqual(items[0]?.team_ids, teams);
  t.deepEqual(await takeQueue(), [`repository ${repository}`]);
  await dataOf(link(teams));
  t.deepEqual(await takeQueue(), [], 'nothing changed');
  const shop = await createApplication(client, 'Shop');
  await takeQueue();
  await dataOf(link(teams, [shop]));
  t.deepEqual(await takeQueue(), [`repository ${repository}`], 'the applications changed');
  await dataOf(link([second], [shop]));
  t.deepEqual(await linked(), [second]);
  t.deepEqual(await takeQueue(), [`repository ${repository}`]);
  const audit = await dataOf(
    client.GET('/api/v1/organization/audit-log', {
      params: { query: { action: 'repository.associations_set' } },
    }),
  );
  t.deepEqual(audit.items[0]?.details, { application_ids: [shop], team_ids: [second] });
});

test('rejects unknown and foreign teams, and inactive ones that are not linked', async (t) => {
  const { client, link, linked } = await withRepository();
  const team = await createTeam(client, 'Web');
  await dataOf(link([team]));
  const foreign = await createTeam((await fixture.api.signUp()).client, 'Web');
  const refused = (id: string) => expectError(t, link([team, id]), 400, 'validation_failed');
  t.regex(await refused(foreign), /^team_ids: /);
  t.is(await refused(foreign), await refused(randomUUID()));
  t.deepEqual(await linked(), [team], 'a rejected request changes nothing');
  await dataOf(updateTeam(client, team, { is_active: false }));
  t.is((await link([team])).response.status, 200, 'a link that exists can stay');
  await dataOf(link([]));
  const active = await createTeam(client, 'Core');
  t.is(await expectError(t, link([active, team]), 409, 'conflict'), 'The team Web is inactive.');
});

test('rejects a new link to an archived application by its name, and keeps one that exists', async (t) => {
  const { client, link } = await withRepository();
  const [shop, blog] = [await createApplication(client, 'Shop'), await createApplication(client, 'Blog')];
  await dataOf(link([], [shop]));
  for (const id of [shop, blog])
    await dataOf(
      client.PATCH('/api/v1/applications/{id}', { params: { path: { id } }, body: { archived: true } }),
    );
  t.deepEqual((await dataOf(link([], [shop]))).application_ids, [shop]);
  t.is(await expectError(t, link([], [shop, blog]), 409, 'conflict'), 'The application Blog is archived.');
});

test('records events of changed teams, and one for the resources that inherit', async (t) => {
  const { client, organizationId, model, repository, link } = await withRepository();
  const [web, data] = [await createTeam(client, 'Web'), await createTeam(client, 'Data')];
  await dataOf(link([web]));
  t.deepEqual(await eventsOf(client), ['assigned acme/web'], 'the repository manages no resource');
  const project = await insertS3Project(ownerOf(fixture.inventory), organizationId, repository, {
    path: 'app',
    backend: {},
  });
  await fixture.inventory.query(
    `insert into mapping_corrections (organization_id, resource_id, action, iac_project_id, address)
     values ($1, $2, 'link', $3, 'aws_instance.web')`,
    [organizationId, model[0]?.id, project],
  );
  await dataOf(link([data]));
  const query = { target_id: repository };
  const { items } = await dataOf(client.GET('/api/v1/ownership/events', { params: { query } }));
  t.deepEqual(
    items.slice(0, 3).map(({ kind, team_id, source }) => [kind, team_id, source]),
    [
      ['inherited_changed', undefined, 'repository'],
      ['removed', web, 'repository'],
      ['assigned', data, 'repository'],
    ],
  );
  t.is((await eventsOf(client, { team_id: data })).length, 1);
});

test('the issue of an inactive team ends when its repository is unlinked or deleted', async (t) => {
  const { client, organizationId, repository, link } = await withRepository();
  const other = await withRepository();
  const team = await createTeam(client, 'Web');
  await dataOf(link([team]));
  await dataOf(updateTeam(client, team, { is_active: false }));
  t.deepEqual(await issuesOf(client), ['inactive_team open Web']);
  await dataOf(link([]));
  t.deepEqual(await issuesOf(client), []);
  await dataOf(updateTeam(client, team, { is_active: true }));
  await dataOf(link([team]));
  await dataOf(updateTeam(client, team, { is_active: false }));
  const [row] = await fixture.inventory.query<{ id: string }>(
    `update scm_connections set deleted_at = now()
     where id = (select scm_connection_id from repositories where id = $1) returning id`,
    [repository],
  );
  await fixture.inventory.write(organizationId, (tenant) => deleteScmConnectionBatch(tenant, row?.id ?? ''));
  t.deepEqual(await issuesOf(client), []);
  const path = { id: team };
  t.is((await client.DELETE('/api/v1/teams/{id}', { params: { path } })).response.status, 200);
  t.deepEqual(await other.linked(), []);
});
