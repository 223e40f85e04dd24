import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { refreshMapping } from '../../../db/mapping/match/match-entries.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import { insertResource } from '../../support/mapping/stored-resource.ts';

const mapping = useInventoryApi();

interface LayoutProject {
  readonly system?: string;
  readonly kind?: string;
  readonly status?: string;
  readonly backend?: string | null;
  readonly withoutAws?: boolean;
  readonly providers?: readonly string[] | null;
}
interface LayoutSource {
  readonly status?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
  /** Hours since it was read; null: never. */
  readonly readAge?: number | null;
  readonly reader?: string | null;
  readonly origin?: string;
  readonly guessed?: boolean;
  /** Account numbers of its entries. */
  readonly accounts?: readonly string[];
  readonly kind?: 's3' | 'pushed' | 'hcp_terraform';
  /** Of a pushed state. */
  readonly maximumAge?: number;
  /** Of a pushed state: ids of the accounts that the pipeline named. */
  readonly named?: readonly string[];
  readonly lineage?: string;
  readonly serial?: number;
}

/**
 * Account A with a state that syncs, and account B with a queue that belongs to the root `live/b`, whose state the layout
 * describes.
 */
async function makeLayouts() {
  const organization = await makeMappedOrganization(mapping, ['a', 'loose']);
  const { client, organizationId, account, repositoryId } = organization;
  const { inventory, api } = mapping;
  const query = <T extends object>(text: string, ...values: readonly unknown[]) =>
    inventory.query<T & Record<string, unknown>>(text, [organizationId, ...values]);
  const b = await inventory.addAccount(organizationId, 'B');
  const [{ account_id: numberOfB } = { account_id: '' }] = await query<{ account_id: string }>(
    'select account_id from aws_accounts where organization_id = $1 and id = $2',
    b,
  );
  const queueOfB = await insertResource(api.database.url, organizationId, b, {
    nativeId: 'https://sqs/b',
    name: 'b',
    type: 'AWS::SQS::Queue',
    managementState: 'unknown',
  });
  await organization.sync([organization.entry('a')]);
  const refresh = () => inventory.write(organizationId, refreshMapping);
  const evidenceOf = async (id: string) => {
    const { evidence } = await dataOf(client.GET('/api/v1/mapping/summary'));
    return evidence.find(({ aws_account_id: found }) => found === id);
  };
  return {
    ...organization,
    b,
    numberOfB,
    queueOfB,
    query,
    refresh,
    evidenceOf,
    addProject: async (project: LayoutProject = {}): Promise<string> => {
      const { system = 'terraform', kind = 'root', status = 'active', backend = 's3' } = project;
      const [row] = await query<{ id: string }>(
        `insert into iac_projects (organization_id, repository_id, path, detected_system, system, kind, detection, status,
           disabled, backend_type, without_aws, provider_account_numbers)
         values ($1, $2, 'live/b', $3, $3, $4, 'automatic', $5, $5 = 'disabled', $6, $7, $8) returning id`,
        repositoryId,
        system,
        kind,
        status,
        backend,
        project.withoutAws ?? false,
        project.providers ?? null,
      );
      return row?.id ?? '';
    },
    addLayoutSource: async (projectId: string | null, source: LayoutSource = {}): Promise<string> => {
      const { status = 'error', disabled = false, readAge = null, error = null, accounts = [] } = source;
      const { kind = 's3' } = source;
      const [row] = await query<{ id: string }>(
        `with hcp as (
           insert into hcp_terraform_connections (organization_id, hostname, organization_name, token_sealed)
           select $1, $2, 'acme', 'sealed' where $11 = 'hcp_terraform' returning id
         )
         insert into state_sources (organization_id, bucket, key, aws_account_id, iac_project_id, origin, status, disabled,
           last_error, last_success_at, guessed, kind, name, max_age_hours, pushed_account_ids, hcp_connection_id,
           external_id, lineage, serial)
         select $1, case $11 when 's3' then 'states' end, case $11 when 's3' then $2 end, $3, $4, $5, $6, $7, $8,
           now() - make_interval(hours => $9), $10, $11, case when $11 <> 's3' then $2 end, $12, $13, (select id from hcp),
           case $11 when 'hcp_terraform' then $2 end, $14, $15 returning id`,
        randomUUID(),
        source.reader ?? null,
        projectId,
        source.origin ?? 'manual',
        status,
        disabled,
        error,
        readAge,
        source.guessed ?? false,
        kind,
        kind === 'pushed' ? (source.maximumAge ?? 168) : null,
        source.named === undefined ? null : [...source.named],
        source.lineage ?? null,
        source.serial ?? null,
      );
      const id = row?.id ?? '';
      await query(
        `insert into state_source_accounts (organization_id, state_source_id, account_number)
         select $1, $2, unnest($3::text[])`,
        id,
        [...accounts],
      );
      return id;
    },
    /** What the product says of the queue of B. */
    judge: async () => {
      await refresh();
      const found = await dataOf(
        client.GET('/api/v1/resources/{id}/code-mapping', { params: { path: { id: queueOfB } } }),
      );
      const { files } = await dataOf(
        client.POST('/api/v1/mapping/import-blocks', { body: { resource_ids: [queueOfB] } }),
      );
      const ofB = await evidenceOf(b);
      return {
        state: found.management_state,
        active: /^import \{/m.test(files[0]?.content ?? ''),
        complete: ofB?.complete,
        aComplete: (await evidenceOf(account))?.complete,
        reasons: ofB?.reasons.map(({ kind, reach }) => `${kind} ${reach}`),
        because: found.unknown_because?.map(({ kind, reach }) => `${kind} ${reach}`) ?? [],
      };
    },
    clear: async () => {
      await query(`delete from iac_projects where organization_id = $1 and path = 'live/b'`);
      await query('delete from state_sources where organization_id = $1 and id <> $2', organization.sourceId);
      await query(
        'update aws_accounts set code_complete = false, default_environment_id = null where organization_id = $1',
      );
      await query('delete from repositories where organization_id = $1 and id <> $2', repositoryId);
    },
  };
}

const unknownBy = (reason: string, aComplete: boolean) => ({
  state: 'unknown',
  active: false,
  complete: false,
  aComplete,
  reasons: [reason],
  because: [reason],
});
const unmanaged = { state: 'unmanaged', active: true, complete: true, reasons: [], because: [] };

test('an unread state reaches every account until it is known which', async (t) => {
  const layouts = await makeLayouts();
  const { addProject, addLayoutSource, judge, clear, numberOfB, account, number } = layouts;
  const noSource = { ...unknownBy('no_source known', true) };
  t.deepEqual(await judge(), noSource, 'nothing reaches B');

  const withoutState = ['project_without_state all', 'no_source known'];
  const backends = ['cloud', 'http', 'gcs', 'azurerm', 's3', 'remote', 'consul', 'pg', 'local', null];
  for (const backend of backends) {
    await addProject({ backend });
    const found = await judge();
    t.like(
      found,
      { state: 'unknown', active: false, complete: false, aComplete: false },
      `backend ${backend}`,
    );
    t.deepEqual([...(found.reasons ?? [])].toSorted(), withoutState.toSorted(), `backend ${backend}`);
    t.deepEqual([...found.because].toSorted(), withoutState.toSorted());
    await clear();
  }
  for (const system of ['opentofu', 'terragrunt']) {
    await addProject({ system });
    t.like(await judge(), { state: 'unknown', aComplete: false }, system);
    await clear();
  }
  await addProject({ system: 'pulumi', kind: 'stack' });
  t.like(await judge(), { state: 'unknown', aComplete: false }, 'Pulumi with AWS');
  await clear();

  const errors = [
    'access_denied: x',
    'kms_denied: x',
    'no_account: x',
    'bucket_missing: x',
    'unreachable: x',
  ];
  for (const error of errors) {
    await addLayoutSource(await addProject(), { error, reader: account });
    const found = await judge();
    t.like(found, { state: 'unknown', active: false, aComplete: false }, error);
    t.deepEqual(
      found.reasons,
      ['no_source known', 'state_unread all'],
      'the reader says nothing of the reach',
    );
    await clear();
  }
  await addLayoutSource(await addProject(), { readAge: 30, accounts: [numberOfB] });
  t.deepEqual(
    (await judge()).reasons,
    ['no_source known', 'state_overdue known'],
    'an overdue state reaches as before',
  );
  t.is((await judge()).aComplete, true);
  await clear();

  await addLayoutSource(await addProject({ providers: [numberOfB] }), { error: 'access_denied: x' });
  t.like(await judge(), { state: 'unknown', aComplete: true }, 'the provider configurations name B');
  await clear();
  await addLayoutSource(await addProject({ providers: [number] }), { error: 'access_denied: x' });
  t.like(await judge(), { ...noSource, aComplete: false }, 'the provider configurations name A');
  await clear();

  await addLayoutSource(await addProject(), { status: 'synced', readAge: 1, accounts: [numberOfB] });
  t.deepEqual(await judge(), { ...unmanaged, aComplete: true }, 'the state of B was read');
  await layouts.query(
    `update state_sources set missing_since = now() - interval '25 hours', last_success_at = now() - interval '25 hours'
     where organization_id = $1 and id <> $2`,
    layouts.sourceId,
  );
  t.like(
    await judge(),
    { state: 'unknown', reasons: ['no_source known', 'state_unread known'] },
    'the object went',
  );
  await clear();

  await addLayoutSource(await addProject(), { error: 'key_missing: x', readAge: 0 });
  t.deepEqual(await judge(), { ...unmanaged, aComplete: true }, 'a root that was never applied');
  await clear();
  await addLayoutSource(await addProject(), { error: 'key_missing: x', guessed: true });
  t.like(await judge(), { state: 'unknown', aComplete: false }, 'a guessed key is missing');
  const project = (
    await layouts.query<{ id: string }>(
      `select id from iac_projects where organization_id = $1 and path = 'live/b'`,
    )
  )[0]?.id;
  await layouts.query(
    `update state_sources set origin = 'detected' where organization_id = $1 and iac_project_id = $2`,
    project,
  );
  await addLayoutSource(project ?? '', { status: 'synced', readAge: 1, accounts: [numberOfB] });
  t.deepEqual(
    await judge(),
    { ...unmanaged, aComplete: true },
    'a default workspace without object beside one that was read reaches nothing',
  );
  await layouts.query(
    `with moved as (
       update state_sources set iac_project_id = null
       where organization_id = $1 and iac_project_id = $2 and origin = 'detected' returning organization_id, id
     )
     insert into iac_project_states (organization_id, iac_project_id, workspace, variant, state_source_id)
     select organization_id, $2, 'default', 'prod.tfvars', id from moved`,
    project,
  );
  t.like(
    await judge(),
    { state: 'unknown', aComplete: false },
    'the backend of another value file has no object',
  );
  await clear();
});

test('pushed states and those of HCP Terraform are evidence as the ones in S3', async (t) => {
  const layouts = await makeLayouts();
  const { addProject, addLayoutSource, judge, clear, numberOfB, number, b, account } = layouts;
  const read = { ...unmanaged, aComplete: true };
  // Pushed: its own age, and the accounts that the pipeline named.
  const pushed = { kind: 'pushed', status: 'synced', readAge: 30 } as const;
  await addLayoutSource(await addProject({ backend: 'gcs' }), { ...pushed, accounts: [numberOfB] });
  t.deepEqual(await judge(), read, 'a state that was pushed 30 hours ago');
  await clear();
  await addLayoutSource(await addProject(), { ...pushed, maximumAge: 24, accounts: [numberOfB] });
  t.like(await judge(), {
    state: 'unknown',
    aComplete: true,
    reasons: ['no_source known', 'state_overdue known'],
  });
  await clear();
  await addLayoutSource(await addProject(), { ...pushed, named: [b], accounts: [number] });
  t.deepEqual(await judge(), read, 'the named accounts are the reach, not those of the entries');
  await clear();
  await addLayoutSource(await addProject(), { ...pushed, named: [account], accounts: [numberOfB] });
  t.like(await judge(), { state: 'unknown', aComplete: true, reasons: ['no_source known'] });
  await clear();
  await addLayoutSource(await addProject(), { ...pushed, named: [account], maximumAge: 24 });
  t.like(await judge(), { reasons: ['no_source known'], aComplete: false }, 'an overdue push that names A');
  await clear();
  await addLayoutSource(await addProject({ providers: [number] }), pushed);
  t.like(await judge(), { reasons: ['no_source known'], aComplete: true }, 'an empty pushed state');
  await clear();

  // HCP Terraform: as S3, and a workspace without a state version was read.
  const hcp = { kind: 'hcp_terraform', origin: 'detected' } as const;
  await addLayoutSource(await addProject({ backend: 'cloud' }), { ...hcp, error: 'access_denied: x' });
  t.like(await judge(), {
    state: 'unknown',
    active: false,
    aComplete: false,
    reasons: ['no_source known', 'state_unread all'],
  });
  await clear();
  await addLayoutSource(await addProject({ backend: 'cloud' }), { ...hcp, status: 'synced', readAge: 1 });
  t.deepEqual(await judge(), read, 'a workspace that was never applied');
  await clear();
  await addLayoutSource(await addProject(), { ...hcp, readAge: 30, accounts: [numberOfB] });
  t.like(await judge(), { reasons: ['no_source known', 'state_overdue known'], aComplete: true });
  await clear();

  // Of two copies of one state the other one reaches nothing.
  const project = await addProject();
  const copy = { lineage: 'one', status: 'synced', accounts: [numberOfB] };
  const older = await addLayoutSource(project, { ...copy, serial: 1, readAge: 30 });
  t.like(await judge(), { reasons: ['no_source known', 'state_overdue known'] });
  const newer = await addLayoutSource(project, { ...copy, ...pushed, serial: 2 });
  t.deepEqual(await judge(), read, 'the copy in S3 is older and overdue');
  const superseding = async () =>
    (
      await layouts.query<{ superseded_by: string | null }>(
        'select superseded_by from state_sources where organization_id = $1 and id = any($2) order by id = $3 desc',
        [older, newer],
        older,
      )
    ).map((row) => row.superseded_by);
  t.deepEqual(await superseding(), [newer, null]);
  await layouts.query(
    'update state_sources set disabled = true where organization_id = $1 and id = $2',
    newer,
  );
  t.like(await judge(), { reasons: ['no_source known', 'state_overdue known'] });
  t.deepEqual(await superseding(), [null, null]);
});

test('what cannot manage AWS resources, or is disabled, missing or no root, reaches nothing', async (t) => {
  const { addProject, addLayoutSource, judge, clear, query, b } = await makeLayouts();
  await query('update aws_accounts set code_complete = true where organization_id = $1 and id = $2', b);
  const quiet = { state: 'unmanaged', active: true, complete: true, aComplete: true };
  const projects: readonly LayoutProject[] = [
    { withoutAws: true, backend: 'gcs' },
    { system: 'pulumi', kind: 'stack', withoutAws: true },
    { status: 'disabled' },
    { status: 'missing' },
    { kind: 'module' },
    { kind: 'example' },
    { system: 'cloudformation', kind: 'stack' },
  ];
  for (const project of projects) {
    await addProject(project);
    t.like(await judge(), quiet, JSON.stringify(project));
    await query(`delete from iac_projects where organization_id = $1 and path = 'live/b'`);
  }
  await addLayoutSource(await addProject({ withoutAws: true }), { error: 'access_denied: x' });
  t.like(await judge(), quiet, 'the state of a root of another cloud');
  await addLayoutSource(null, { disabled: true });
  t.like(await judge(), quiet, 'a disabled source');
  await clear();
});

test('a new source changes no evidence before its first attempt ended', async (t) => {
  const { addLayoutSource, addProject, evidenceOf, refresh, account, query } = await makeLayouts();
  t.true((await evidenceOf(account))?.complete);
  const id = await addLayoutSource(null, { status: 'pending' });
  await refresh();
  t.like(await evidenceOf(account), { complete: true, reasons: [] });
  await query(
    `update state_sources set updated_at = now() - interval '6 minutes' where organization_id = $1 and id = $2`,
    id,
  );
  await refresh();
  t.like(await evidenceOf(account), { complete: false, reasons_total: 1 });
  await query('delete from state_sources where organization_id = $1 and id = $2', id);
  await refresh();
  t.true((await evidenceOf(account))?.complete);
  // An account that is incomplete stays so while the source of the project is new.
  const project = await addProject();
  await refresh();
  t.false((await evidenceOf(account))?.complete);
  await addLayoutSource(project, { status: 'pending' });
  await refresh();
  t.false((await evidenceOf(account))?.complete);
});

test('what only the last entries of a disabled source claim is unknown', async (t) => {
  const { query, queue, refresh, client, sourceId, addLayoutSource, number } = await makeLayouts();
  await addLayoutSource(null, { status: 'synced', readAge: 0, accounts: [number] });
  const codeOf = (name: string) =>
    dataOf(client.GET('/api/v1/resources/{id}/code-mapping', { params: { path: { id: queue(name) } } }));
  await refresh();
  t.is((await codeOf('a')).management_state, 'managed');
  t.is((await codeOf('loose')).management_state, 'unmanaged');
  await query('update state_sources set disabled = true where organization_id = $1 and id = $2', sourceId);
  await refresh();
  t.like(await codeOf('a'), {
    management_state: 'unknown',
    mappings: [],
    unknown_because: [{ kind: 'state_unread', id: sourceId, reach: 'known' }],
  });
  t.is((await codeOf('loose')).management_state, 'unmanaged');
});

test('an unscanned repository reaches every account from one hour after its selection', async (t) => {
  const { query, refresh, evidenceOf, account, repositoryId } = await makeLayouts();
  const set = async (assignments: string) => {
    await query(
      `update repositories set ${assignments} where organization_id = $1 and id = $2`,
      repositoryId,
    );
    await refresh();
    return evidenceOf(account);
  };
  t.like(await set(`status = 'pending'`), { complete: true });
  t.like(await set(`selected_at = now() - interval '61 minutes'`), {
    complete: false,
    reasons: [{ kind: 'repository_unscanned', id: repositoryId, name: 'acme/infra', reach: 'all' }],
    reasons_total: 1,
  });
  t.like(await set(`status = 'error'`), { complete: false }, 'no scan succeeded');
  t.like(await set('last_scanned_at = now()'), { complete: true }, 'a later scan failed');
  t.like(await set(`last_scanned_at = null, status = 'removed'`), { complete: true });
});

test('people say that all code of an account is connected, which accounts a project reaches, and its environment', async (t) => {
  const layouts = await makeLayouts();
  const { client, addProject, addLayoutSource, judge, b, account, query } = layouts;
  const projectId = await addProject({ backend: 'gcs' });
  t.like(await judge(), { state: 'unknown', aComplete: false });

  const patchAccount = (code_complete: boolean) =>
    dataOf(
      client.PATCH('/api/v1/aws/accounts/{id}', { params: { path: { id: b } }, body: { code_complete } }),
    );
  t.true((await patchAccount(true)).code_complete);
  t.like(
    await judge(),
    { state: 'unmanaged', active: true, complete: true, aComplete: false },
    'needs no source',
  );
  const denied = await addLayoutSource(null, { error: 'access_denied: x', accounts: [layouts.numberOfB] });
  t.like(await judge(), { state: 'unknown', reasons: ['state_unread known'] }, 'a known reach holds it');
  await query('delete from state_sources where organization_id = $1 and id = $2', denied);
  t.false((await patchAccount(false)).code_complete);
  const { items: log } = await dataOf(
    client.GET('/api/v1/organization/audit-log', { params: { query: { action: ['account.updated'] } } }),
  );
  t.deepEqual(
    log.map(({ details }) => details),
    [
      { changed: ['code_complete'], code_complete: false },
      { changed: ['code_complete'], code_complete: true },
    ],
  );

  const patchProject = (
    body: NonNullable<operations['updateIacProject']['requestBody']>['content']['application/json'],
  ) => client.PATCH('/api/v1/iac-projects/{id}', { params: { path: { id: projectId } }, body });
  await dataOf(patchProject({ reach_account_ids: [account] }));
  t.like(await judge(), { aComplete: false, reasons: ['no_source known'] });
  const detail = async () =>
    dataOf(client.GET('/api/v1/iac-projects/{id}', { params: { path: { id: projectId } } }));
  t.like(await detail(), {
    reach_account_ids: [account],
    state_reason:
      'backend_unsupported: States in the backend gcs are not read, only pushed ones (POST /ingest/states).',
  });
  await expectError(t, patchProject({ reach_account_ids: [randomUUID()] }), 400, 'validation_failed');
  await dataOf(patchProject({ reach_account_ids: null }));
  t.deepEqual((await detail()).reach_account_ids, []);
  t.like(await judge(), { aComplete: false, reasons: ['no_source known', 'project_without_state all'] });

  const [environment] = await query<{ id: string }>(
    `insert into environments (organization_id, name, class) values ($1, 'prod', 'production') returning id`,
  );
  await dataOf(patchProject({ environment_id: environment?.id ?? '' }));
  t.like(await judge(), { aComplete: false }, 'no account has the environment');
  await dataOf(
    client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
      params: { path: { id: b } },
      body: { environment_id: environment?.id ?? '' },
    }),
  );
  t.like(await judge(), {
    aComplete: true,
    reasons: ['no_source known', 'project_without_state environment'],
  });
});

