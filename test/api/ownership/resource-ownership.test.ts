import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

type Query = NonNullable<operations['listResources']['parameters']['query']>;

const ownershipOf = (client: TestClient, id: string) =>
  client.GET('/api/v1/resources/{id}/ownership', { params: { path: { id } } });

const totalOf = async (client: TestClient, query: Query) =>
  (await dataOf(client.GET('/api/v1/resources', { params: { query } }))).total;

/** An organization with one resource, and functions that insert rows about it. */
async function prepare() {
  const { client, organizationId, account, model, userId } = await fixture.withResources((id) => [
    aResource(id, { name: 'web' }),
    aResource(id, { name: 'other', region: 'us-east-1' }),
  ]);
  const [resource = '', other = ''] = model.map(({ id }) => id);
  const insert = async (table: string, row: Readonly<Record<string, unknown>>) => {
    const values = { organization_id: organizationId, ...row };
    const names = Object.keys(values);
    await fixture.inventory.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(values),
    );
  };
  const insertTeam = async (name: string) => {
    const id = randomUUID();
    await insert('teams', { id, name, slug: id });
    return id;
  };
  const setTeamActive = (id: string, isActive: boolean) =>
    fixture.inventory.query('update teams set is_active = $3 where organization_id = $1 and id = $2', [
      organizationId,
      id,
      isActive,
    ]);
  const assignByRule = (team: string) =>
    insert('resource_teams', {
      resource_id: resource,
      team_id: team,
      rule_id: randomUUID(),
      confidence: 'low',
      evidence: JSON.stringify([{ kind: 'tag', key: 'team', value: 'core' }]),
    });
  return {
    client,
    organizationId,
    account,
    resource,
    other,
    userId,
    insert,
    insertTeam,
    setTeamActive,
    assignByRule,
  };
}

test('returns the owners of the first level with an active owner, with evidence', async (t) => {
  const { client, resource, other, userId, insert, insertTeam, setTeamActive, assignByRule } =
    await prepare();
  t.deepEqual(await dataOf(ownershipOf(client, resource)), { owners: [], applications: [] });

  const byRepository = await insertTeam('Code');
  const [connection, repository, project, source] = Array.from({ length: 4 }, () => randomUUID());
  await insert('scm_connections', {
    id: connection,
    provider: 'github',
    external_org_id: connection,
    external_org_slug: 'acme',
    external_org_kind: 'organization',
    base_url: 'https://github.com',
    installation_id: Date.now(),
  });
  await insert('repositories', {
    id: repository,
    scm_connection_id: connection,
    provider: 'github',
    external_id: '1',
    full_name: 'acme/infra',
    url: 'https://github.com/acme/infra',
    visibility: 'private',
    archived: false,
  });
  await insert('iac_projects', {
    id: project,
    repository_id: repository,
    path: 'live',
    detected_system: 'terraform',
    system: 'terraform',
    kind: 'root',
    detection: 'automatic',
  });
  await insert('state_sources', {
    id: source,
    bucket: 'states',
    key: 'live',
    origin: 'manual',
    iac_project_id: project,
    counted: true,
  });
  await insert('state_entries', {
    state_source_id: source,
    address: 'aws_instance.web',
    code_address: 'aws_instance.web',
    terraform_type: 'aws_instance',
    provider: 'aws',
    role: 'resource',
    identity: '{}',
    candidates: '{}',
    class: 'matched',
    resource_id: resource,
    method: 'arn',
    confidence: 'high',
  });
  await insert('repository_teams', { repository_id: repository, team_id: byRepository });
  t.deepEqual((await dataOf(ownershipOf(client, resource))).owners, [
    {
      team_id: byRepository,
      team_name: 'Code',
      source: 'repository',
      confidence: 'high',
      evidence: [
        { kind: 'repository', reference: { entity_type: 'repository', id: repository, name: 'acme/infra' } },
      ],
    },
  ]);

  const body = { name: 'Shop' };
  const application = await dataOf(client.POST('/api/v1/applications', { body }));
  const membership = randomUUID();
  const evidence = [{ kind: 'tag', key: 'app', value: 'shop' }];
  await insert('memberships', {
    id: membership,
    application_id: application.id,
    resource_id: resource,
    status: 'inferred',
    source: 'rule',
    confidence: 'medium',
    evidence: JSON.stringify(evidence),
  });
  const byApplication = await insertTeam('Shop team');
  await insert('application_owners', { application_id: application.id, team_id: byApplication });
  await insert('application_owners', { application_id: application.id, user_id: userId });
  await insert('application_owners', {
    application_id: application.id,
    kind: 'on_call',
    team_id: byRepository,
  });
  const reference = { entity_type: 'application', id: application.id, name: 'Shop' };
  const common = {
    source: 'application',
    confidence: 'medium',
    evidence: [{ kind: 'declared', reference }, ...evidence],
  };
  const found = await dataOf(ownershipOf(client, resource));
  const isUser = (one: { user_id?: string | undefined }) => (one.user_id === undefined ? 0 : 1);
  t.deepEqual(
    found.owners.toSorted((a, b) => isUser(a) - isUser(b)),
    [
      { team_id: byApplication, team_name: 'Shop team', ...common },
      { user_id: userId, ...common },
    ] as typeof found.owners,
  );
  t.deepEqual(found.applications, [
    {
      application_id: application.id,
      application_name: 'Shop',
      membership_id: membership,
      status: 'inferred',
      confidence: 'medium',
      evidence,
    },
  ] as typeof found.applications);

  const byRule = await insertTeam('Rule team');
  await assignByRule(byRule);
  t.deepEqual((await dataOf(ownershipOf(client, resource))).owners, [
    {
      team_id: byRule,
      team_name: 'Rule team',
      source: 'rule',
      confidence: 'low',
      evidence: [{ kind: 'tag', key: 'team', value: 'core' }],
    },
  ]);
  const totals = async () =>
    Promise.all([byRule, byApplication, byRepository].map((team) => totalOf(client, { team_id: team })));
  t.deepEqual(await totals(), [1, 0, 0]);

  t.is(await totalOf(client, { has_team: true }), 1);
  t.is(await totalOf(client, { has_team: false }), 1);
  t.is(await totalOf(client, { owned: false }), 0);
  await insert('ownership_issues', {
    kind: 'unowned_resource',
    target_type: 'resource',
    target_id: other,
    detail: 'The resource has no application and no owner.',
  });
  t.is(await totalOf(client, { owned: false }), 1);
  t.is(await totalOf(client, { owned: true, region: 'eu-west-1' }), 1);
  t.is(await totalOf(client, { owned: true, region: 'us-east-1' }), 0);
  const { items } = await dataOf(
    client.GET('/api/v1/resources', { params: { query: { include: 'ownership', sort: 'name' } } }),
  );
  t.deepEqual(items.map(({ ownership }) => ownership) as object[], [
    { owners: [], applications: [] },
    {
      owners: [{ team_id: byRule, team_name: 'Rule team', source: 'rule', confidence: 'low' }],
      applications: [
        {
          application_id: application.id,
          application_name: 'Shop',
          status: 'inferred',
          confidence: 'medium',
        },
      ],
    },
  ]);
  const csv = await dataOf(
    client.GET('/api/v1/resources/export', {
      params: { query: { format: 'csv', q: 'web' } },
      parseAs: 'text',
    }),
  );
  const [header = '', line = ''] = csv.split('\r\n');
  for (const column of [
    'account_name',
    'last_seen_at',
    'unreadable',
    'owners',
    'applications',
    'environment',
  ])
    t.true(header.split(',').includes(column), column);
  t.regex(line, /Main.*"\[""Rule team""\]","\[""Shop""\]",$/);

  await setTeamActive(byRule, false);
  t.deepEqual(await totals(), [0, 1, 0], 'an inactive team owns nothing');
  await dataOf(
    client.PATCH('/api/v1/applications/{id}', {
      params: { path: { id: application.id } },
      body: { archived: true },
    }),
  );
  t.deepEqual(await totals(), [0, 0, 1], 'an archived application gives no owner');
});

