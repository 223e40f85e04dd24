import test from 'ava';
import type { Permission } from '../../../domain/identity/permissions.ts';
import { permissionsOf, roleNames } from '../../../domain/identity/roles.ts';
import { defaultKindOf } from '../../../domain/scm/default-kind.ts';
import * as values from '../../../domain/values.ts';

const words = (text: string): readonly string[] => text.split(' ').toSorted();

test('the values of source control are those of the vocabulary', (t) => {
  const expected: readonly (readonly [readonly string[], string])[] = [
    [values.scmProviders, 'github gitlab'],
    [values.scmConnectionStatuses, 'active syncing suspended revoked error'],
    [values.repositoryStatuses, 'pending active error removed'],
    [values.repositoryVisibilities, 'public internal private'],
    [values.automationGrants, 'comment_on_pull_requests open_pull_requests set_commit_status'],
    [
      values.iacSystems,
      'terraform opentofu terragrunt cloudformation sam cdk pulumi serverless helm kustomize crossplane ansible bicep',
    ],
    [values.iacProjectKinds, 'root module stack chart playbook example'],
    [values.iacProjectDetections, 'automatic manual corrected'],
    [values.iacProjectStatuses, 'active disabled missing'],
    [values.pullRequestStates, 'open merged closed'],
  ];
  for (const [list, text] of expected) t.deepEqual([...list].toSorted(), [...words(text)], text);
});

test('the roles hold the permissions of source control that the vocabulary gives them', (t) => {
  const reads = 'scm:read repositories:read iac_projects:read pull_requests:read';
  const expected: Readonly<Record<string, string>> = {
    platform_admin: `${reads} scm:manage repositories:manage iac_projects:manage`,
    cloud_admin: `${reads} scm:manage repositories:manage iac_projects:manage`,
    engineer: `${reads} iac_projects:manage`,
    auditor: reads,
    viewer: reads,
  };
  const isScm = (permission: Permission) =>
    /^(?:scm|repositories|iac_projects|pull_requests):/.test(permission);
  for (const role of roleNames)
    t.deepEqual(permissionsOf([role]).filter(isScm).toSorted(), [...words(expected[role] ?? '')], role);
});

test('the default kind of a project is the usual one of its system', (t) => {
  const expected: Readonly<Record<string, string>> = {
    root: 'terraform opentofu terragrunt',
    stack: 'cloudformation sam cdk pulumi serverless kustomize crossplane bicep',
    chart: 'helm',
    playbook: 'ansible',
  };
  for (const [kind, systems] of Object.entries(expected))
    t.deepEqual(
      values.iacSystems.filter((system) => defaultKindOf[system] === kind).toSorted(),
      [...words(systems)],
      kind,
    );
});
