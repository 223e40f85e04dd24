import test from 'ava';
import {
  detectableBackends,
  detectedStates,
  statesOfBackends,
} from '../../../domain/mapping/plan-detected-states.ts';
import type { StateProject } from '../../../domain/mapping/plan-detected-states.ts';

const project = (fields: Partial<StateProject> = {}): StateProject => ({
  id: 'p',
  kind: 'root',
  status: 'active',
  backendType: 's3',
  backendConfig: { bucket: 'states', key: 'app/terraform.tfstate', region: 'eu-west-1' },
  environmentHints: { workspaces: ['prod', 'dev'] },
  ...fields,
});

function keysOf(given: StateProject, listed?: readonly string[]): readonly string[] {
  const [backend] = detectableBackends(given);
  return backend === undefined ? [] : detectedStates(given, backend, listed).map(({ key }) => key);
}

test('detects the states of active root projects with a literal s3 backend only', (t) => {
  t.deepEqual(keysOf(project(), ['default']), ['app/terraform.tfstate']);
  for (const fields of [
    { kind: 'module' },
    { status: 'disabled' },
    { status: 'missing' },
    { backendType: 'gcs' },
    { backendType: undefined },
    { backendConfig: { bucket: 'states' } },
    { backendConfig: { bucket: 'states', key: { expr: 'var.key' } } },
    { backendConfig: { bucket: 'x', key: 'a' } },
    { backendConfig: { bucket: 'states', key: 'a/' } },
  ])
    t.deepEqual(keysOf(project(fields), ['default']), [], JSON.stringify(fields));
});

test('accepts an expression that detection evaluated', (t) => {
  const config = { bucket: 'states', key: { expr: '"${path}/a"', value: 'live/a' } };
  t.deepEqual(keysOf(project({ backendConfig: config }), ['default']), ['live/a']);
});

test('tells evaluated backends from literal ones, and has one for each file of values', (t) => {
  const shown = (given: Partial<StateProject>) =>
    detectableBackends(project(given)).map(({ key, variant, isEvaluated }) => [key, variant, isEvaluated]);
  t.deepEqual(shown({}), [['app/terraform.tfstate', '', false]]);
  const key = { expr: 'var.key', value: 'a' };
  t.deepEqual(shown({ backendConfig: { bucket: 'states', key } }), [['a', '', true]]);
  const backends = [
    { config: { bucket: 'states', key: 'dev' }, variant: 'dev.tfvars' },
    { config: { bucket: 'states', key: 'prod' }, variant: 'prod.tfvars' },
    { config: { bucket: 'states', key: '<%= expansion(":ENV") %>' }, variant: 'x' },
  ];
  t.deepEqual(shown({ backends, backendConfig: {} }), [
    ['dev', 'dev.tfvars', true],
    ['prod', 'prod.tfvars', true],
  ]);
});

test('uses the listed workspaces, and the prefix of the backend', (t) => {
  t.deepEqual(keysOf(project(), ['default', 'x']), ['app/terraform.tfstate', 'env:/x/app/terraform.tfstate']);
  t.deepEqual(keysOf(project(), ['x']), ['env:/x/app/terraform.tfstate']);
  const config = { bucket: 'states', key: 'a', workspace_key_prefix: 'teams/shop' };
  t.deepEqual(keysOf(project({ backendConfig: config }), ['x']), ['teams/shop/x/a']);
});

test('uses the workspaces of the repository without a list, and the default one when no object exists', (t) => {
  t.deepEqual(keysOf(project()), [
    'app/terraform.tfstate',
    'env:/prod/app/terraform.tfstate',
    'env:/dev/app/terraform.tfstate',
  ]);
  t.deepEqual(keysOf(project(), []), ['app/terraform.tfstate']);
  const config = { bucket: 'states', key: 'a', workspace_key_prefix: { expr: 'var.prefix' } };
  t.deepEqual(keysOf(project({ backendConfig: config })), ['a']);
});

test('names the projects with states beyond the maximum, or that the list does not have', (t) => {
  const listed = (id: string, workspaces: readonly string[] | undefined, complete = true) => {
    const given = project({ id });
    const [backend] = detectableBackends(given);
    if (backend === undefined) throw new Error('the project has no backend');
    return {
      project: given,
      backend,
      listing: workspaces === undefined ? undefined : { workspaces, complete },
    };
  };
  const some = statesOfBackends([listed('b', ['default', 'x']), listed('a', ['default'], false)], 10);
  t.deepEqual(
    some.states.map(({ projectId, workspace }) => `${projectId} ${workspace}`),
    ['a default', 'b default', 'b x'],
  );
  t.deepEqual(some.unlistedProjects, ['a']);
  const many = statesOfBackends(
    [listed('a', ['default', 'x']), listed('b', ['default', 'x']), listed('c', undefined)],
    3,
  );
  t.is(many.states.length, 3);
  t.deepEqual(many.unlistedProjects, ['b', 'c']);
});
