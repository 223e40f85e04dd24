import test from 'ava';
import { stateReasonOf } from '../../../domain/mapping/state-reason.ts';
import type { ProjectBackend } from '../../../domain/mapping/state-reason.ts';

const project = (fields: Partial<ProjectBackend>): ProjectBackend => ({
  system: 'terraform',
  kind: 'root',
  backendType: 's3',
  backendConfig: { bucket: 'states', key: 'live.tfstate' },
  backends: [],
  stateReason: undefined,
  stateReasonNames: [],
  hasUnlistedStates: false,
  ...fields,
});
const codeOf = (reason: string | undefined) => reason?.split(':')[0];

test('a project without a state source names its backend, or what the backend lacks', (t) => {
  for (const backendType of ['http', 'gcs', 'azurerm', 'consul', 'pg', 'local'])
    t.is(
      stateReasonOf(project({ backendType, backendConfig: {} }), undefined),
      `backend_unsupported: States in the backend ${backendType} are not read, only pushed ones (POST /ingest/states).`,
    );
  for (const backendType of ['cloud', 'remote']) {
    t.is(
      stateReasonOf(project({ backendType, backendConfig: {} }), undefined),
      `backend_unsupported: States in the backend ${backendType} are read by a connection with HCP Terraform, and none has a workspace of the project.`,
    );
    t.is(
      stateReasonOf(
        project({ backendType, backendConfig: {}, stateReasonNames: ['organization'] }),
        undefined,
      ),
      `backend_unresolved: The code does not determine the workspace of the backend ${backendType}. It needs organization.`,
    );
  }
  t.is(
    codeOf(stateReasonOf(project({ backendType: undefined, backendConfig: {} }), undefined)),
    'no_backend',
  );
  t.is(codeOf(stateReasonOf(project({}), undefined)), 'not_detected');
  t.is(
    stateReasonOf(
      project({
        backendConfig: { bucket: { expr: 'var.bucket' }, key: 'live.tfstate' },
        stateReasonNames: ['var.account', 'var.bucket'],
      }),
      undefined,
    ),
    'backend_unresolved: The code does not determine bucket (var.bucket) of the backend s3. It needs var.account, var.bucket.',
  );
  t.is(
    codeOf(
      stateReasonOf(
        project({
          backendConfig: { bucket: { expr: 'var.bucket' } },
          backends: [{ variant: 'prod.tfvars' }],
        }),
        undefined,
      ),
    ),
    'not_detected',
    'the code determines backends of value files',
  );
  t.is(
    stateReasonOf(project({ backendConfig: { bucket: { expr: 'var.bucket', value: 'states' } } }), undefined),
    'backend_unresolved: The code does not determine key of the backend s3.',
  );
  t.is(
    codeOf(stateReasonOf(project({ system: 'pulumi', kind: 'stack', backendType: 's3' }), undefined)),
    'backend_unsupported',
  );
});

test('a project with a state source names the state of the source', (t) => {
  t.is(
    stateReasonOf(project({}), {
      shownStatus: 'error',
      lastError: 'access_denied: s3:GetObject was denied.',
    }),
    'source_error: The last sync of the state source failed: access_denied: s3:GetObject was denied.',
  );
  const of = (shownStatus: 'disabled' | 'pending' | 'synced' | 'syncing') =>
    codeOf(stateReasonOf(project({}), { shownStatus, lastError: undefined }));
  t.deepEqual(
    [of('disabled'), of('pending'), of('synced'), of('syncing')],
    ['source_disabled', 'source_pending', undefined, undefined],
  );
  t.is(codeOf(stateReasonOf(project({}), 'deleted')), 'source_deleted');
  const truncated = project({
    backends: [{ variant: 'a' }, { variant: 'b' }],
    stateReason: 'too_many_backends',
  });
  t.is(
    stateReasonOf(truncated, { shownStatus: 'synced', lastError: undefined }),
    'too_many_backends: The code has more backends than the 2 that are read. The other states are not read.',
  );
  const synced = { shownStatus: 'synced', lastError: undefined } as const;
  t.is(
    stateReasonOf(
      { ...truncated, stateReason: 'backend_unresolved', stateReasonNames: ['var.bucket'] },
      synced,
    ),
    'backend_unresolved: The code determines only 2 of its backends. The other states are not read. It needs var.bucket.',
  );
  t.is(codeOf(stateReasonOf(project({ hasUnlistedStates: true }), synced)), 'too_many_workspaces');
  t.is(codeOf(stateReasonOf(truncated, { shownStatus: 'pending', lastError: undefined })), 'source_pending');
});

test('modules, and projects of systems without states, have no reason', (t) => {
  t.is(stateReasonOf(project({ kind: 'module' }), undefined), undefined);
  t.is(stateReasonOf(project({ system: 'cloudformation', kind: 'stack' }), undefined), undefined);
});