test('returns applications except rejected ones, and the environment with its source', async (t) => {
  const { client, organizationId, account, resource, other, insert } = await prepare();
  const environments = ['Production', 'Staging'].map((name) =>
    dataOf(client.POST('/api/v1/environments', { body: { name, class: 'production' as const } })),
  );
  const [production, staging] = await Promise.all(environments);
  await dataOf(
    client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
      params: { path: { id: account } },
      body: { environment_id: production?.id ?? '' },
    }),
  );
  const environmentOf = async (id: string) => (await dataOf(ownershipOf(client, id))).environment;
  t.deepEqual(await environmentOf(resource), {
    id: production?.id ?? '',
    name: 'Production',
    source: 'account_default',
  });
  await insert('resource_environments', {
    resource_id: resource,
    environment_id: staging?.id,
    source: 'tag',
  });
  t.deepEqual(await environmentOf(resource), { id: staging?.id ?? '', name: 'Staging', source: 'tag' });
  t.is(await totalOf(client, { environment_id: production?.id ?? '' }), 1);
  t.is(await totalOf(client, { environment_id: staging?.id ?? '' }), 1);
  t.is(await totalOf(client, { environment_id: [production?.id ?? '', staging?.id ?? ''] }), 2);
  const exported = await dataOf(
    client.GET('/api/v1/resources/export', {
      params: { query: { format: 'ndjson', environment_id: staging?.id ?? '' } },
      parseAs: 'text',
    }),
  );
  t.like(JSON.parse(exported), { id: resource }, 'exactly one line');
  await fixture.inventory.query(
    `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, occurred_at, source)
     select organization_id, id, aws_account_id, region, resource_type, 'created', now(), 'scan'
     from resources where organization_id = $1`,
    [organizationId],
  );
  const changes = await dataOf(
    client.GET('/api/v1/changes', { params: { query: { environment_id: production?.id ?? '' } } }),
  );
  t.deepEqual(
    changes.items.map(({ resource_id: id }) => id),
    [other],
  );

  for (const status of ['rejected', 'stale'] as const) {
    const { id } = await dataOf(client.POST('/api/v1/applications', { body: { name: status } }));
    await insert('memberships', {
      application_id: id,
      resource_id: resource,
      status,
      source: 'rule',
      confidence: 'medium',
    });
  }
  const { applications } = await dataOf(ownershipOf(client, resource));
  t.deepEqual(
    applications.map(({ status }) => status),
    ['stale'],
  );
});

test('rejects ownership of unknown resources and of other organizations, and owner filters with as_of', async (t) => {
  const [one, two] = [await prepare(), await prepare()];
  const team = await one.insertTeam('Team');
  await one.assignByRule(team);
  t.is(await totalOf(one.client, { team_id: team }), 1);
  t.is(await totalOf(two.client, { team_id: team }), 0);
  await expectError(t, ownershipOf(two.client, one.resource), 404, 'not_found');
  await expectError(t, ownershipOf(one.client, randomUUID()), 404, 'not_found');
  for (const name of ['team_id', 'environment_id', 'application_id'] as const)
    await expectError(
      t,
      one.client.GET('/api/v1/resources', {
        params: { query: { [name]: team, as_of: daysAgo(1).toISOString() } },
      }),
      400,
      'validation_failed',
    );
});
