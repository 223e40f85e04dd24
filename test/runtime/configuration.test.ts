import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { ConfigurationError, readConfiguration } from '../../runtime/configuration.ts';
import { variables } from '../../runtime/configuration-variables.ts';
import { environmentExample } from '../../runtime/environment-example.ts';
import { devConfiguration } from '../../dev/configuration.ts';

const required = { DATABASE_URL: 'postgres://user:password@localhost/inventory' };
const production = {
  ...required,
  NODE_ENV: 'production',
  JWT_KEYS: `a:${'x'.repeat(32)}`,
  ENCRYPTION_KEYS: `a:${Buffer.alloc(32, 7).toString('base64')}`,
  PUBLIC_URL: 'https://inventory.example.com',
  SERVICE_PRINCIPAL_ARN: 'arn:aws:iam::123456789012:role/inventory',
};

test('requires DATABASE_URL only, and defaults every other variable', (t) => {
  t.throws(() => readConfiguration({}), { message: /DATABASE_URL: is required/ });
  const configuration = readConfiguration(required);
  t.false(configuration.production);
  t.is(configuration.port, 8080);
});

test('lists all invalid variables in one error, without their values', (t) => {
  const error = t.throws(() =>
    readConfiguration({ PORT: 'x', DATABASE_URL: 'mysql://x', TRUSTED_PROXIES: 'true', JWT_KEYS: 'short' }),
  );
  for (const name of ['PORT', 'DATABASE_URL', 'TRUSTED_PROXIES', 'JWT_KEYS'])
    t.regex(error?.message ?? '', new RegExp(`${name}: `));
  t.notRegex(error?.message ?? '', /mysql|short/);
});

test('derives PUBLIC_URL from PORT, unless it is set', (t) => {
  t.is(readConfiguration(required).publicUrl, 'http://127.0.0.1:8080');
  t.is(readConfiguration({ ...required, PORT: '9000' }).publicUrl, 'http://127.0.0.1:9000');
  const PUBLIC_URL = 'https://inventory.example.com/';
  t.is(readConfiguration({ ...required, PORT: '9000', PUBLIC_URL }).publicUrl, PUBLIC_URL.slice(0, -1));
});

test('rejects default secrets in production, whether set or omitted', (t) => {
  t.true(readConfiguration(production).production);
  for (const name of ['JWT_KEYS', 'ENCRYPTION_KEYS'] as const) {
    const { [name]: _left, ...rest } = production;
    t.throws(() => readConfiguration(rest), { message: new RegExp(`${name}: the default is rejected`) });
    const row = Object.values(variables).find((variable) => variable.name === name);
    const key = row !== undefined && 'default' in row ? row.default : '';
    t.throws(() => readConfiguration({ ...production, [name]: key }), { message: /rejected in production/ });
    t.throws(() => readConfiguration({ ...production, [name]: `mine:${production[name].slice(2)},${key}` }), {
      message: /rejected in production/,
    });
  }
});

test('rejects an http PUBLIC_URL, an http GITHUB_API_URL and the default SERVICE_PRINCIPAL_ARN in production', (t) => {
  const rejected: readonly (readonly [string, string | undefined, RegExp])[] = [
    ['PUBLIC_URL', 'http://inventory.example.com', /PUBLIC_URL: must be an https URL in production/],
    ['PUBLIC_URL', undefined, /PUBLIC_URL: must be an https URL in production/],
    [
      'GITHUB_API_URL',
      'http://github.example.com/api/v3',
      /GITHUB_API_URL: must be an https URL in production/,
    ],
    [
      'SERVICE_PRINCIPAL_ARN',
      variables.servicePrincipalArn.default,
      /SERVICE_PRINCIPAL_ARN: must be set to your own value in production/,
    ],
    ['SERVICE_PRINCIPAL_ARN', undefined, /SERVICE_PRINCIPAL_ARN: must be set to your own value/],
  ];
  for (const [name, value, message] of rejected)
    t.throws(() => readConfiguration({ ...production, [name]: value }), {
      instanceOf: ConfigurationError,
      message,
    });
  t.is(readConfiguration({ ...required, PUBLIC_URL: 'http://a.test' }).publicUrl, 'http://a.test');
});

test('rejects keys without an id, with too few bytes, or with duplicate ids', (t) => {
  const key = 'y'.repeat(32);
  for (const keys of ['', 'nothing', `a:${'y'.repeat(31)}`, `:${key}`, `a b:${key}`, `a:${key},a:${key}`]) {
    t.throws(() => readConfiguration({ ...production, JWT_KEYS: keys }), { message: /JWT_KEYS: / }, keys);
  }
  t.deepEqual(
    readConfiguration({ ...production, JWT_KEYS: `b:${key},a:${key}` }).jwtKeys.map(({ id }) => id),
    ['b', 'a'],
  );
});

