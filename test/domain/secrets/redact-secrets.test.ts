import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import {
  redactCredentialPatterns,
  redactSecrets,
  redactTags,
} from '../../../domain/secrets/redact-secrets.ts';
import { isSecretKey } from '../../../domain/secrets/secret-keys.ts';
import { toJson } from '../../../domain/json/to-json.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
function redacted(value: object, paths: readonly string[] = []): unknown {
  const json = toJson(value);
  redactSecrets(json, paths, hash);
  return json;
}
// Concatenated so that secret scanners do not report this file.
const accessKey = `AKIA${'IOSFODNN7EXAMPLE'}`;
const pem = `-----BEGIN RSA ${'PRIVATE KEY'}-----\nMIIEow\n-----END RSA ${'PRIVATE KEY'}-----`;
const jwt = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0In0'}.abc-DEF_123`;

test('redacts text that matches a credential pattern, at any depth', (t) => {
  for (const secret of [
    accessKey,
    pem,
    jwt,
    `ghp_${'a'.repeat(36)}`,
    `xoxb-${'1'.repeat(12)}`,
    `sk_live_${'a'.repeat(24)}`,
  ]) {
    const text = JSON.stringify(
      redacted({ Description: `before ${secret} after`, List: [secret], Deep: [{ x: { y: secret } }] }),
    );
    t.false(text.includes(JSON.stringify(secret).slice(1, -1)), secret.slice(0, 8));
    t.true(text.includes('before hmac-sha256:'));
    t.true(text.includes(' after'));
  }
});

test('redacts only the password of a connection string', (t) => {
  t.regex(
    redactCredentialPatterns('postgres://app:hunter22@db:5432/x', hash),
    /^postgres:\/\/app:hmac-sha256:[0-9a-f]{64}@db:5432\/x$/,
  );
  t.regex(
    redactCredentialPatterns('Server=db;Password=hunter22;Port=1', hash),
    /^Server=db;Password=hmac-sha256:[0-9a-f]{64};Port=1$/,
  );
  t.regex(
    redactCredentialPatterns('{"user":"a","password":"hunter22"}', hash),
    /^\{"user":"a","password":"hmac-sha256:[0-9a-f]{64}"\}$/,
  );
});

test('redacts the value of a key with a secret name', (t) => {
  for (const key of [
    'password',
    'MasterUserPassword',
    'DB_PASSWORD',
    'clientSecret',
    'authToken',
    'API_KEY',
    'SecretAccessKey',
    'private-key',
  ]) {
    t.true(isSecretKey(key), key);
    t.false(JSON.stringify(redacted({ [key]: 'open sesame' })).includes('open sesame'), key);
    t.false(
      JSON.stringify(redacted({ Env: [{ name: key, value: 'open sesame' }] })).includes('open sesame'),
      key,
    );
    t.false(redactTags({ [key]: 'open sesame' }, hash)[key]?.includes('open sesame'), key);
  }
});

test('keeps settings about secrets and references to secrets', (t) => {
  for (const key of [
    'SecretArn',
    'TokenType',
    'HttpTokens',
    'PasswordPolicy',
    'KmsKeyId',
    'KeyName',
    'AccessTokenValidity',
    'PasswordLastUsed',
    'PublicKey',
  ]) {
    t.deepEqual(redacted({ [key]: 'a plain value' }), { [key]: 'a plain value' }, key);
  }
  const reference = {
    Password: '{{resolve:secretsmanager:db}}',
    Secret: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-a',
  };
  t.deepEqual(redacted(reference), reference);
});

test('redacting is idempotent', (t) => {
  const json = redacted({ Password: 'hunter22', Url: 'https://u:hunter22@host', Env: { A: 'b' } }, [
    'Env.*',
  ]) as object;
  t.deepEqual(redacted(json, ['Env.*']), json);
});

test('redacts every declared secret', (t) => {
  fc.assert(
    fc.property(fc.string({ minLength: 12 }), fc.string(), (secret, name) => {
      const json = redacted({ Env: { [name]: secret, more: [{ deep: secret }] } }, ['Env']);
      t.false(
        JSON.stringify(Object.values((json as { Env: object }).Env)).includes(
          JSON.stringify(secret).slice(1, -1),
        ),
      );
    }),
  );
});

test('keeps text without secrets', (t) => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'arn:aws:sqs:eu-west-1:123456789012:orders',
          'subnet-0a1b2c3d',
          'https://example.test/a?b=c',
          'Allow',
          'cron(0 0 * * ? *)',
        ),
      ),
      (values) => {
        t.deepEqual(redacted({ values }), { values });
      },
    ),
  );
});
