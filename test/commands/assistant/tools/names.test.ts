import { randomUUID } from 'node:crypto';
import test from 'ava';
import { assistantTools } from '../../../../commands/assistant/tools.ts';
import { permissions } from '../../../../domain/identity/permissions.ts';
import { makeToolWorld, readTool, runTool } from '../../../support/assistant/tool-world.ts';
import type { Arguments, ToolWorld } from '../../../support/assistant/tool-world.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { aResource } from '../../../support/inventory/test-inventory.ts';
import { storedOwnership } from '../../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();
let world: ToolWorld;
test.before(async () => {
  world = await makeToolWorld(fixture);
});

/** An organization with resources of these names, and a function that returns the names of the candidates or the record. */
async function withNamed(...names: readonly string[]) {
  const organization = await fixture.withResources((account) =>
    names.map((name) =>
      aResource(account, {
        name,
        type: 'AWS::SQS::Queue',
        arn: `arn:aws:sqs:eu-west-1:123456789012:${name}`,
      }),
    ),
  );
  const { organizationId } = organization;
  return {
    ...organization,
    resolve: async (resource: string) => {
      const result = await runTool(fixture, organizationId, 'get_resource', { resource });
      return 'ambiguous' in result
        ? {
            candidates: result.ambiguous.candidates.map(({ entity }) => entity.name),
            total: result.ambiguous.total,
          }
        : result.rows[0]?.entity.name;
    },
  };
}

test('resolves a resource by id, ARN, same name, name without case, and part, in this order', async (t) => {
  const { resolve, model } = await withNamed('Orders', 'orders', 'orders-dlq', 'mail', 'MAIL-in');
  t.is(await resolve(model[2]?.id ?? ''), 'orders-dlq');
  t.is(await resolve(model[0]?.nativeId ?? ''), 'Orders');
  t.is(await resolve('arn:aws:sqs:eu-west-1:123456789012:orders'), 'orders');
  t.is(await resolve('orders'), 'orders');
  t.deepEqual(await resolve('ORDERS'), { candidates: ['Orders', 'orders'], total: 2 });
  t.is(await resolve('Mail'), 'mail');
  t.is(await resolve('-dlq'), 'orders-dlq');
  t.deepEqual(await resolve('rders'), { candidates: ['Orders', 'orders', 'orders-dlq'], total: 3 });
  t.is(await resolve('  mail  '), 'mail');
});

test('lists five candidates of an ambiguous name and how many there are', async (t) => {
  const { resolve } = await withNamed('a-x', 'b-x', 'c-x', 'd-x', 'e-x', 'f-x', 'g-x');
  t.deepEqual(await resolve('-x'), { candidates: ['a-x', 'b-x', 'c-x', 'd-x', 'e-x'], total: 7 });
});

test('candidates have the fields that distinguish them', async (t) => {
  const { organizationId } = await fixture.withResources((account) => [
    aResource(account, { name: 'twin', region: 'eu-west-1' }),
    aResource(account, { name: 'twin', region: 'us-east-1' }),
  ]);
  const result = await runTool(fixture, organizationId, 'get_ownership', { resource: 'twin' });
  if (!('ambiguous' in result)) return t.fail();
  t.is(result.ambiguous.argument, 'resource');
  t.deepEqual(result.ambiguous.candidates.map(({ fields }) => JSON.stringify(fields['region'])).toSorted(), [
    '"eu-west-1"',
    '"us-east-1"',
  ]);
  t.like(result.ambiguous.candidates[0]?.fields, { name: 'twin', account: 'Main', status: 'active' });
});

test('prefers live records of the same rank', async (t) => {
  const { resolve, model, organizationId } = await withNamed('queue', 'queue');
  const remove = (index: number) =>
    fixture.inventory.query(`update resources set status = 'deleted', deleted_at = now() where id = $1`, [
      model[index]?.id,
    ]);
  await remove(0);
  const { rows } = await readTool(fixture, organizationId, 'get_resource', { resource: 'queue' });
  t.is(rows[0]?.entity.id, model[1]?.id);
  await remove(1);
  t.deepEqual(await resolve('queue'), { candidates: ['queue', 'queue'], total: 2 });
});