const invalid: readonly (readonly [name: string, value: string, message: RegExp])[] = [
  ['WORKER_QUEUES', 'nope', /must contain only inventory, aws, scm, assistant/],
  ['WORKER_QUEUES', 'aws,nope', /must contain only/],
  ['WORKER_QUEUES', ',', /must name at least one queue/],
  ['HOST', '999.1.1.1', /must be an IP address or a host name/],
  ['HOST', 'a b', /must be an IP address or a host name/],
  ['TEMPORAL_ADDRESS', 'abc', /must be host:port/],
  ['TEMPORAL_ADDRESS', 'abc:0', /must be host:port/],
  ['TEMPORAL_ADDRESS', '::1:7233', /must be host:port/],
  ['WEB_ORIGIN', 'https://app.example.com/path', /must be an origin/],
  ['WEB_ORIGIN', 'https://app.example.com?a=b', /must be an origin/],
  ['WEB_ORIGIN', 'x', /must be a URL/],
  ['TEMPORAL_TLS_CA', '/nowhere/ca.pem', /must be the path of a readable file/],
  ['SERVICE_PRINCIPAL_ARN', 'zz', /must be the ARN/],
  ['MAIL_FROM', 'nope', /must be an address/],
  ['SHUTDOWN_SECONDS', '500', /must be an integer from 1 to 30/],
];

for (const [name, value, message] of invalid)
  test(`rejects ${name}=${value}`, (t) => {
    const error = t.throws(() => readConfiguration({ ...required, [name]: value }), {
      instanceOf: ConfigurationError,
    });
    t.regex(error?.message ?? '', new RegExp(`${name}: ${message.source}`));
    t.is(error?.message.split('\n').length, 2);
  });

test('accepts the values that deployments use', (t) => {
  const accepted: readonly (readonly [name: string, ...values: readonly string[]])[] = [
    ['HOST', '0.0.0.0', '::', '::1', 'localhost', 'api.internal', 'ip-10-0-0-1'],
    ['TEMPORAL_ADDRESS', 'temporal:7233', '[::1]:7233', 'ns.a1b2c.tmprl.cloud:7233', '10.0.0.1:7233'],
    ['WEB_ORIGIN', 'https://app.example.com', 'https://app.example.com/', 'http://localhost:3000'],
    ['WORKER_QUEUES', 'aws', 'inventory, scm', 'assistant,'],
    ['MAIL_FROM', 'inventory@localhost', 'Cloud Inventory <inventory@example.com>'],
    ['TEMPORAL_TLS_CA', path.join(devConfiguration.projectFolder, 'package.json')],
    [
      'SERVICE_PRINCIPAL_ARN',
      'arn:aws:iam::123456789012:role/path/inventory',
      'arn:aws-us-gov:iam::123456789012:user/inventory',
      'arn:aws-cn:sts::123456789012:assumed-role/inventory/session',
    ],
  ];
  for (const [name, ...values] of accepted)
    for (const value of values) t.notThrows(() => readConfiguration({ ...required, [name]: value }), value);
  t.is(
    readConfiguration({ ...required, WEB_ORIGIN: 'https://App.example.com:443/' }).webOrigin,
    'https://app.example.com',
  );
  t.deepEqual(readConfiguration({ ...required, WORKER_QUEUES: 'aws,aws' }).workerQueues, ['aws']);
});

test('generates .env.example from the table of variables', (t) => {
  const file = readFileSync(path.join(devConfiguration.projectFolder, '.env.example'), 'utf8');
  t.is(file, environmentExample());
});

test('requires the variables of the model provider of the assistant', (t) => {
  const { assistantProvider, assistantModels } = readConfiguration(required);
  t.is(assistantProvider, 'embedded');
  t.deepEqual(assistantModels, ['embedded-1']);
  const key = { ASSISTANT_API_KEY: 'key' };
  const url = { ASSISTANT_BASE_URL: 'https://models.example.com/v1/' };
  const models = { ASSISTANT_MODELS: 'large, small' };
  const anthropic = { ...required, ASSISTANT_PROVIDER: 'anthropic' };
  const compatible = { ...required, ASSISTANT_PROVIDER: 'openai_compatible' };
  t.deepEqual(readConfiguration({ ...anthropic, ...key, ...models }).assistantModels, ['large', 'small']);
  t.is(
    readConfiguration({ ...compatible, ...url, ...models }).assistantBaseUrl,
    'https://models.example.com/v1',
  );
  const incomplete: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ ...anthropic, ...models }, /ASSISTANT_API_KEY: is required with ASSISTANT_PROVIDER=anthropic/],
    [{ ...anthropic, ...key }, /ASSISTANT_MODELS: is required with ASSISTANT_PROVIDER=anthropic/],
    [
      { ...compatible, ...models, ...key },
      /ASSISTANT_BASE_URL: is required with ASSISTANT_PROVIDER=openai_compat/,
    ],
    [{ ...compatible, ...url }, /ASSISTANT_MODELS: is required/],
    [{ ...required, ...models }, /ASSISTANT_MODELS: must be embedded-1 with ASSISTANT_PROVIDER=embedded/],
    [{ ...required, ASSISTANT_PROVIDER: 'other' }, /ASSISTANT_PROVIDER: must be one of/],
    [{ ...compatible, ...models, ASSISTANT_BASE_URL: 'host/v1' }, /ASSISTANT_BASE_URL: must be a URL/],
  ];
  for (const [environment, message] of incomplete)
    t.throws(() => readConfiguration(environment), { instanceOf: ConfigurationError, message });
});
