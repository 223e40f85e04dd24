import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { planOf, queueChange, readBody, rejectionOf } from './support.ts';
import type { Members } from './support.ts';

const folder = path.resolve('test/fixtures/plans/unmasked');
const textOf = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const secrets = (
  JSON.parse(textOf('secrets.json')) as { readonly [key: string]: Readonly<Record<string, string[]>> }
)['secrets that must be nowhere'];

for (const [name, values] of Object.entries(secrets ?? {}))
  test(`stores no secret of ${name}, whose plan has no masks`, async (t) => {
    const plan = await readBody(textOf(`${name}.json`));
    const stored = JSON.stringify(plan);
    for (const value of values) t.false(stored.includes(value), value);
    t.is(plan.changes.length, 1);
    t.true(stored.includes('(sensitive)'));
  });

test('every plan without masks has its secrets in the list', (t) => {
  const names = readdirSync(folder).map((file) => file.replace(/\.\w+$/, ''));
  const others = ['secrets', 'text-plan', 'drift-without-address'];
  t.deepEqual(
    names.filter((name) => !others.includes(name)).toSorted(),
    Object.keys(secrets ?? {}).toSorted(),
  );
});

test('keeps the values that are no secrets in plans without masks', async (t) => {
  const kept: Readonly<Record<string, readonly string[]>> = {
    'ssm-secure-string': ['/a', 'SecureString'],
    'elasticache-user': ['app'],
    'yaml-values': ['auth:', 'username: app', 'redis'],
    'unescaped-at': ['postgres://app:(sensitive)@db:5432/app'],
    'webhook-url': ['https://hooks.slack.com/services/(sensitive)'],
    'local-file': ['kube.conf'],
    'vault-secret': ['secret/x'],
  };
  for (const [name, values] of Object.entries(kept)) {
    const { changes } = await readBody(textOf(`${name}.json`));
    for (const value of values) t.true(JSON.stringify(changes).includes(value), `${name}: ${value}`);
  }
});

/** A plan of format 0.1, which has no masks at all. */
function oldPlan(type: string, values: Members, more: Members = {}): object {
  return {
    format_version: '0.1',
    terraform_version: '0.14.11',
    ...more,
    resource_changes: [
      {
        address: `${type}.x`,
        mode: 'managed',
        type,
        name: 'x',
        provider_name: 'registry.terraform.io/hashicorp/x',
        change: { actions: ['create'], before: null, after: values, after_unknown: {} },
      },
    ],
  };
}

test('hides the sensitive attributes of the types that people use, nested ones too', async (t) => {
  const secret = 'open sesame';
  const cases: readonly (readonly [string, Members])[] = [
    ['aws_iam_access_key', { secret }],
    ['aws_db_instance', { password: secret }],
    ['aws_opsworks_application', { ssl_configuration: [{ private_key: secret, certificate: 'c' }] }],
    ['aws_appconfig_hosted_configuration_version', { content: secret }],
    ['azurerm_container_registry', { admin_password: secret }],
    ['azurerm_storage_account', { primary_blob_connection_string: secret }],
    ['azurerm_key_vault_secret', { value: secret }],
    ['azurerm_kubernetes_cluster', { kube_config: [{ host: secret }], kube_config_raw: secret }],
    ['azuread_application_password', { value: secret }],
    ['google_service_account_key', { private_key: secret }],
    ['google_secret_manager_secret_version', { secret_data: secret }],
    ['google_sql_user', { password: secret }],
    ['github_actions_secret', { encrypted_value: secret }],
    ['vault_kv_secret_v2', { data_json: secret }],
    ['vault_approle_auth_backend_role_secret_id', { secret_id: secret }],
    ['datadog_api_key', { key: secret }],
    ['cloudflare_api_token', { value: secret }],
    ['cloudflare_tunnel', { secret }],
    ['kubernetes_secret', { data: { any: secret } }],
    ['kubernetes_secret_v1', { binary_data: { any: secret } }],
    ['tls_private_key', { private_key_openssh: secret }],
    ['random_password', { result: secret }],
    ['random_bytes', { hex: secret }],
    ['helm_release', { set_sensitive: [{ name: 'a', value: secret }] }],
    ['gitlab_project_variable', { value: secret }],
    ['local_file', { sensitive_content: secret }],
  ];
  for (const [type, values] of cases) {
    const { changes } = await readBody(oldPlan(type, { ...values, other: 'kept' }));
    const [change] = changes;
    t.false(change?.after.includes(secret), type);
    t.true(change?.after.includes('kept'), type);
  }
});

