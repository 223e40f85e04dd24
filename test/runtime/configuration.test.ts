import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { readConfiguration, variables } from '../../runtime/configuration.ts';
import { environmentExample } from '../../runtime/environment-example.ts';
import { devConfiguration } from '../../dev/configuration.ts';

const required = { DATABASE_URL: 'postgres://user:password@localhost/inventory' };
const production = {
  ...required,
  NODE_ENV: 'production',
  JWT_KEYS: `a:${'x'.repeat(32)}`,
  ENCRYPTION_KEYS: `a:${Buffer.alloc(32, 7).toString('base64')}`,
};

test('an empty environment says what is missing, development has a default for the rest', (t) => {
  t.throws(() => readConfiguration({}), { message: /DATABASE_URL: is required/ });
  const configuration = readConfiguration(required);
  t.false(configuration.production);
  t.is(configuration.port, 8080);
});

test('everything that is wrong is listed at once', (t) => {
  const error = t.throws(() =>
    readConfiguration({ PORT: 'x', DATABASE_URL: 'mysql://x', TRUSTED_PROXIES: 'true', JWT_KEYS: 'short' }),
  );
  for (const name of ['PORT', 'DATABASE_URL', 'TRUSTED_PROXIES', 'JWT_KEYS'])
    t.regex(error?.message ?? '', new RegExp(`${name}: `));
});

test('production refuses default secrets, given or left out', (t) => {
  t.true(readConfiguration(production).production);
  for (const name of ['JWT_KEYS', 'ENCRYPTION_KEYS'] as const) {
    const { [name]: _left, ...rest } = production;
    t.throws(() => readConfiguration(rest), { message: new RegExp(`${name}: the default is refused`) });
    const row = Object.values(variables).find((variable) => variable.name === name);
    const key = row !== undefined && 'default' in row ? row.default : '';
    t.throws(() => readConfiguration({ ...production, [name]: key }), { message: /refused in production/ });
    t.throws(() => readConfiguration({ ...production, [name]: `mine:${production[name].slice(2)},${key}` }), {
      message: /refused in production/,
    });
  }
});

test('keys need an id, enough bytes, and ids that differ', (t) => {
  const key = 'y'.repeat(32);
  for (const keys of ['', 'nothing', `a:${'y'.repeat(31)}`, `:${key}`, `a b:${key}`, `a:${key},a:${key}`]) {
    t.throws(() => readConfiguration({ ...production, JWT_KEYS: keys }), { message: /JWT_KEYS: / }, keys);
  }
  t.deepEqual(
    readConfiguration({ ...production, JWT_KEYS: `b:${key},a:${key}` }).jwtKeys.map(({ id }) => id),
    ['b', 'a'],
  );
});

test('.env.example documents every variable, as the configuration describes it', (t) => {
  const file = readFileSync(path.join(devConfiguration.projectFolder, '.env.example'), 'utf8');
  t.is(file, environmentExample());
});