test('the ARN of the root user of an account is in the partition of its role', async (t) => {
  const { organizationId } = await fixture.withResources(() => []);
  const [account] = await fixture.inventory.query<{ id: string; account_id: string }>(
    `update aws_accounts set role_arn = 'arn:aws-cn:iam::' || account_id || ':role/inventory'
     where organization_id = $1 returning id, account_id`,
    [organizationId],
  );
  const subjectOf = async (partition: string) => {
    const arn = `arn:${partition}:iam::${account?.account_id ?? ''}:root`;
    const result = await runTool(fixture, organizationId, 'count_resources', { account: arn });
    return 'rows' in result ? result.subject?.id : undefined;
  };
  t.is(await subjectOf('aws-cn'), account?.id ?? '');
  await t.throwsAsync(subjectOf('aws'), { message: 'account: matches no account' });
});

test('resolves accounts, applications, teams, environments, projects and repositories', async (t) => {
  const subjectOf = async (args: Arguments) =>
    (await readTool(fixture, world.organizationId, 'count_resources', args)).subject?.id;
  t.is(await subjectOf({ account: world.number }), world.account);
  t.is(await subjectOf({ account: `arn:aws:iam::${world.number}:root` }), world.account);
  t.is(await subjectOf({ account: 'SANDBOX' }), world.sandbox);
  t.is(await subjectOf({ account: world.sandbox.toUpperCase() }), world.sandbox);
  t.is(await subjectOf({ application: 'sho' }), world.shop);
  t.is(await subjectOf({ team: 'payments' }), world.payments);
  t.is(await subjectOf({ environment: 'staging' }), world.staging);
  for (const project of ['live', 'acme/infra/live', 'acme/infra:live', 'infra', world.projectId])
    t.is(await subjectOf({ project }), world.projectId, project);
  const repository = async (text: string) =>
    (await readTool(fixture, world.organizationId, 'list_projects', { repository: text })).subject?.id;
  for (const text of ['acme/infra', 'infra', 'ACME/INFRA', 'https://github.example.com/acme/infra'])
    t.is(await repository(text), world.repositoryId, text);
});

test('finds the management account of a connection when no account has this name', async (t) => {
  const { organizationId, account } = await fixture.withResources((of) => [
    aResource(of, { name: 'one' }),
    aResource(of, { name: 'two' }),
  ]);
  const count = () => readTool(fixture, organizationId, 'count_resources', { account: 'management' });
  await t.throwsAsync(count, { message: /account: matches no account/ });
  await fixture.inventory.query(
    `update aws_connections c set kind = 'organization', management_account_id = a.account_id
     from aws_accounts a where a.organization_id = $1 and a.id = $2 and c.organization_id = $1 and c.id = a.connection_id`,
    [organizationId, account],
  );
  t.is((await count()).subject?.id, account);
});

test('finds an environment by its class when no name matches', async (t) => {
  const { organizationId } = await fixture.withResources(() => []);
  const ownership = storedOwnership(fixture.inventory, organizationId);
  const id = await ownership.environment('Live');
  const count = () => readTool(fixture, organizationId, 'count_resources', { environment: 'Production' });
  t.is((await count()).subject?.id, id);
  const exact = await ownership.environment('production');
  t.is((await count()).subject?.id, exact);
});

test('rejects a name that matches nothing with the name of the argument only', async (t) => {
  const message = async (tool: string, args: Arguments) =>
    (await t.throwsAsync(runTool(fixture, world.organizationId, tool, args)))?.message;
  t.is(await message('count_resources', { account: 'nowhere' }), 'account: matches no account');
  t.is(await message('get_resource', { resource: randomUUID() }), 'resource: matches no resource');
  t.is(await message('list_changes', { team: 'x%' }), 'team: matches no team');
  t.is(await message('get_resource', { resource: 'x'.repeat(900) }), 'resource: matches no resource');
});

