import { randomUUID } from 'node:crypto';
import test from 'ava';
import { countsOf, makeToolWorld, readTool, valuesOf } from '../../../support/assistant/tool-world.ts';
import type { Arguments, ToolWorld } from '../../../support/assistant/tool-world.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();
let world: ToolWorld;
test.before(async () => {
  world = await makeToolWorld(fixture);
  const { organizationId, repositoryId, projectId } = world;
  const { inventory } = fixture;
  await inventory.query(`update aws_accounts set status = 'unreachable' where id = $1`, [world.sandbox]);
  await inventory.query(
    `insert into applications (organization_id, name, slug, criticality, lifecycle, archived_at)
     values ($1, 'Old Shop', 'old-shop', 'critical', 'retired', now()), ($1, 'Billing', 'billing', 'critical', 'active', null)`,
    [organizationId],
  );
  await inventory.query(
    `insert into teams (organization_id, name, slug, is_active) values ($1, 'Platform', 'platform', true), ($1, 'Gone', 'gone', false)`,
    [organizationId],
  );
  await inventory.query(
    `insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection, environment_id)
     values ($1, $2, 'modules/queue', 'terraform', 'terraform', 'module', 'automatic', null),
       ($1, $2, 'charts', 'helm', 'helm', 'chart', 'manual', $3)`,
    [organizationId, repositoryId, world.production],
  );
  await inventory.query(
    `insert into repositories (organization_id, scm_connection_id, provider, external_id, full_name, url, visibility, archived,
       status)
     select organization_id, scm_connection_id, provider, '2', 'acme/app', 'https://github.example.com/acme/app', 'public',
       true, 'error' from repositories where id = $1`,
    [repositoryId],
  );
  await inventory.query(
    `with added as (
       insert into pull_requests (organization_id, repository_id, number, title, author_login, state, source_branch,
         target_branch, head_sha, url, opened_at, provider_updated_at, observed_at)
       select $1, $2, n, 'Change ' || n, case when n = 1 then 'ann' else 'ben' end,
         case when n = 1 then 'open' else 'merged' end, 'feature', 'main', 'abc', 'https://example.com/' || n,
         now() - make_interval(days => n), now(), now() from generate_series(1, 3) n returning id, number)
     insert into pull_request_projects (organization_id, pull_request_id, iac_project_id)
     select $1, id, $3 from added where number = 1`,
    [organizationId, repositoryId, projectId],
  );
  await inventory.query(
    `insert into executions (organization_id, external_id, kind, provider, status, iac_project_id)
     values ($1, 'run-1', 'apply', 'github_actions', 'failed', $2)`,
    [organizationId, projectId],
  );
});

const read = (name: string, args: Arguments = {}) => readTool(fixture, world.organizationId, name, args);

interface Page {
  readonly items?: readonly { readonly id: string }[];
  readonly applications?: readonly { readonly id: string }[];
  readonly total?: number;
}

/** The tools whose rows are the records of a list operation: its path, and cases of arguments and their query. */
function lists(): Readonly<
  Record<string, { readonly path: string; readonly cases: readonly (readonly [Arguments, string, number])[] }>
