import test from 'ava';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { seedState } from '../../support/mapping/seed-state.ts';
import { createReporter } from '../../support/plans/create-reporter.ts';
import type { Reporter } from '../../support/plans/create-reporter.ts';
import { fullNameOf, insertPullRequest } from '../../support/plans/stored-repositories.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(api.database.url, text, values);
const owner = { query, close: async () => undefined };

async function withReporter() {
  const organization = await api.signUp();
  return { ...organization, ci: await createReporter(api, organization) };
}

const send = ({ client }: Reporter, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  client.request<Record<string, unknown>>('POST', '/ingest/executions', { body, headers });

const minimal = { external_id: 'run/1', kind: 'apply', status: 'running' } as const;

test('links the project of the path and the pull request', async (t) => {
  const { ci, organizationId } = await withReporter();
  const repository = await insertRepository(owner, organizationId);
  const project = await insertS3Project(owner, organizationId, repository, {
    path: 'infra/prod',
    backend: {},
  });
  await query(
    `insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection)
     select organization_id, repository_id, path, other.system, other.system, 'root', 'automatic'
     from iac_projects, unnest(array['helm', 'opentofu']) as other(system) where id = $1`,
    [project],
  );
  const pull = await insertPullRequest(owner, organizationId, repository, 7);
  const fullName = await fullNameOf(owner, repository);
  const linked = await send(ci, {
    ...minimal,
    repository: fullName,
    project_path: 'infra/prod/',
    pull_request_number: 7,
  });
  t.like(linked.body, {
    repository_id: repository,
    iac_project_id: project,
    pull_request_id: pull,
    project_path: 'infra/prod',
  });
  const ofTool = await send(ci, {
    ...minimal,
    external_id: 'tofu',
    repository: fullName,
    project_path: 'infra/prod',
    tool: 'tofu',
  });
  t.truthy(ofTool.body['iac_project_id']);
  t.not(ofTool.body['iac_project_id'], project, 'the project of the tool');
  const moved = await send(ci, { ...minimal, pull_request_number: 8 });
  t.is(moved.body['pull_request_id'], undefined, 'another number has another pull request');
  await query("update repositories set full_name = 'acme/renamed' where id = $1", [repository]);
  const renamed = await send(ci, { ...minimal, repository: fullName, status: 'succeeded' });
  t.like(renamed.body, { repository_id: repository, iac_project_id: project });
});

test('the end of an apply or destroy requests a sync of the states of its project, once', async (t) => {
  const { ci, organizationId } = await withReporter();
  const repository = await insertRepository(owner, organizationId);
  const fullName = await fullNameOf(owner, repository);
  const syncsOf = async (kind: 'plan' | 'apply' | 'destroy', statuses: readonly string[]) => {
    const project = await insertS3Project(owner, organizationId, repository, { path: kind, backend: {} });
    const source = await seedState({ query: owner.query, organizationId }, { iacProjectId: project }, []);
    for (const status of statuses)
      await send(ci, { external_id: kind, kind, status, repository: fullName, project_path: kind });
    const runs = await query("select 1 from runs where kind = 'sync_state_source' and subject_id = $1", [
      source,
    ]);
    return runs.length;
  };
  t.is(await syncsOf('plan', ['running', 'succeeded']), 0);
  t.is(await syncsOf('destroy', ['running']), 0);
  t.is(await syncsOf('apply', ['running', 'succeeded', 'failed', 'succeeded']), 1);
});
