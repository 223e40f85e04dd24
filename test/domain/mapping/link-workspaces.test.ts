import test from 'ava';
import { projectOfWorkspace } from '../../../domain/mapping/link-workspaces.ts';
import type { LinkableWorkspace, WorkspaceProject } from '../../../domain/mapping/link-workspaces.ts';
import { matchesGlob } from '../../../domain/mapping/matches-glob.ts';

const workspace: LinkableWorkspace = {
  hostname: 'app.terraform.io',
  organization: 'acme',
  name: 'app-prod',
  tags: ['app', 'prod'],
  repository: 'Acme/Infra',
  directory: 'live',
};
const project = (id: string, fields: Partial<WorkspaceProject> = {}): WorkspaceProject => ({
  id,
  repository: 'acme/other',
  path: '.',
  backendType: 'cloud',
  backendConfig: {},
  ...fields,
});
const block = (workspaces: object, fields: object = {}) => ({
  backendConfig: { organization: 'acme', workspaces, ...fields },
});

test('finds the project of a workspace by its name, its directory, a prefix and tags', (t) => {
  const named = project('named', block({ name: 'app-prod' }));
  const located = project('located', { repository: 'acme/infra', path: 'live', backendType: undefined });
  const prefixed = project('prefixed', { backendType: 'remote', ...block({ prefix: 'app-' }) });
  const tagged = project('tagged', block({ tags: ['app'] }));
  const mapped = project('mapped', block({ tags: { app: 'x' } }));
  const find = (...projects: readonly WorkspaceProject[]) => projectOfWorkspace(workspace, projects);
  t.is(find(prefixed, located, named), 'named');
  t.is(find(prefixed, located), 'located');
  t.is(find(prefixed), 'prefixed');
  t.is(find(tagged), 'tagged');
  t.is(find(mapped), 'mapped');
  t.is(find(named, { ...named, id: 'twin' }), undefined, 'two projects name it');
});

test('ignores blocks of other organizations, hosts and workspaces', (t) => {
  const others = [
    project('1', block({ name: 'app-dev' })),
    project('2', block({ name: 'app-prod' }, { organization: 'other' })),
    project('3', block({ name: 'app-prod' }, { hostname: 'tfe.acme.example' })),
    project('4', block({ tags: ['app', 'dev'] })),
    project('5', block({ tags: [] })),
    project('6', block({ prefix: '' })),
    project('7', { backendType: 's3', ...block({ name: 'app-prod' }) }),
    project('8', { repository: 'acme/infra', path: '.', backendType: undefined }),
  ];
  t.is(projectOfWorkspace(workspace, others), undefined);
});

test('matches globs', (t) => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['app-prod', 'app-*', true],
    ['app-prod', '*', true],
    ['app-prod', 'app-????', true],
    ['app-prod', 'app-???', false],
    ['app-prod', '*-prod*', true],
    ['app-prod', 'prod', false],
    ['', '*', true],
    ['', '?', false],
    ['a*b', 'a*b', true],
    ['mississippi', 'm*iss*pi', true],
  ];
  for (const [text, glob, expected] of cases) t.is(matchesGlob(text, glob), expected, `${text} ${glob}`);
});

test('a hostile glob does not make the match exponential', (t) => {
  t.false(matchesGlob('a'.repeat(200), `${'*a'.repeat(99)}b`));
});
