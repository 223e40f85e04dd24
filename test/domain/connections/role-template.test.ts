import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { organizationActions, roleActions } from '../../../domain/connections/role-actions.ts';
import { createRoleTemplate, templateVariants } from '../../../domain/connections/role-template.ts';
import type { TemplateVariant } from '../../../domain/connections/role-template.ts';
import {
  currentTemplateVersion,
  isTemplateBehind,
  templateReleases,
} from '../../../domain/connections/template-version.ts';

const options = { servicePrincipalArn: 'arn:aws:iam::999999999999:root', roleName: 'Reader' };
const make = (variant: TemplateVariant) => createRoleTemplate({ ...options, variant });

interface Statement {
  readonly Action: readonly string[];
  readonly Resource: unknown;
}

function statementsOf(variant: TemplateVariant): readonly { name: string; statement: Statement }[] {
  const { Resources } = make(variant) as unknown as {
    Resources: Record<
      string,
      { Type: string; Properties: { PolicyDocument?: { Statement: readonly Statement[] } } }
    >;
  };
  return Object.entries(Resources).flatMap(([name, { Properties }]) =>
    (Properties.PolicyDocument?.Statement ?? []).map((statement) => ({ name, statement })),
  );
}

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
    const everywhere = statementsOf(variant)
      .filter(({ name }) => /^(Read|Organization)/.test(name))
      .flatMap(({ statement }) => statement.Action);
    const expected = [...roleActions(), ...(variant === 'management' ? organizationActions : [])];
    t.deepEqual(everywhere.toSorted(), expected.toSorted(), variant);
    const writes = everywhere.filter(
      (action) => !/:(List|Get|Describe|BatchGet|Lookup|Search|Scan|Query)/.test(action),
    );
    t.deepEqual(
      writes.filter((action) => !/^apigateway:GET$|^s3:HeadBucket$/.test(action)),
      [],
      'no action writes',
    );
    t.false(everywhere.includes('s3:GetObject'), 's3:GetObject is allowed only on state objects');
  }
});

test('the role reads state only from the named objects', (t) => {
  const state = statementsOf('member').filter(({ name }) => name.startsWith('State'));
  t.deepEqual(
    state.map(({ statement: { Action, Resource } }) => [Action, Resource]),
    [
      [['s3:GetObject', 's3:GetObjectVersion'], { Ref: 'StateObjectArns' }],
      [['kms:Decrypt'], '*'],
      [['s3:ListBucket'], { Ref: 'StateBucketArns' }],
    ],
  );
  t.regex(JSON.stringify(state[1]?.statement), /kms:EncryptionContext:aws:s3:arn.*StateObjectArns/);
});

test('policies and template stay within the quotas of IAM and CloudFormation', (t) => {
  for (const variant of templateVariants) {
    t.true(JSON.stringify(make(variant)).length < 51_200, 'CloudFormation: TemplateBody');
    const policies = new Map<string, number>();
    for (const { name, statement } of statementsOf(variant))
      policies.set(name, (policies.get(name) ?? 80) + JSON.stringify(statement).length);
    t.true(policies.size <= 10, 'IAM: managed policies per role');
    for (const [name, length] of policies) t.true(length <= 6_144, `IAM: characters of ${name}`);
  }
});

test('a template is behind only when its version is known and older', (t) => {
  t.false(isTemplateBehind(null));
  fc.assert(fc.property(fc.string(), (text) => !isTemplateBehind(text) || /^\d+$/.test(text)));
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.nat(999_999_999), (deployed, current) => {
      t.is(isTemplateBehind(String(deployed), String(current)), deployed < current);
    }),
  );
});
