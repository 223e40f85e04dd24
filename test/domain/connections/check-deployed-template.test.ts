import test from 'ava';
import { findUpgradeObstacle } from '../../../domain/connections/check-deployed-template.ts';
import type { DeployedTemplate } from '../../../domain/connections/check-deployed-template.ts';
import { roleActions } from '../../../domain/connections/role-actions.ts';
import { createRoleTemplate, templateVariants } from '../../../domain/connections/role-template.ts';
import type { TemplateOptions, TemplateVariant } from '../../../domain/connections/role-template.ts';
import type { JsonObject } from '../../../domain/json/json.ts';

const connection = { roleName: 'Reader', externalId: 'svc-1' };

const make = (variant: TemplateVariant, given: Partial<TemplateOptions> = {}): JsonObject =>
  createRoleTemplate({
    ...connection,
    servicePrincipalArn: 'arn:aws:iam::999999999999:root',
    variant,
    ...given,
  });

const deployed = (variant: TemplateVariant, template: JsonObject): DeployedTemplate => ({
  variant,
  body: JSON.stringify(template),
  parameters: {},
  connection,
});

/** Returns a copy of a template after a change. */
function changed(template: JsonObject, change: (copy: Mutable) => void): JsonObject {
  const copy = JSON.parse(JSON.stringify(template)) as Mutable;
  change(copy);
  return copy as unknown as JsonObject;
}

interface Mutable {
  Description: string;
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

test('accepts an older version of the template of the connection', (t) => {
  for (const variant of templateVariants) {
    const older = make(variant, {
      version: '1',
      actions: roleActions().filter((name) => name !== 'ec2:DescribeVolumes'),
    });
    t.is(findUpgradeObstacle(deployed(variant, older), make(variant)), undefined);
    t.is(findUpgradeObstacle(deployed(variant, make(variant)), make(variant)), undefined, 'the same version');
    const published = { ...deployed(variant, make(variant)), parameters: { ExternalId: 'svc-1' } };
    t.is(findUpgradeObstacle(published, make(variant)), undefined);
  }
});

test('refuses a template that is not a role template', (t) => {
  for (const variant of templateVariants) {
    const next = make(variant);
    const others: readonly JsonObject[] = [
      { Resources: {} },
      changed(next, (copy) => (copy.Description = 'Network of the company')),
      changed(next, (copy) => (copy.Description += '; modified')),
      changed(next, ({ Resources }) => (Resources['Bucket'] = { Type: 'AWS::S3::Bucket', Properties: {} })),
      changed(next, ({ Resources }) => {
        const properties = Resources['Role']?.Properties ?? {};
        properties['AssumeRolePolicyDocument'] = { Statement: [{ Effect: 'Allow', Principal: '*' }] };
      }),
      make(variant === 'member' ? 'standalone' : 'member'),
    ];
    for (const other of others)
      t.is(
        findUpgradeObstacle(deployed(variant, other), next),
        'its current template is not a role template of the cloud inventory',
      );
    t.regex(
      findUpgradeObstacle({ ...deployed(variant, next), body: 'Resources: {}' }, next) ?? '',
      /not a role/,
    );
  }
});

test('refuses a template that was deployed for another connection or role', (t) => {
  for (const parameters of [{ ExternalId: 'svc-2' }, { RoleName: 'Administrator' }])
    t.is(
      findUpgradeObstacle({ ...deployed('member', make('member')), parameters }, make('member')),
      'it was deployed for another connection or role',
    );
});

test('refuses a change that the upgrader role is not allowed to make, except in a stack set', (t) => {
  const actions = roleActions().filter((name) => !name.startsWith('sqs:'));
  for (const variant of templateVariants) {
    const obstacle = findUpgradeObstacle(deployed(variant, make(variant, { actions })), make(variant));
    if (variant === 'member') t.is(obstacle, undefined);
    else t.regex(obstacle ?? '', /changes Resources\.Boundary, .*\. Deploy the template manually$/);
  }
});

test('refuses an update during which the role would have more than ten managed policies', (t) => {
  const next = make('management');
  // A stack that allows upgrades has these policies and the additional policy, and no permission groups.
  const attached = [...readPolicyIds(next), 'StateObjects', 'StateBuckets', 'Upgrade', 'additional'].length;
  const withOlder = (count: number): JsonObject =>
    changed(next, ({ Resources }) => {
      const policy = Resources['Read1'];
      for (let index = 1; index <= count; index += 1)
        if (policy !== undefined) Resources[`Read${index}V3`] = policy;
    });
  const free = 10 - attached;
  t.true(free > 0, 'a later version can have one more policy');
  t.is(findUpgradeObstacle(deployed('management', withOlder(free)), next), undefined);
  t.is(
    findUpgradeObstacle(deployed('management', withOlder(free + 1)), next),
    'the role would have 11 managed policies during the update. Deploy the template manually',
  );
});

// Version 4 has Read1 to Read3. A stack set can have permission groups while it is updated.
test('accepts the update of a role of version 4, which has one policy less', (t) => {
  for (const variant of templateVariants) {
    const next = make(variant);
    t.deepEqual(readPolicyIds(next), ['Read1', 'Read2', 'Read3', 'Read4'], variant);
    const older = changed(make(variant, { version: '4' }), ({ Resources }) => delete Resources['Read4']);
    t.is(findUpgradeObstacle(deployed(variant, older), next), undefined, variant);
  }
});

function readPolicyIds(template: JsonObject): readonly string[] {
  return Object.keys(template['Resources'] ?? {}).filter((id) => /^Read\d+$/.test(id));
}
