import test from 'ava';
import { clearInferenceScope } from '../../../../db/ownership/inference/inference-scope.ts';
import { refreshResourceIssues } from '../../../../db/ownership/issues/resource-issues.ts';
import { execute } from '../../../../db/query.ts';
import { sql } from '../../../../db/sql.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../../support/mapping/mapping-fixture.ts';
import type { MappedOrganization } from '../../../support/mapping/mapping-fixture.ts';
import { storedOwnership } from '../../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();
const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  fixture.inventory.query<T & Record<string, unknown>>(text, values);

const refresh = (organizationId: string) =>
  fixture.inventory.write(organizationId, (tenant) => refreshResourceIssues(tenant, 'all'));

interface Issue {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
}

/** Returns the open issues of resources by kind and name. */
const issuesOf = (organizationId: string) =>
  query<Issue>(
    `select i.id, i.kind, r.name, i.detail from ownership_issues i join resources r on r.id = i.target_id
     where i.organization_id = $1 and i.resolved_at is null order by i.kind, r.name`,
    [organizationId],
  );

const namesOf = async (organizationId: string, kind: string) =>
  (await issuesOf(organizationId)).filter((issue) => issue.kind === kind).map(({ name }) => name);

const setState = ({ queue }: MappedOrganization, name: string, column: string, value: string) =>
  query(`update resources set ${column} = $2 where id = $1`, [queue(name), value]);

test('opens unowned_resource for active resources without an application and an owner, and resolves it', async (t) => {
  const names = [
    'a',
    'archived',
    'child',
    'claimed',
    'default',
    'gone',
    'ignored',
    'member',
    'stale',
    'teamed',
  ];
  const organization = await makeMappedOrganization(fixture, names);
  const { organizationId, queue, entry, repositoryId } = organization;
  await organization.sync([entry('claimed')]);
  for (const state of ['child', 'default', 'ignored'])
    await setState(organization, state, 'management_state', state);
  await setState(organization, 'gone', 'status', 'unobserved');
  const store = storedOwnership(fixture.inventory, organizationId);
  const [shop, former, team] = [
    await store.application('shop'),
    await store.application('former'),
    await store.team('core'),
  ];
  await query('update applications set archived_at = now() where id = $1', [former]);
  await store.membership(shop, queue('member'));
  await store.membership(shop, queue('stale'), 'stale');
  await store.membership(former, queue('archived'));
  await store.repositoryTeam(repositoryId, team);
  const rule = await store.rule({ name: { equals: 'teamed' } }, { team: { id: team } });
  await query(
    `insert into resource_teams (organization_id, resource_id, team_id, rule_id, confidence) values ($1, $2, $3, $4, 'high')`,
    [organizationId, queue('teamed'), team, rule],
  );
  await refresh(organizationId);
  t.deepEqual(await namesOf(organizationId, 'unowned_resource'), ['a', 'archived', 'stale']);
  const before = await issuesOf(organizationId);
  t.is(before[0]?.detail, 'The resource has no application and no owner.');
  await refresh(organizationId);
  t.deepEqual(await issuesOf(organizationId), before, 'open issues stay as they are');
  await query('update teams set is_active = false where id = $1', [team]);
  await refresh(organizationId);
  t.deepEqual(await namesOf(organizationId, 'unowned_resource'), [
    'a',
    'archived',
    'claimed',
    'stale',
    'teamed',
  ]);
  await store.membership(shop, queue('a'));
  await refresh(organizationId);
  t.deepEqual(await namesOf(organizationId, 'unowned_resource'), ['archived', 'claimed', 'stale', 'teamed']);
});

test('opens conflicting_owners for resources whose applications share no owner', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['shared', 'split', 'unowned', 'ruled']);
  const { organizationId, queue } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  const [shop, billing, common, unowned] = [
    await store.application('Shop'),
    await store.application('Billing'),
    await store.application('Common'),
    await store.application('Unowned'),
  ];
  const [red, blue] = [await store.team('red'), await store.team('blue')];
  await store.teamOwner(shop, red);
  await store.teamOwner(billing, blue);
  await store.teamOwner(common, red);
  await store.teamOwner(common, blue);
  const members = {
    shared: [shop, common],
    split: [shop, billing],
    unowned: [shop, unowned],
    ruled: [shop, billing],
  };
  for (const [name, applications] of Object.entries(members))
    for (const application of applications) await store.membership(application, queue(name));
  const rule = await store.rule({ name: { equals: 'ruled' } }, { team: { id: red } });
  await query(
    `insert into resource_teams (organization_id, resource_id, team_id, rule_id, confidence) values ($1, $2, $3, $4, 'high')`,
    [organizationId, queue('ruled'), red, rule],
  );
  await refresh(organizationId);
  const [issue, ...others] = (await issuesOf(organizationId)).filter(
    ({ kind }) => kind === 'conflicting_owners',
  );
  t.deepEqual(others, []);
  t.like(issue, {
    name: 'split',
    detail: 'The applications of the resource have no owner in common: Billing, Shop.',
  });
  await store.teamOwner(billing, red);
  await refresh(organizationId);
  t.deepEqual(await namesOf(organizationId, 'conflicting_owners'), []);
});

test('opens conflicting_owners for resources whose repositories share no team', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['split', 'single']);
  const { organizationId, queue, entry, repositoryId } = organization;
  const [other] = await query<{ id: string; project: string }>(
    `with repository as (
       insert into repositories (organization_id, scm_connection_id, provider, external_id, full_name, url, visibility, archived)
       select organization_id, scm_connection_id, provider, '2', 'acme/other', url, visibility, false
       from repositories where id = $1 returning organization_id, id)
     insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection)
     select organization_id, id, 'live', 'terraform', 'terraform', 'root', 'automatic' from repository
     returning repository_id as id, id as project`,
    [repositoryId],
  );
  await organization.sync([entry('split'), entry('single')]);
  await organization.sync([entry('split')], await organization.addSource(other?.project));
  const store = storedOwnership(fixture.inventory, organizationId);
  await store.repositoryTeam(repositoryId, await store.team('red'));
  await store.repositoryTeam(other?.id ?? '', await store.team('blue'));
  await refresh(organizationId);
  t.deepEqual(await namesOf(organizationId, 'conflicting_owners'), ['split']);
  t.deepEqual(await namesOf(organizationId, 'unowned_resource'), []);
  await query("update resources set status = 'deleted', deleted_at = now() where id = $1", [queue('split')]);
  await refresh(organizationId);
  t.deepEqual(await namesOf(organizationId, 'conflicting_owners'), []);
});

test('a run of few resources changes only their issues', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['a', 'b', 'c']);
  const { organizationId, queue } = organization;
  const refreshOf = (...names: readonly string[]) =>
    fixture.inventory.write(organizationId, async (tenant) => {
      await execute(
        tenant,
        sql`insert into inference_scope (organization_id, resource_id)
          select ${organizationId}::uuid, unnest(${names.map(queue)}::uuid[])`,
      );
      await refreshResourceIssues(tenant, 'queued');
      await clearInferenceScope(tenant);
    });
  await refreshOf('a', 'b');
  t.deepEqual(await namesOf(organizationId, 'unowned_resource'), ['a', 'b']);
  const store = storedOwnership(fixture.inventory, organizationId);
  const shop = await store.application('shop');
  for (const name of ['a', 'b', 'c']) await store.membership(shop, queue(name));
  await refreshOf('b', 'c');
  t.deepEqual(await namesOf(organizationId, 'unowned_resource'), ['a']);
});
