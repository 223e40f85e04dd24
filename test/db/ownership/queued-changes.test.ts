import test from 'ava';
import { storeAwsOrganization } from '../../../db/connections/store-aws-organization.ts';
import { storeDetectedStates } from '../../../db/mapping/states/detected-source-store.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import type { MappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import { insertStateSource } from '../../support/mapping/stored-state.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import { storedOwnership } from '../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();

/** Empties the queue, makes a change, and returns the rows that it queued as `<kind> <id>`. */
async function queuedBy(
  { organizationId }: MappedOrganization,
  change: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { inventory } = fixture;
  await inventory.query('delete from inference_queue where organization_id = $1', [organizationId]);
  await change();
  const rows = await inventory.query<{ text: string }>(
    `select distinct kind || ' ' || coalesce(subject_id::text, '') as text from inference_queue
     where organization_id = $1 order by 1`,
    [organizationId],
  );
  return rows.map(({ text }) => text);
}

test('a sync queues the resources whose entries are matched or released', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['a', 'b']);
  const { queue, entry } = organization;
  const sync = (...names: readonly string[]) =>
    queuedBy(organization, () => organization.sync(names.map((name) => entry(name))));
  t.deepEqual(await sync(), [`state_source ${organization.sourceId}`], 'its entries begin to count');
  t.deepEqual(await sync('a'), [`resource ${queue('a')}`]);
  t.deepEqual(await sync('a'), []);
  t.deepEqual(await sync('b'), [`resource ${queue('a')}`, `resource ${queue('b')}`].toSorted());
});

test('corrections, changes and deletions of a state source, and environments of projects are queued', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['a']);
  const { organizationId, client, queue, entry, sourceId, projectId } = organization;
  await organization.sync([entry('a')]);
  const correct = (method: string, path: string, body?: object) => () =>
    client.request<{ id: string }>(method, `/resources/${queue('a')}/mapping-corrections${path}`, { body });
  let correction = '';
  t.deepEqual(
    await queuedBy(organization, async () => {
      const response = await correct('POST', '', { action: 'unlink' })();
      correction = response.body.id;
    }),
    [`resource ${queue('a')}`],
  );
  t.deepEqual(await queuedBy(organization, correct('DELETE', `/${correction}`)), [`resource ${queue('a')}`]);
  const environmentId = await storedOwnership(fixture.inventory, organizationId).environment('prod');
  const patchProject = (body: object) => () =>
    client.request('PATCH', `/iac-projects/${projectId}`, { body });
  t.deepEqual(await queuedBy(organization, patchProject({ environment_id: environmentId })), [
    `project ${projectId}`,
  ]);
  t.deepEqual(await queuedBy(organization, patchProject({ kind: 'module' })), []);
  const source = `/state-sources/${sourceId}`;
  t.deepEqual(
    await queuedBy(organization, () => client.request('PATCH', source, { body: { iac_project_id: null } })),
    [`state_source ${sourceId}`],
  );
  t.deepEqual(await queuedBy(organization, () => client.request('DELETE', source)), [
    `resource ${queue('a')}`,
  ]);
  const runs = await fixture.inventory.query(
    "select from runs where organization_id = $1 and kind = 'infer_memberships'",
    [organizationId],
  );
  t.is(runs.length, 1, 'the requests share a run');
});

test('a detection queues the sources whose projects change', async (t) => {
  const organization = await makeMappedOrganization(fixture, []);
  const { organizationId, projectId, repositoryId } = organization;
  const owner = connectOwner(fixture.api.database.url);
  const sourceId = await insertStateSource(owner, organizationId, { key: 'live' });
  const otherId = await insertStateSource(owner, organizationId, { key: 'other' });
  await owner.close();
  const statesOf = (key: string) => [
    {
      projectId,
      workspace: 'default',
      variant: '',
      guessed: false,
      bucket: 'states',
      key,
      region: undefined,
    },
  ];
  const states = statesOf('live');
  const detect = (given: typeof states, projectsWithoutState: readonly string[]) => () =>
    fixture.inventory.write(organizationId, (tenant) =>
      storeDetectedStates(tenant, repositoryId, { states: given, projectsWithoutState }),
    );
  t.deepEqual(await queuedBy(organization, detect(states, [])), [`state_source ${sourceId}`]);
  t.deepEqual(await queuedBy(organization, detect(states, [])), []);
  t.deepEqual(
    await queuedBy(organization, detect(statesOf('other'), [])),
    [`state_source ${sourceId}`, `state_source ${otherId}`].toSorted(),
    'the project changes its source',
  );
  t.deepEqual(await queuedBy(organization, detect([], [projectId])), [`state_source ${otherId}`]);
});

test('a sync of an AWS organization reports the accounts that moved to another organizational unit', async (t) => {
  const { organizationId, account, number } = await makeMappedOrganization(fixture, []);
  const [row] = await fixture.inventory.query<{ connection_id: string }>(
    'select connection_id from aws_accounts where id = $1',
    [account],
  );
  const sync = (ouPath: string) =>
    fixture.inventory.write(organizationId, (tenant) =>
      storeAwsOrganization(
        tenant,
        row?.connection_id ?? '',
        [{ account_id: number, name: 'Main', email: undefined, ou_path: ouPath, suspended: false }],
        'aws',
      ),
    );
  t.deepEqual((await sync('/Root/Sandbox'))?.movedIds, [account]);
  t.deepEqual((await sync('/Root/Sandbox'))?.movedIds, []);
  t.deepEqual((await sync('/Root/Production'))?.movedIds, [account]);
});