test('records of another organization match nothing, by name and by id', async (t) => {
  const other = await fixture.withResources((account) => [aResource(account, { name: 'mine' })]);
  const message = async (tool: string, args: Arguments) =>
    (await t.throwsAsync(runTool(fixture, other.organizationId, tool, args)))?.message;
  const { sandbox, shop, payments, production, projectId, repositoryId, idOf } = world;
  for (const account of [sandbox, 'Sandbox', world.number])
    t.is(await message('count_resources', { account }), 'account: matches no account');
  for (const application of [shop, 'Shop'])
    t.is(await message('search_resources', { application }), 'application: matches no application');
  t.is(await message('count_changes', { team: payments }), 'team: matches no team');
  t.is(await message('count_changes', { environment: production }), 'environment: matches no environment');
  t.is(await message('get_coverage', { project: projectId }), 'project: matches no project');
  t.is(
    await message('list_pull_requests', { repository: repositoryId }),
    'repository: matches no repository',
  );
  const byResource = assistantTools.filter(({ parameters }) => parameters.shape['resource'] !== undefined);
  t.true(byResource.length >= 8);
  for (const { name } of byResource)
    for (const resource of [idOf('orders'), 'orders'])
      t.is(await message(name, { resource }), 'resource: matches no resource', name);
});

/** Tools that return records which a new organization has. */
const recordsOfNew = new Set(['list_saved_queries', 'list_members', 'list_audit_entries']);

test('lists and counts have nothing of another organization', async (t) => {
  const empty = await fixture.api.signUp();
  for (const { name, parameters } of assistantTools) {
    if (!parameters.safeParse({}).success) continue;
    const result = await readTool(fixture, empty.organizationId, name, {});
    if (recordsOfNew.has(name)) {
      const others = await readTool(fixture, world.organizationId, name, {});
      const ids = new Set(others.rows.map(({ entity }) => entity.id));
      t.false(
        result.rows.some(({ entity }) => ids.has(entity.id)),
        name,
      );
      continue;
    }
    t.deepEqual(result.rows, [], name);
    t.true(result.total === 0 || result.total === null, name);
  }
});

test('a name needs the permission to read the records of its kind', async (t) => {
  const without = (missing: string) => ({
    permissions: permissions.filter((permission) => permission !== missing),
  });
  const refused = async (args: Arguments, missing: string) =>
    t.throwsAsync(runTool(fixture, world.organizationId, 'count_resources', args, without(missing)));
  t.like(await refused({ team: 'Payments' }, 'teams:read'), { code: 'forbidden', message: 'teams:read' });
  t.like(await refused({ application: world.shop }, 'applications:read'), { code: 'forbidden' });
  t.like(await refused({ project: 'live' }, 'iac_projects:read'), { code: 'forbidden' });
});

test('results name no records whose names the caller may not read', async (t) => {
  const permitted = {
    permissions: ['resources:read', 'ownership:read', 'mapping:read', 'changes:read'] as const,
  };
  const read = (name: string, args: Arguments) =>
    readTool(fixture, world.organizationId, name, args, permitted);
  const owners = await read('get_ownership', { resource: 'orders' });
  t.deepEqual(
    owners.rows.map(({ entity }) => entity.name),
    [world.payments, world.shop, world.production],
  );
  const mapping = await read('get_code_mapping', { resource: 'orders' });
  t.like(mapping.rows[0]?.fields, { project: world.projectId, repository: world.repositoryId });
  const { groups = [] } = await read('count_resources', { group_by: 'team' });
  t.deepEqual(
    groups.flatMap(({ entity }) => entity?.name ?? []),
    [world.payments],
  );
});
