import { randomUUID } from 'node:crypto';
import test from 'ava';
import { refreshMappings } from '../../../../activities/maintenance/refresh-mappings.ts';
import { linkExecutions } from '../../../../db/plans/executions/link-executions.ts';
import { findExecutionForPlan, reportExecution } from '../../../../db/plans/executions/execution-store.ts';
import type { ExecutionReport } from '../../../../domain/plans/executions/execution-report.ts';
import { createManualProject } from '../../../../db/scm/iac-project-store.ts';
import { storeDetectedProjects } from '../../../../db/scm/detected-project-store.ts';
import { storePullRequest } from '../../../../db/scm/pull-request-store.ts';
import { setSelection } from '../../../../db/scm/repository-store.ts';
import type { ProviderPullRequest, ProviderRepository } from '../../../../domain/scm/provider-records.ts';
import { queryAsOwner } from '../../../support/query-as-owner.ts';
import { useTestApi } from '../../../support/use-test-api.ts';

const api = useTestApi();
const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(api.database.url, text, values);

async function withConnection() {
  const { organizationId } = await api.signUp();
  const [connection] = await query<{ id: string }>(
    `insert into scm_connections (organization_id, provider, base_url, external_org_id, external_org_slug,
       external_org_kind, status, access_token_sealed, webhook_secret_sealed)
     values ($1, 'gitlab', 'https://gitlab.example', $2, 'acme', 'group', 'active', 'sealed', 'sealed') returning id`,
    [organizationId, randomUUID()],
  );
  const connectionId = connection?.id ?? '';
  const { database } = api.services;
  const inTenant = <T>(work: Parameters<typeof database.withTenant<T>>[1]) =>
    database.withTenant(organizationId, work);
  return {
    organizationId,
    connectionId,
    inTenant,
    report: (report: Partial<ExecutionReport> = {}) =>
      inTenant((tenant) =>
        reportExecution(tenant, {
          externalId: '1',
          kind: 'apply',
          status: 'succeeded',
          repository: { fullName: 'acme/infra' },
          projectPath: 'prod',
          pullRequestNumber: 7,
          ...report,
        }),
      ),
    select: () =>
      inTenant((tenant) =>
        setSelection(tenant, { id: connectionId, provider: 'gitlab' }, [repository], false),
      ),
    repositoryId: async () =>
      (
        await query<{ id: string }>('select id from repositories where organization_id = $1', [
          organizationId,
        ])
      )[0]?.id ?? '',
    linksOf: async (externalId = '1') => {
      const [row] = await query<
        Record<'repository_id' | 'iac_project_id' | 'pull_request_id', string | null>
      >(
        `select repository_id, iac_project_id, pull_request_id from executions
         where organization_id = $1 and external_id = $2`,
        [organizationId, externalId],
      );
      return row;
    },
  };
}

const repository: ProviderRepository = {
  externalId: '1',
  fullName: 'acme/infra',
  defaultBranch: 'main',
  url: 'https://gitlab.example/acme/infra',
  visibility: 'private',
  archived: false,
  fork: false,
};

const pullRequest: ProviderPullRequest = {
  number: 7,
  title: 'x',
  authorLogin: 'ada',
  state: 'open',
  sourceBranch: 'next',
  targetBranch: 'main',
  headSha: 'a'.repeat(40),
  url: 'https://gitlab.example/acme/infra/-/merge_requests/7',
  labels: [],
  openedAt: new Date('2026-01-01T00:00:00Z'),
  updatedAt: new Date('2026-01-01T00:00:00Z'),
};

const detected = (path: string) =>
  JSON.stringify([
    {
      path,
      system: 'terraform',
      kind: 'root',
      backendType: null,
      backendConfig: {},
      requiredProviders: {},
      environmentHints: {},
      evidence: [],
      unreadableFiles: [],
      references: [],
      providerLocations: [],
    },
  ]);