test('hides a sensitive attribute of another resource or data source, wherever its value occurs', async (t) => {
  const secret = 'correct horse 17';
  const plan = oldPlan(
    'aws_lambda_function',
    { description: `uses ${secret}`, other: 'kept' },
    {
      prior_state: {
        values: {
          root_module: {
            resources: [
              {
                address: 'data.vault_generic_secret.x',
                mode: 'data',
                type: 'vault_generic_secret',
                values: { data: { any: secret } },
              },
            ],
          },
        },
      },
    },
  );
  const { changes } = await readBody(plan);
  t.is(changes[0]?.after, '{"description":"uses (sensitive)","other":"kept"}');
});

test('an empty sensitive attribute shows that it is not used', async (t) => {
  const { changes } = await readBody(oldPlan('aws_db_instance', { password: null, other: '' }));
  t.is(changes[0]?.after, '{"password":null,"other":""}');
});

test('composes the addresses of drift, and counts drift that changes something only', async (t) => {
  const plan = JSON.parse(textOf('drift-without-address.json')) as {
    resource_drift: { change: { after: Members } }[];
  };
  t.deepEqual((await readBody(plan)).summary.drift, 0);
  for (const { change } of plan.resource_drift) change.after['visibility_timeout_seconds'] = 60;
  const { changes, summary } = await readBody(plan);
  t.is(summary.drift, 2);
  t.deepEqual(
    changes.filter(({ origin }) => origin === 'drift').map(({ address }) => address),
    ['aws_sqs_queue.b', 'module.m["x"].aws_sqs_queue.c[0]'],
  );
});

test('composes the addresses of data sources and text keys', async (t) => {
  const drift = (fields: object) => ({
    ...queueChange({ before: { a: 1 }, after: { a: 2 } }),
    address: undefined,
    ...fields,
  });
  const { changes } = await readBody(
    planOf([], {
      resource_drift: [drift({ name: 'd', index: 'a"b' }), drift({ name: 'd', index: 1, deposed: '0a' })],
    }),
  );
  t.deepEqual(
    changes.map(({ address }) => address),
    ['aws_sqs_queue.d["a\\"b"]', 'aws_sqs_queue.d[1]'],
  );
});

const textPlans: Readonly<Record<string, string>> = {
  'of Terraform 1': textOf('text-plan.txt'),
  'of OpenTofu with colours':
    '\u001b[1mOpenTofu used the selected providers\u001b[0m to generate the following execution\nplan.',
  'of Terraform 0.12': `${'-'.repeat(72)}\n\nAn execution plan has been generated and is shown below.\n`,
  'of Terraform 0.11':
    '+ aws_instance.web\n      id: <computed>\n\n\nPlan: 1 to add, 0 to change, 0 to destroy.\n',
  'that begins with a refresh': `${'aws_vpc.main: Refreshing state... [id=vpc-0a1b]\n'.repeat(20)}\nNo changes. Infrastructure is up-to-date.`,
  'after the text of terraform init': `${'Initializing the backend...\n'.repeat(60)}\nTerraform will perform the following actions:\n`,
  'without changes': 'No changes. Your infrastructure matches the configuration.\n',
  'of a part of the output':
    '  # aws_sqs_queue.a will be created\n  + resource "aws_sqs_queue" "a" {\n    }\n',
  'with Windows line ends': 'Note: Objects have changed outside of Terraform\r\n\r\n  # a.b has changed\r\n',
};

for (const [title, text] of Object.entries(textPlans))
  test(`names a text plan ${title}`, async (t) => {
    t.is((await rejectionOf(text)).problem, 'text_plan');
    t.is((await rejectionOf({ plan: text.slice(0, 3_000) }, { form: 'envelope' })).problem, 'plan_is_text');
  });

test('text before a plan is not called a text plan', async (t) => {
  const plan = JSON.stringify(oldPlan('aws_sqs_queue', { name: 'q' }));
  for (const text of [
    '[command]/usr/bin/terraform show -json p\n',
    'aws_vpc.main: Refreshing state... [id=vpc-0a1b]\n',
  ])
    t.is((await rejectionOf(`${text}${plan}`)).problem, 'text_before');
});
