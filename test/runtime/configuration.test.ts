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
