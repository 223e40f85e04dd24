import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { groupActions, permissionGroups } from '../../../domain/connections/cloud-control-access.ts';
import { groupParameters } from '../../../domain/connections/cloud-control-slots.ts';
import { organizationActions, roleActions } from '../../../domain/connections/role-actions.ts';
import { createRoleTemplate, templateVariants } from '../../../domain/connections/role-template.ts';
import type { TemplateVariant } from '../../../domain/connections/role-template.ts';
import {
  currentTemplateVersion,
  isTemplateBehind,
  templateReleases,
} from '../../../domain/connections/template-version.ts';
import { deployTemplate, statementsOf } from '../../support/connections/evaluate-template.ts';
import type { DeployedRole } from '../../support/connections/evaluate-template.ts';

const options = { servicePrincipalArn: 'arn:aws:iam::999999999999:root', roleName: 'Reader' };
const sizeOf = (value: unknown) => JSON.stringify(value).length;
const make = (variant: TemplateVariant) => createRoleTemplate({ ...options, variant });

/** Parameter values with which every optional resource exists. */
const everything = {
  ExternalId: 'svc-1',
  StateObjectArns: 'arn:aws:s3:::state/production/*,arn:aws:s3:::state/staging/*',
  StateBucketArns: 'arn:aws:s3:::state',
  AdditionalPolicyArn: 'arn:aws:iam::aws:policy/SecurityAudit',
  AllowTemplateUpgrade: 'true',
};

function readerOf(variant: TemplateVariant, parameters: Readonly<Record<string, string>> = {}): DeployedRole {
  const role = deployTemplate(make(variant), parameters).get('Role');
  if (role === undefined) throw new Error('the template has no role');
  return role;
}

/** Statements of the reader's managed policies whose logical id matches. */
const statementsNamed = (role: DeployedRole, pattern: RegExp) =>
  [...role.managed].filter(([id]) => pattern.test(id)).flatMap(([, document]) => statementsOf(document));

test('the digest of the template matches its latest version', (t) => {
  const made = JSON.stringify(templateVariants.map(make));
  const digest = createHash('sha256').update(made).digest('hex');
  const recorded = templateReleases.at(-1)?.digest ?? '';
  t.is(
    recorded,
    digest,
    `the template changed: add version '${Number(currentTemplateVersion) + 1}' to templateReleases in ` +
      'domain/connections/template-version.ts with any digest, then copy the digest that this test reports',
  );
  t.is(new Set(templateReleases.map(({ version }) => version)).size, templateReleases.length);
});

test('the role allows exactly the actions that collectors, validation and state reading declare', (t) => {
  for (const variant of templateVariants) {
    const everywhere = statementsNamed(readerOf(variant), /^Read/).flatMap(({ Action }) => Action);
    const expected = [...roleActions(), ...(variant === 'management' ? organizationActions : [])];
    t.deepEqual(everywhere.toSorted(), expected.toSorted(), variant);
    const writes = everywhere.filter(
      (action) => !/:(List|Get|Describe|BatchGet|Lookup|Search|Scan|Query)/.test(action),
    );
    t.deepEqual(
      writes.filter((action) => !/^apigateway:GET$|^budgets:ViewBudget$|^s3:HeadBucket$/.test(action)),
      [],
      'no action writes',
    );
    t.false(everywhere.includes('s3:GetObject'), 's3:GetObject is allowed only on state objects');
  }
});

test('the role reads state only from the named objects', (t) => {
  t.deepEqual(statementsNamed(readerOf('member'), /^State/), [], 'without state objects');
  const state = statementsNamed(readerOf('member', everything), /^State/);
  const objects = everything.StateObjectArns.split(',');
  t.deepEqual(
    state.map(({ Action, Resource }) => [Action, Resource]),
    [
      [['s3:GetObject', 's3:GetObjectVersion'], objects],
      [['kms:Decrypt'], '*'],
      [['s3:ListBucket'], ['arn:aws:s3:::state']],
    ],
  );
  t.deepEqual(state[1]?.Condition, {
    StringLike: { 'kms:EncryptionContext:aws:s3:arn': objects, 'kms:ViaService': 's3.*.amazonaws.com*' },
  });
});

test('roles, policies and template stay within the quotas of IAM and CloudFormation', (t) => {
  const largest = permissionGroups
    .toSorted((left, right) => sizeOf(groupActions(right)) - sizeOf(groupActions(left)))
    .slice(0, groupParameters.length);
  const groups = Object.fromEntries(groupParameters.map((name, index) => [name, largest[index] ?? '']));
  for (const variant of templateVariants) {
    t.true(sizeOf(make(variant)) < 1_000_000, 'CloudFormation: template in S3');
    t.true(
      sizeOf(createRoleTemplate({ ...options, variant, cloudControlGroups: [] })) < 51_200,
      'TemplateBody',
    );
    if (variant === 'member')
      t.true(
        sizeOf(createRoleTemplate({ ...options, variant, cloudControlGroups: largest })) < 51_200,
        'TemplateBody of an upgrade',
      );
    // A stack has no groups when it allows upgrades.
    const deployed = [
      ...deployTemplate(make(variant), everything),
      ...deployTemplate(make(variant), { ...everything, ...groups, AllowTemplateUpgrade: 'false' }),
    ];
    for (const [id, role] of deployed) {
      const attached = role.managed.size + role.attachedArns.length;
      // IAM allows ten. An update attaches at most one more policy, when the actions need one more.
      t.true(attached <= 9, `${variant}: ${attached} managed policies of ${id}`);
      for (const [name, document] of [...role.managed, ['the boundary', role.boundary] as const])
        t.true(JSON.stringify(document ?? {}).length <= 6_144, `${variant}: characters of ${name} of ${id}`);
      t.true(JSON.stringify(role.inline).length <= 10_240, `${variant}: inline policies of ${id}`);
    }
  }
});

test('a new version keeps the logical ids of the policies, so that an upgrade updates them in place', (t) => {
  for (const variant of templateVariants) {
    const idsOf = (actions: readonly string[], version: string) =>
      Object.keys(createRoleTemplate({ ...options, variant, actions, version })['Resources'] ?? {});
    const actions = roleActions();
    t.deepEqual(idsOf(actions.slice(0, -3), '1'), idsOf(actions, '2'), variant);
    const more = Array.from({ length: 150 }, (_, index) => `ec2:DescribeAnotherKindOfResource${index}`);
    const current = idsOf(actions, '2');
    const policies = current.filter((id) => /^Read[0-9]+$/.test(id));
    const grown = idsOf([...actions, ...more], '3');
    t.deepEqual(
      grown.filter((id) => !current.includes(id)),
      [`Read${policies.length + 1}`],
    );
  }
});

test('a template is behind only when its version is known and older', (t) => {
  t.false(isTemplateBehind(undefined));
  fc.assert(fc.property(fc.string(), (text) => !isTemplateBehind(text) || /^\d+$/.test(text)));
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.nat(999_999_999), (deployed, current) => {
      t.is(isTemplateBehind(String(deployed), String(current)), deployed < current);
    }),
  );
});
