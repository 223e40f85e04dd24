import type { ExecutionContext } from 'ava';

/**
 * The fields of an object: a name with `?` may be missing, `[]` is an array of objects or texts, and the value describes
 * a nested object or the items. `any` is not compared further.
 */
export type Fields = { readonly [name: string]: Fields | 'any' };

const connection: Fields = {
  id: 'any',
  provider: 'any',
  external_org_slug: 'any',
  base_url: 'any',
  status: 'any',
  'last_synced_at?': 'any',
  'last_error?': 'any',
  'warning?': 'any',
  'token_expires_at?': 'any',
  created_at: 'any',
};

const repository: Fields = {
  id: 'any',
  scm_connection_id: 'any',
  provider: 'any',
  full_name: 'any',
  'default_branch?': 'any',
  url: 'any',
  visibility: 'any',
  archived: 'any',
  status: 'any',
  'last_error?': 'any',
  'last_scanned_commit_sha?': 'any',
  'last_scanned_at?': 'any',
  'last_scan?': {
    'commit_sha?': 'any',
    files: 'any',
    skipped_files: 'any',
    truncated: 'any',
    finished_at: 'any',
  },
  automation_grants: 'any',
  application_ids: 'any',
  team_ids: 'any',
  created_at: 'any',
};

const project: Fields = {
  id: 'any',
  version: 'any',
  repository_id: 'any',
  path: 'any',
  system: 'any',
  kind: 'any',
  detection: 'any',
  'backend_type?': 'any',
  backend_config: 'any',
  required_providers: 'any',
  environment_hints: 'any',
  'environment_id?': 'any',
  status: 'any',
  'last_seen_commit_sha?': 'any',
  'state_source_id?': 'any',
  'state_source?': 'any',
  'matched_percent?': 'any',
};

const pullRequest: Fields = {
  id: 'any',
  repository_id: 'any',
  number: 'any',
  title: 'any',
  author_login: 'any',
  state: 'any',
  source_branch: 'any',
  target_branch: 'any',
  head_sha: 'any',
  url: 'any',
  labels: 'any',
  iac_project_ids: 'any',
  'truncated?': 'any',
  opened_at: 'any',
  'merged_at?': 'any',
  'closed_at?': 'any',
};

const run: Fields = { run_id: 'any' };
const listOf = (item: Fields): Fields => ({ 'items[]': item, 'next_cursor?': 'any' });
const countedListOf = (item: Fields): Fields => ({ ...listOf(item), total: 'any' });

/** Status and fields of each operation of source control, as the contract of the API gives them. */
export const fieldsByOperation: Readonly<
  Record<string, { readonly status: number; readonly fields: Fields }>
> = {
  listScmConnections: { status: 200, fields: listOf(connection) },
  getScmConnection: { status: 200, fields: connection },
  createGitlabConnection: { status: 201, fields: { connection, webhook_url: 'any', webhook_secret: 'any' } },
  updateScmConnection: { status: 200, fields: connection },
  deleteScmConnection: {
    status: 200,
    fields: { id: 'any', deleted: 'any', run_id: 'any', 'uninstall_url?': 'any' },
  },
  getGithubInstallationUrl: { status: 200, fields: { url: 'any', expires_at: 'any' } },
  githubCallback: { status: 200, fields: { status: 'any', 'connection_id?': 'any' } },
  listDiscoverableRepositories: {
    status: 200,
    fields: listOf({
      external_id: 'any',
      full_name: 'any',
      'default_branch?': 'any',
      visibility: 'any',
      archived: 'any',
      fork: 'any',
      selected: 'any',
    }),
  },
  selectRepositories: {
    status: 200,
    fields: {
      selected: 'any',
      added: 'any',
      removed: 'any',
      'skipped[]': { external_id: 'any', reason: 'any' },
    },
  },
  syncScmConnection: { status: 202, fields: run },
  receiveGithubWebhook: { status: 202, fields: { delivery_id: 'any' } },
  receiveGitlabWebhook: { status: 202, fields: { delivery_id: 'any' } },
  listRepositories: { status: 200, fields: listOf(repository) },
  getRepository: { status: 200, fields: repository },
  setAutomationGrants: {
    status: 200,
    fields: { grants: 'any', effective: 'any', 'missing_permissions[]': { grant: 'any', permission: 'any' } },
  },
  setRepositoryAssociations: {
    status: 200,
    fields: { repository_id: 'any', application_ids: 'any', team_ids: 'any' },
  },
  rescanRepository: { status: 202, fields: run },
  listRepositoryIacProjects: { status: 200, fields: countedListOf(project) },
  createIacProject: { status: 201, fields: project },
  listIacProjects: { status: 200, fields: countedListOf(project) },
  getIacProject: {
    status: 200,
    fields: {
      ...project,
      reach_account_ids: 'any',
      state_reason: 'any',
      drifted: 'any',
      state_resources: 'any',
      matched: 'any',
      'missing[]': {
        address: 'any',
        code_address: 'any',
        resource_type: 'any',
        management_state: 'any',
        identity: 'any',
      },
      missing_total: 'any',
      'evidence[]': { kind: 'any', path: 'any', detail: 'any', weight: 'any' },
      'unreadable_files[]': { path: 'any', reason: 'any' },
    },
  },
  updateIacProject: { status: 200, fields: project },
  listRepositoryPullRequests: { status: 200, fields: countedListOf(pullRequest) },
  listPullRequests: { status: 200, fields: countedListOf(pullRequest) },
};

/** Asserts that an object has exactly the fields, in nested objects and items too. */
export function expectFields(
  t: ExecutionContext,
  what: string,
  value: unknown,
  fields: Fields | undefined,
): void {
  if (fields === undefined) return t.fail(`${what}: the operation is not in the table`);
  const given = Object.keys(value as object);
  const named = Object.entries(fields).map(([key, inner]) => ({
    name: key.replace(/\?|\[\]$/, ''),
    isOptional: key.endsWith('?'),
    isList: key.endsWith('[]'),
    inner,
  }));
  t.deepEqual(
    given.filter((name) => !named.some((field) => field.name === name)),
    [],
    `${what}: unknown fields`,
  );
  t.deepEqual(
    named.filter(({ name, isOptional }) => !isOptional && !given.includes(name)).map(({ name }) => name),
    [],
    `${what}: missing fields`,
  );
  for (const { name, inner, isList } of named) {
    const content = (value as Record<string, unknown>)[name];
    if (inner === 'any' || content === undefined) continue;
    for (const [index, item] of (isList ? (content as readonly unknown[]) : [content]).entries())
      expectFields(t, `${what}.${name}${isList ? `[${index}]` : ''}`, item, inner);
  }
}