> {
  const { payments, repositoryId, projectId, production } = world;
  return {
    list_accounts: {
      path: '/aws/accounts',
      cases: [
        [{}, '', 2],
        [{ status: 'connected' }, 'status=connected', 1],
        [{ status: ['connected', 'unreachable'] }, 'status=connected&status=unreachable', 2],
        [{ included: false }, 'included=false', 0],
        [{ q: 'SAND' }, 'q=SAND', 1],
      ],
    },
    list_applications: {
      path: '/applications',
      cases: [
        [{}, '', 3],
        [{ archived: false }, 'archived=false', 2],
        [{ criticality: 'critical' }, 'criticality=critical', 2],
        [{ criticality: 'critical', lifecycle: 'retired' }, 'criticality=critical&lifecycle=retired', 1],
        [{ q: 'shop' }, 'q=shop', 2],
        [{ team: 'Payments' }, `team_id=${payments}`, 1],
      ],
    },
    list_teams: {
      path: '/teams',
      cases: [
        [{}, '', 3],
        [{ is_active: true }, 'is_active=true', 2],
        [{ q: 'pay' }, 'q=pay', 1],
      ],
    },
    list_environments: { path: '/environments', cases: [[{}, '', 2]] },
    list_projects: {
      path: '/iac-projects',
      cases: [
        [{}, '', 3],
        [{ system: 'terraform' }, 'system=terraform', 2],
        [{ kind: ['chart', 'module'] }, 'kind=chart&kind=module', 2],
        [{ has_state: true }, 'has_state=true', 1],
        [{ repository: 'infra' }, `repository_id=${repositoryId}`, 3],
        [{ environment: 'Production' }, `environment_id=${production}`, 1],
        [{ q: 'queue' }, 'q=queue', 1],
      ],
    },
    list_repositories: {
      path: '/repositories',
      cases: [
        [{}, '', 2],
        [{ archived: true }, 'archived=true', 1],
        [{ status: 'error' }, 'status=error', 1],
        [{ provider: 'gitlab' }, 'provider=gitlab', 0],
        [{ q: 'INFRA' }, 'q=INFRA', 1],
      ],
    },
    list_pull_requests: {
      path: '/pull-requests',
      cases: [
        [{}, '', 3],
        [{ state: 'open' }, 'state=open', 1],
        [{ author_login: ['ann', 'ben'] }, 'author_login=ann&author_login=ben', 3],
        [{ project: 'live' }, `iac_project_id=${projectId}`, 1],
        [{ repository: 'acme/app' }, `repository_id=${randomUUID()}`, 0],
      ],
    },
  };
}

test('lists the records of the operation for the same filters, and counts them', async (t) => {
  for (const [name, { path, cases }] of Object.entries(lists()))
    for (const [args, query, expected] of cases) {
      const { body } = await world.client.request<Page>('GET', `${path}?${query}`);
      const title = `${name} ${JSON.stringify(args)}`;
      const found = await read(name, args);
      const items = body.items ?? body.applications ?? [];
      t.is(items.length, expected, title);
      t.deepEqual(
        found.rows.map(({ entity }) => entity.id),
        items.map(({ id }) => id),
        title,
      );
      t.is(found.total, body.total ?? items.length, title);
      t.false(found.truncated, title);
      const counted = await read(name, { ...args, count_only: true });
      t.deepEqual([counted.rows.length, counted.total, counted.truncated], [0, expected, false], title);
    }
});

test('limits the rows and says that there are more', async (t) => {
  for (const name of Object.keys(lists())) {
    const { rows, total, truncated } = await read(name, { limit: 1 });
    t.deepEqual([rows.length, truncated], [1, true], name);
    t.true((total ?? 0) > 1, name);
  }
});

test('groups records by the values of a filter', async (t) => {
  const grouped = async (name: string, groupBy: string, args: Arguments = {}) =>
    countsOf(await read(name, { ...args, group_by: groupBy }));
  t.deepEqual(await grouped('list_accounts', 'status'), { connected: 1, unreachable: 1 });
  t.deepEqual(await grouped('list_accounts', 'status', { q: 'sand' }), { unreachable: 1 });
  t.deepEqual(await grouped('list_applications', 'criticality', { archived: false }), {
    critical: 1,
    medium: 1,
  });
  t.deepEqual(await grouped('list_applications', 'lifecycle', { lifecycle: 'retired' }), { retired: 1 });
  t.deepEqual(await grouped('list_projects', 'system'), { terraform: 2, helm: 1 });
  t.deepEqual(await grouped('list_projects', 'kind', { system: 'terraform' }), { module: 1, root: 1 });
  t.deepEqual(await grouped('list_repositories', 'status'), { error: 1, pending: 1 });
  t.deepEqual(await grouped('list_pull_requests', 'state'), { merged: 2, open: 1 });
});

