import test from 'ava';
import { defaultWorkspace } from '../../../../domain/mapping/state-object.ts';
import type { DetectedState } from '../../../../domain/mapping/plan-detected-states.ts';
import { storeDetectedStates } from '../../../../db/mapping/states/detected-source-store.ts';
import { insertRepository, insertS3Project } from '../../../support/mapping/stored-projects.ts';
import { insertStateSource } from '../../../support/mapping/stored-state.ts';
import { useStoredScans } from '../../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

async function makeProjects() {
  const { organizationId } = await scans.makeAccount();
  const repositoryId = await insertRepository(scans.owner, organizationId);
  const project = (path: string) =>
    insertS3Project(scans.owner, organizationId, repositoryId, { path, backend: {} });
  const [a, b] = [await project('a'), await project('b')];
  const query = (text: string, values: readonly unknown[] = []) =>
    scans.owner.query<Record<string, unknown>>(text, [organizationId, ...values]);
  return {
    organizationId,
    a,
    b,
    query,
    state: (projectId: string, key: string, workspace = defaultWorkspace): DetectedState => ({
      projectId,
      workspace,
      variant: '',
      bucket: 'states',
      key,
      region: undefined,
      guessed: false,
    }),
    store: (states: readonly DetectedState[], projectsWithoutState: readonly string[] = []) =>
      scans.database.withTenant(organizationId, (tenant) =>
        storeDetectedStates(tenant, repositoryId, { states, projectsWithoutState }),
      ),
    sources: async () => {
      const rows = await query(
        `select s.id, s.key, s.origin, s.disabled, array(select p.path || ':' || l.workspace from iac_project_states l
           join iac_projects p on p.id = l.iac_project_id where l.state_source_id = s.id order by 1) as links
         from state_sources s where s.organization_id = $1 order by s.key`,
      );
      return rows;
    },
  };
}

test('inserts a source for each workspace, and changes nothing the next time', async (t) => {
  const { a, store, state, sources } = await makeProjects();
  const states = [state(a, 'a.tfstate'), state(a, 'env:/prod/a.tfstate', 'prod')];
  t.is((await store(states)).toSync.length, 2);
  t.like(await sources(), [
    { key: 'a.tfstate', origin: 'detected', links: ['a:default'] },
    { key: 'env:/prod/a.tfstate', origin: 'detected', links: ['a:prod'] },
  ]);
  const before = await sources();
  t.deepEqual(await store(states), { toSync: [], toMatch: [] });
  t.deepEqual(await sources(), before);
});

test('shares the source of projects with the same object, also one that a user added', async (t) => {
  const { a, b, store, state, sources, organizationId } = await makeProjects();
  await insertStateSource(scans.owner, organizationId, { key: 'shared' });
  t.is((await store([state(a, 'shared'), state(b, 'shared')])).toSync.length, 0);
  t.like(await sources(), [{ key: 'shared', origin: 'manual', links: ['a:default', 'b:default'] }]);
});

test('does not insert a source again that a user deleted', async (t) => {
  const { a, store, state, sources, query } = await makeProjects();
  await store([state(a, 'one')]);
  await query('delete from state_sources where organization_id = $1');
  t.is((await store([state(a, 'one'), state(a, 'two', 'dev')])).toSync.length, 1);
  t.like(await sources(), [{ key: 'two' }]);
  await store([state(a, 'moved')]);
  t.like(await sources(), [{ key: 'two' }]);
});

test('moves the source with the backend, but not fields that a user set', async (t) => {
  const { a, b, store, state, sources, query } = await makeProjects();
  await store([state(a, 'one'), state(b, 'two')]);
  const [one, two] = await sources();
  await query(`update state_sources set status = 'synced', etag = '"1"' where organization_id = $1`);
  await query(`update state_sources set patched_fields = '{key}' where organization_id = $1 and id = $2`, [
    two?.['id'],
  ]);
  const { toSync } = await store([state(a, 'one-moved'), state(b, 'two-moved')]);
  t.like(toSync, [{ id: one?.['id'], key: 'one-moved' }]);
  t.like(await sources(), [
    { id: one?.['id'], key: 'one-moved' },
    { id: two?.['id'], key: 'two' },
  ]);
  const [row] = await query(
    `select status, etag from state_sources where organization_id = $1 and key = 'one-moved'`,
  );
  t.deepEqual(row, { status: 'pending', etag: null });
});

test('links a project to another source when its backend moves there, and swaps two backends', async (t) => {
  const { a, b, store, state, sources } = await makeProjects();
  await store([state(a, 'one'), state(b, 'two')]);
  await store([state(a, 'two'), state(b, 'one')]);
  t.like(await sources(), [
    { key: 'one', links: ['b:default'] },
    { key: 'two', links: ['a:default'] },
  ]);
  await store([state(a, 'one'), state(b, 'one')]);
  t.like(await sources(), [{ key: 'one', links: ['a:default', 'b:default'] }]);
  await store([state(a, 'own'), state(b, 'one')]);
  t.like(await sources(), [
    { key: 'one', links: ['b:default'] },
    { key: 'own', links: ['a:default'] },
  ]);
});

test('deletes the source of a project without a backend, unless a user changed it', async (t) => {
  const { a, b, store, state, sources, query } = await makeProjects();
  await store([state(a, 'one'), state(b, 'two')]);
  await query(
    `update state_sources set patched_fields = '{region}' where organization_id = $1 and key = 'two'`,
  );
  await store([], [a, b]);
  t.like(await sources(), [{ key: 'two', links: ['b:default'] }]);
});

test('disables a source when all of its projects are disabled, and enables it again', async (t) => {
  const { a, b, store, state, sources, query } = await makeProjects();
  const states = [state(a, 'shared'), state(b, 'shared')];
  await store(states);
  const disable = (id: string, disabled: boolean) =>
    query('update iac_projects set disabled = $3 where organization_id = $1 and id = $2', [id, disabled]);
  await disable(a, true);
  await store([state(b, 'shared')]);
  t.like(await sources(), [{ disabled: false }]);
  await disable(b, true);
  await store([]);
  t.like(await sources(), [{ disabled: true }]);
  await query(`update iac_projects set status = 'missing' where organization_id = $1`);
  await disable(b, false);
  t.is((await store([])).toSync.length, 1, 'a missing project does not disable the source');
  t.like(await sources(), [{ disabled: false }]);
  await query(
    `update state_sources set disabled = true, patched_fields = '{disabled}' where organization_id = $1`,
  );
  t.is((await store([])).toSync.length, 0, 'a user disabled it');
});