test('lists the reasons of all accounts in pages, by account and kind', async (t) => {
  const layouts = await makeLayouts();
  const { client, addProject, addLayoutSource, refresh, b, account, evidenceOf, numberOfB } = layouts;
  await addProject({ backend: 'http' });
  for (let index = 0; index < 4; index += 1) await addLayoutSource(null, { error: 'access_denied: x' });
  await addLayoutSource(null, { readAge: 30, accounts: [numberOfB] });
  await refresh();
  const list = (query: NonNullable<operations['listEvidence']['parameters']['query']>) =>
    dataOf(client.GET('/api/v1/mapping/evidence', { params: { query } }));
  const { items: everything } = await list({ limit: 200 });
  const paged = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      limit: 2,
      ...(cursor === '' ? {} : { cursor }),
    });
    paged.push(...page.items);
    cursor = page.next_cursor;
  }
  t.deepEqual(paged, everything);
  t.is(everything.length, 5 + 7);
  const ofB = await list({ aws_account_id: [b] });
  t.deepEqual(
    ofB.items.map(({ kind, reach }) => `${kind} ${reach}`),
    [
      'no_source known',
      'state_overdue known',
      'project_without_state all',
      ...Array.from({ length: 4 }, () => 'state_unread all'),
    ],
  );
  t.like(ofB.items[2], { name: 'acme/infra', path: 'live/b' });
  t.is(ofB.items[0]?.name, 'B');
  t.regex(ofB.items[3]?.name ?? '', /^states\//);
  t.is((await list({ kind: ['state_unread'] })).items.length, 8);
  t.is((await list({ aws_account_id: [randomUUID()] })).items.length, 0);
  t.like(await evidenceOf(b), { reasons_total: 7, complete: false });
  t.is((await evidenceOf(b))?.reasons.length, 3);
  t.is((await evidenceOf(account))?.reasons_total, 5);
});