test('rows have the fields that questions ask for', async (t) => {
  const accounts = await read('list_accounts', { q: 'main' });
  t.like(accounts.rows[0]?.fields, {
    account_id: world.number,
    status: 'connected',
    is_stale: true,
    last_successful_scan_at: '2026-05-01T10:00:00Z',
  });
  t.like((await read('list_accounts', { q: 'sandbox' })).rows[0]?.fields, { default_environment: 'Staging' });
  t.like((await read('list_projects', { q: 'live' })).rows[0]?.fields, {
    path: 'live',
    repository: 'acme/infra',
    matched: 1,
    managed_missing: 1,
    matched_percent: 50,
  });
  t.like((await read('list_projects', { system: 'helm' })).rows[0]?.fields, { environment: 'Production' });
  const [pull] = (await read('list_pull_requests', { state: 'open' })).rows;
  t.like(pull?.fields, {
    title: 'Change 1',
    author: 'ann',
    repository: 'acme/infra',
    projects: ['acme/infra/live'],
  });
  t.like(pull?.entity, {
    name: 'acme/infra#1',
    url: `/api/v1/repositories/${world.repositoryId}/pull-requests`,
  });
  t.deepEqual(valuesOf(await read('list_environments', { q: 'prod' }), 'class'), ['production']);
});

test('get_coverage returns the figures of GET /mapping/summary', async (t) => {
  const { body } = await world.client.request<Record<string, unknown>>('GET', '/mapping/summary');
  const { coverage_percent: percent, by_account, by_type, by_iac_project, freshness, ...others } = body;
  const {
    evidence: _evidence,
    drift: _drift,
    accounts_without_stack_resources: _withoutStacks,
    ...figures
  } = others;
  const { summary, rows } = await read('get_coverage');
  const { lower, upper } = percent as { lower: number; upper: number };
  t.deepEqual(summary, { ...figures, coverage_percent_lower: lower, coverage_percent_upper: upper });
  t.deepEqual(
    rows.map(({ entity, fields }) => [entity.name, fields['is_scanned'], fields['is_stale']]),
    [['Main', true, true]],
  );
  const ofAccount = await read('get_coverage', { account: 'Main' });
  const [main] = by_account as readonly { aws_account_id: string; managed: number; unmanaged: number }[];
  t.is(main?.aws_account_id, world.account);
  t.like(ofAccount.summary, { managed: main?.managed, unmanaged: main?.unmanaged });
  const types = by_type as readonly { resource_type: string; managed: number }[];
  t.deepEqual(
    countsOf(await read('get_coverage', { group_by: 'resource_type', state: 'managed' })),
    Object.fromEntries(
      types.filter(({ managed }) => managed > 0).map((row) => [row.resource_type, row.managed]),
    ),
  );
  t.is(
    (await t.throwsAsync(read('get_coverage', { account: 'Main', group_by: 'account' })))?.message,
    'group_by: cannot be combined with account',
  );
  t.true(Array.isArray(by_iac_project));
  t.truthy(freshness);
});

test('get_coverage of a project returns its missing entries', async (t) => {
  const { body } = await world.client.request<{
    missing: readonly { address: string }[];
    missing_total: number;
    matched: number;
  }>('GET', `/iac-projects/${world.projectId}`);
  const found = await read('get_coverage', { project: 'live' });
  t.is(found.total, body.missing_total);
  t.is(found.total, 1);
  t.deepEqual(
    valuesOf(found, 'address'),
    body.missing.map(({ address }) => address),
  );
  t.like(found.summary, { has_state: true, matched: body.matched, managed_missing: 1, matched_percent: 50 });
  t.is(found.subject?.id, world.projectId);
  const none = await read('get_coverage', { project: 'charts' });
  t.deepEqual([none.total, none.rows], [0, []]);
  t.like(none.summary, { has_state: false });
});

test('list_executions returns the executions of GET /applications/{id}/executions', async (t) => {
  const { body } = await world.client.request<Page>('GET', `/applications/${world.shop}/executions`);
  const { rows } = await read('list_executions', { application: 'Shop' });
  t.is(rows.length, 1);
  t.deepEqual(
    rows.map(({ entity }) => entity.id),
    body.items?.map(({ id }) => id),
  );
  t.like(rows[0]?.fields, { kind: 'apply', status: 'failed', project: 'acme/infra/live' });
});