test('the ids appear when the repository is selected, its project is detected and its pull request is read', async (t) => {
  const { inTenant, report, select, repositoryId, linksOf } = await withConnection();
  await report();
  await report({ externalId: 'other', repository: { provider: 'github', fullName: 'acme/infra' } });
  t.deepEqual(await linksOf(), { repository_id: null, iac_project_id: null, pull_request_id: null });
  await select();
  const id = await repositoryId();
  t.deepEqual(await linksOf(), { repository_id: id, iac_project_id: null, pull_request_id: null });
  await inTenant((tenant) =>
    storeDetectedProjects(tenant, id, { commitSha: undefined, projects: detected('prod'), complete: true }),
  );
  const [project] = await query<{ id: string }>('select id from iac_projects where repository_id = $1', [id]);
  t.like(await linksOf(), { iac_project_id: String(project?.id), pull_request_id: null });
  await inTenant((tenant) =>
    storePullRequest(tenant, id, {
      request: pullRequest,
      observedAt: '2026-01-01T00:00:00Z',
      files: undefined,
    }),
  );
  t.truthy((await linksOf())?.pull_request_id);
  t.is((await linksOf('other'))?.repository_id, null, 'a repository of another provider');
});

test('a project that a user adds is linked', async (t) => {
  const { inTenant, report, select, repositoryId, linksOf } = await withConnection();
  await select();
  await report();
  t.is((await linksOf())?.iac_project_id, null);
  const project = await inTenant(async (tenant) =>
    createManualProject(tenant, {
      repositoryId: await repositoryId(),
      path: 'prod',
      system: 'terraform',
      kind: 'root',
      commitSha: undefined,
    }),
  );
  t.is((await linksOf())?.iac_project_id, project.id);
});

test('the periodic refresh links executions, and only once', async (t) => {
  const { inTenant, organizationId, report, select, repositoryId, linksOf } = await withConnection();
  await select();
  await report();
  await query(
    `insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection)
     values ($1, $2, 'prod', 'terraform', 'terraform', 'root', 'automatic')`,
    [organizationId, await repositoryId()],
  );
  await query('update executions set repository_id = null where organization_id = $1', [organizationId]);
  await query(
    `insert into plans (organization_id, execution_id, hash, format_version, is_errored, summary, impact, change_count)
     select organization_id, id, '', '1.2', false, '{}', '{}', 0 from executions where organization_id = $1`,
    [organizationId],
  );
  await refreshMappings(api.services, new AbortController().signal);
  t.truthy((await linksOf())?.iac_project_id);
  const [plan] = await query<Record<string, unknown>>(
    `select p.iac_project_id, p.explanation_due or e.explanation_due as due
     from plans p join executions e on e.id = p.execution_id where p.organization_id = $1`,
    [organizationId],
  );
  t.deepEqual(plan, { iac_project_id: (await linksOf())?.iac_project_id, due: false });
  t.is(await inTenant(linkExecutions), 0);
});

test('an ambiguous name is not linked until one repository has it', async (t) => {
  const { inTenant, organizationId, connectionId, report, linksOf } = await withConnection();
  await report();
  await query(
    `insert into repositories (organization_id, scm_connection_id, provider, external_id, full_name, url, visibility,
       archived)
     select $1, $2, 'gitlab', number, 'acme/infra', 'https://gitlab.example', 'private', false
     from unnest(array['1', '2']) as one(number)`,
    [organizationId, connectionId],
  );
  t.is(await inTenant(linkExecutions), 0);
  await query("update repositories set status = 'removed' where organization_id = $1 and external_id = '2'", [
    organizationId,
  ]);
  t.is(await inTenant(linkExecutions), 1);
  t.truthy((await linksOf())?.repository_id);
});

test('the execution of a plan is that of the first kind of plan, drift, apply, destroy', async (t) => {
  const { inTenant, report } = await withConnection();
  const kindOf = async () => (await inTenant((tenant) => findExecutionForPlan(tenant, '1')))?.kind;
  t.is(await kindOf(), undefined);
  for (const kind of ['destroy', 'apply', 'drift', 'plan'] as const) {
    await report({ kind });
    t.is(await kindOf(), kind);
  }
});
